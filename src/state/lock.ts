import { join } from 'node:path';
import { fraction } from '../core/chance.js';
import { parseRecord } from '../core/fields.js';
import type { Host, ProcessMark } from '../host/host.js';

export type LockHost = Pick<Host, 'files' | 'clock' | 'random' | 'process'>;

export interface LockOptions {
  /** How long to wait for the others; 0 tries once. */
  waitMs: number;
  /** Asked while waiting: true where the lock is no longer needed. */
  abandon?: () => boolean | Promise<boolean>;
  signal?: AbortSignal;
}

/** The value of the work if it was done under the lock. */
export type LockResult<T> = { held: true; value: T } | { held: false };

/** How long a holder on another host, which cannot be seen from here, is believed to be alive. */
const LEASE_MS = 60_000;
const RELEASED = 0o400;
const LONGEST_PAUSE = 1_000;

/**
 * Runs `work` in one process of this directory at a time, or not at all when the wait runs out.
 *
 * A lock is a row of generations, `name.lock.1`, `.2`, …, and the highest is the lock. A process
 * that finds it released, or its owner dead, creates the next one; exactly one can. The highest is never
 * deleted, so that nobody can create a number for the second time and take it for the lock. A file
 * that is deleted and created anew has no such order, which is why other locks fail when holders die.
 */
export async function withLock<T>(
  host: LockHost,
  directory: string,
  name: string,
  options: LockOptions,
  work: () => T | Promise<T>,
): Promise<LockResult<T>> {
  const lock = await holdLock(host, directory, name, options);
  if (lock === undefined) return { held: false };
  try {
    return { held: true, value: await work() };
  } finally {
    lock.release();
  }
}

/** A lock that is held beyond one piece of work. */
interface HeldLock {
  /** Shows hosts that cannot see this process that it lives; false if one of them took the lock. */
  renew(): boolean;
  release(): void;
}

/** undefined where the wait runs out. */
export async function holdLock(
  host: LockHost,
  directory: string,
  name: string,
  options: LockOptions,
): Promise<HeldLock | undefined> {
  const mine = await acquire(host, directory, name, options);
  if (mine === undefined) return undefined;
  let renewedAt = host.clock.now();
  return {
    renew() {
      const highest = generations(host, directory, name).at(-1);
      if (mine !== lockPath(directory, name, highest ?? 0)) return false;
      const now = host.clock.now();
      if (Math.abs(now - renewedAt) < LEASE_MS / 4) return true;
      try {
        host.files.replace(mine, encodeOwner(host));
        renewedAt = now;
      } catch {
        // The disk is full: processes of this host still see that this one lives.
      }
      return true;
    },
    release: () => release(host, mine),
  };
}

async function acquire(
  host: LockHost,
  directory: string,
  name: string,
  options: LockOptions,
): Promise<string | undefined> {
  // By uptime, because a clock that was set back would prolong the wait.
  const deadline = host.process.uptime() + options.waitMs;
  // Hundreds of processes may wait for one. They look less and less often, so as not to take the
  // processor from it.
  for (let pause = 5; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    const mine = tryAcquire(host, directory, name);
    if (mine !== undefined) return mine;
    if ((await options.abandon?.()) || options.signal?.aborted) return undefined;
    const left = deadline - host.process.uptime();
    if (left <= 0) return undefined;
    await host.clock.sleep(Math.min(left, Math.ceil(pause * jitter(host))), options.signal);
  }
}

/** Whether a lock of this name exists which nobody holds and nobody has taken since `before`. */
export function isIdle(host: LockHost, directory: string, name: string, before: number): boolean {
  const highest = generations(host, directory, name).at(-1);
  if (highest === undefined) return false;
  const path = lockPath(directory, name, highest);
  const stat = host.files.stat(path);
  return stat !== undefined && stat.modifiedAt < before && !isHeld(host, path);
}

/**
 * Removes an idle lock, so that its generations start again. A process that saw it before and creates the
 * next generation only now finds the previous one gone, and gives up.
 */
export function removeIdleLock(
  host: LockHost,
  directory: string,
  name: string,
  before: number,
): boolean {
  const seen = generations(host, directory, name);
  if (!isIdle(host, directory, name, before)) return false;
  // A generation that was created since belongs to somebody.
  for (const generation of seen) {
    host.files.remove(lockPath(directory, name, generation));
  }
  return true;
}

/** The path of the generation that this process now holds. */
function tryAcquire(host: LockHost, directory: string, name: string): string | undefined {
  const { files } = host;
  const highest = generations(host, directory, name).at(-1) ?? 0;
  const path = (generation: number): string => lockPath(directory, name, generation);
  if (highest > 0 && isHeld(host, path(highest))) return undefined;
  const own = highest + 1;
  if (!files.create(path(own), encodeOwner(host))) return undefined;

  const now = generations(host, directory, name);
  // Overtaken: while this process slept others went on, and removed this number. Generations are removed
  // in ascending order, so the previous one is gone too; that check does not depend on the listing.
  const overtaken = now.at(-1) !== own || (highest > 0 && files.stat(path(highest)) === undefined);
  if (overtaken) {
    files.remove(path(own));
    return undefined;
  }
  for (const old of now) if (old < own) files.remove(path(old));
  return path(own);
}

function lockPath(directory: string, name: string, generation: number): string {
  return join(directory, `${name}.lock.${generation}`);
}

function encodeOwner({ process, clock }: LockHost): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ ...process.self, at: clock.now() }));
}

function generations(host: LockHost, directory: string, name: string): number[] {
  const prefix = `${name}.lock.`;
  return host.files
    .list(directory)
    .filter((file) => file.startsWith(prefix) && /^\d+$/.test(file.slice(prefix.length)))
    .map((file) => Number(file.slice(prefix.length)))
    .sort((a, b) => a - b);
}

function isHeld(host: LockHost, path: string): boolean {
  const stat = host.files.stat(path);
  // Gone: another process has created the next generation since the listing.
  if (stat === undefined) return true;
  if ((stat.mode & 0o200) === 0) return false;
  const owner = readOwner(host, path);
  if (owner === undefined) return false;
  const state = host.process.state(owner);
  if (state !== 'unknown') return state === 'alive';
  return Math.abs(host.clock.now() - owner.at) < LEASE_MS;
}

/** Changing the mode needs no space and no flush: a full disk cannot keep a lock held. */
function release(host: LockHost, path: string): void {
  try {
    host.files.chmod(path, RELEASED);
  } catch {
    // Then it is free when this process ends.
  }
}

function readOwner(host: LockHost, path: string): (ProcessMark & { at: number }) | undefined {
  const { pid, start, boot, at } = parseRecord(host.files.read(path)) ?? {};
  if (typeof pid !== 'number' || typeof at !== 'number') return undefined;
  if (typeof start !== 'string' || typeof boot !== 'string') return undefined;
  return { pid, start, boot, at };
}

/** Between 0.5 and 1, so that waiting processes do not look all at once. */
export function jitter({ random }: Pick<LockHost, 'random'>): number {
  return 0.5 + fraction(random) / 2;
}
