import { PayctlError } from '../src/core/errors.js';
import type { Clock, Host, Input, Output, ProcessMark, Random } from '../src/host/host.js';
import { wording } from '../src/messages/wording.js';
import { type FakeFiles, fakeFiles } from './fake-files.js';

export interface FakeHostOptions {
  argv?: readonly string[];
  env?: Readonly<Record<string, string | undefined>>;
  /** Contents by absolute path; their directories exist. */
  files?: Readonly<Record<string, string | Uint8Array>>;
  /** Milliseconds since the epoch; 2026-03-02T03:00:00Z (10:00 in Bangkok) unless given. */
  now?: number;
  stdin?: string | Uint8Array;
  /** All three streams are terminals. */
  tty?: boolean;
  columns?: number;
  platform?: string;
  seed?: number;
}

export interface FakeHost extends Host {
  readonly files: FakeFiles;
  readonly clock: FakeClock;
  readonly stdout: FakeOutput;
  readonly stderr: FakeOutput;
  readonly process: FakeProcess;
}

export interface FakeClock extends Clock {
  advance(ms: number): void;
  /** Somebody sets the clock: later, or below zero earlier. No time passes. */
  set(ms: number): void;
  /** Milliseconds that have passed since it was made, however it was set. */
  passed(): number;
  /** What was slept, in order. */
  readonly naps: readonly number[];
}

export interface FakeOutput extends Output {
  /** All that was written so far. */
  text(): string;
  bytes(): Uint8Array;
}

export interface FakeProcess {
  readonly self: ProcessMark;
  /** Marks of this boot that count as alive besides `self`, by pid. */
  readonly alive: Set<number>;
  state(mark: ProcessMark): 'alive' | 'dead' | 'unknown';
  uptime(): number;
  sinceBoot(): number | undefined;
}

/** A machine in memory: nothing outside the test is read, written or waited for. */
export function fakeHost(options: FakeHostOptions = {}): FakeHost {
  const clock = fakeClock(options.now ?? Date.UTC(2026, 2, 2, 3));
  const tty = options.tty ?? false;
  const columns = options.columns ?? 80;
  return {
    argv: options.argv ?? [],
    env: { HOME: '/home/tester', ...options.env },
    cwd: '/home/tester',
    platform: options.platform ?? 'linux',
    stdin: fakeInput(options.stdin ?? '', tty),
    stdout: fakeOutput(tty, columns),
    stderr: fakeOutput(tty, columns),
    clock,
    random: seededRandom(options.seed ?? 1),
    files: fakeFiles(options.files ?? {}, () => clock.now()),
    process: fakeProcess(clock),
  };
}

/** Sleeping moves the time; other work gets its turn first, as it would in real time. */
export function fakeClock(start: number): FakeClock {
  let time = 0;
  let set = start;
  const naps: number[] = [];
  return {
    naps,
    now: () => set + time,
    passed: () => time,
    set(ms) {
      set += ms;
    },
    advance(ms) {
      time += ms;
    },
    async sleep(ms, signal) {
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted) return;
      naps.push(ms);
      time += ms;
    },
  };
}

/** The same seed, the same numbers of 32 bits (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** The same seed, the same bytes. */
export function seededRandom(seed = 1): Random {
  const next = seededNumbers(seed);
  return { bytes: (count) => Uint8Array.from({ length: count }, () => next() >>> 24) };
}

function fakeInput(content: string | Uint8Array, isTTY: boolean): Input {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    isTTY,
    async readAll(limit) {
      if (bytes.length > limit)
        throw new PayctlError(
          'USAGE',
          wording.quoted(`standard input is larger than ${limit} bytes`),
        );
      return bytes;
    },
    async *chunks() {
      if (bytes.length > 0) yield bytes;
    },
  };
}

function fakeOutput(isTTY: boolean, columns: number): FakeOutput {
  const parts: Uint8Array[] = [];
  return {
    isTTY,
    columns,
    async write(text) {
      parts.push(typeof text === 'string' ? new TextEncoder().encode(text) : text);
    },
    bytes: () => Buffer.concat(parts),
    text: () => Buffer.concat(parts).toString('utf8'),
  };
}

function fakeProcess(clock: FakeClock): FakeProcess {
  const self: ProcessMark = { pid: 4242, start: '1000', boot: 'fake-host boot-1' };
  const alive = new Set<number>();
  return {
    self,
    alive,
    state(mark) {
      if (mark.boot !== self.boot) return 'unknown';
      if (mark.pid === self.pid) return mark.start === self.start ? 'alive' : 'dead';
      return alive.has(mark.pid) ? 'alive' : 'dead';
    },
    uptime: () => 60_000 + clock.passed(),
    sinceBoot: () => 60_000 + clock.passed(),
  };
}
