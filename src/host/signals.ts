import type { ExitClass } from '../core/errors.js';

export type SignalName = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const SIGNALS: readonly SignalName[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The exit of a run that a signal ended while no payment was in flight. */
export function endedBy(name: SignalName): ExitClass {
  return name === 'SIGINT' ? 'INTERRUPTED' : 'TERMINATED';
}

type Handler = (name: SignalName) => void;

const handlers = new Set<Handler>();

/** Calls `handler` at each signal; returns what ends that. */
export function onSignal(handler: Handler): () => void {
  handlers.add(handler);
  for (const name of SIGNALS) process.on(name, handler);
  return () => {
    handlers.delete(handler);
    for (const name of SIGNALS) process.off(name, handler);
  };
}

/** Does work that blocks this thread: no handler could run meanwhile, so a signal ends the process at once. */
export function withoutHandlers<T>(work: () => T): T {
  for (const handler of handlers) for (const name of SIGNALS) process.off(name, handler);
  try {
    return work();
  } finally {
    for (const handler of handlers) for (const name of SIGNALS) process.on(name, handler);
  }
}

/** Of the runs under way. One listener hears for all: Node takes many for a leak. */
const crashing = new Set<(error: unknown) => void>();

function crash(error: unknown): void {
  for (const reject of crashing) reject(error);
}

const CRASHES = ['uncaughtException', 'unhandledRejection'] as const;

/** Rejects `crashed` at an uncaught error, which does not end the process until released. */
export function catchCrashes(): { crashed: Promise<never>; release(): void } {
  let release = (): void => undefined;
  const crashed = new Promise<never>((_, reject) => {
    if (crashing.size === 0) for (const event of CRASHES) process.on(event, crash);
    crashing.add(reject);
    release = () => {
      if (!crashing.delete(reject) || crashing.size > 0) return;
      for (const event of CRASHES) process.off(event, crash);
    };
  });
  crashed.catch(() => undefined);
  return { crashed, release };
}

export interface Signals {
  /** Aborts at the first signal: stop waiting, start nothing new, finish what is in flight. */
  readonly first: AbortSignal;
  /** Aborts at the second: end at once, with what is known. */
  readonly second: AbortSignal;
  readonly received: SignalName | undefined;
  /** Calls under way that a signal must not cut off, of this run and of those that it starts. */
  readonly inFlight: Set<unknown>;
}

/** Signals that do not end the process. */
export interface CaughtSignals extends Signals {
  /** From then on signals end the process again. */
  release(): void;
}

export function catchSignals(): CaughtSignals {
  const first = new AbortController();
  const second = new AbortController();
  let received: SignalName | undefined;
  const receive = (name: SignalName): void => {
    if (received === undefined) {
      received = name;
      first.abort();
    } else {
      second.abort();
    }
  };
  const release = onSignal(receive);
  return {
    first: first.signal,
    second: second.signal,
    inFlight: new Set(),
    release,
    get received() {
      return received;
    },
  };
}

/**
 * The time left is counted in steps: on a busy machine they take longer, as the work does. Work that keeps
 * this thread busy makes them longer, too: a step counts for no less than the processor time that it took.
 */
const STEP_MS = 50;

/**
 * The value of the work, or undefined if it has not ended `ms` after a signal came and the last call in
 * flight ended. It goes on then, but nobody waits for it.
 */
export async function withinGrace<T>(
  { first, inFlight }: Pick<Signals, 'first' | 'inFlight'>,
  ms: number,
  work: Promise<T>,
): Promise<T | undefined> {
  const done = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    const countDown = (left: number) => {
      if (left <= 0) return resolve(undefined);
      const begun = performance.now();
      const used = process.cpuUsage();
      timer = setTimeout(() => {
        const { user, system } = process.cpuUsage(used);
        const worked = Math.min((user + system) / 1_000, performance.now() - begun);
        countDown(inFlight.size > 0 ? ms : left - Math.max(STEP_MS, worked));
      }, STEP_MS);
    };
    const begin = () => countDown(ms);
    first.addEventListener('abort', begin, { signal: done.signal });
    if (first.aborted) begin();
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    done.abort();
    clearTimeout(timer);
  }
}
