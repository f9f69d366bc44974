import type { ExitClass } from '../core/errors.js';

/** The signals that end a run. */
export type SignalName = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const SIGNALS: readonly SignalName[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The exit of a run that a signal ended while no payment was in flight. */
export function endedBy(name: SignalName): ExitClass {
  return name === 'SIGINT' ? 'INTERRUPTED' : 'TERMINATED';
}

/** Calls `take` at each signal; returns what ends that. */
export function onSignal(take: (name: SignalName) => void): () => void {
  for (const name of SIGNALS) process.on(name, take);
  return () => {
    for (const name of SIGNALS) process.off(name, take);
  };
}

/** Rejects `crashed` at an uncaught error, which does not end the process until released. */
export function catchCrashes(): { crashed: Promise<never>; release(): void } {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  let release = (): void => undefined;
  const crashed = new Promise<never>((_, reject) => {
    for (const event of events) process.on(event, reject);
    release = () => {
      for (const event of events) process.off(event, reject);
    };
  });
  crashed.catch(() => undefined);
  return { crashed, release };
}

/** Signals that came while the program runs. */
export interface Signals {
  /** Aborts at the first signal: stop waiting, start nothing new, finish what is in flight. */
  readonly first: AbortSignal;
  /** Aborts at the second: end at once, with what is known. */
  readonly second: AbortSignal;
  /** The first signal that came. */
  readonly received: SignalName | undefined;
}

/** Signals that do not end the process. */
export interface CaughtSignals extends Signals {
  /** From then on signals end the process again. */
  release(): void;
}

/** Catches signals until `release`. */
export function catchSignals(): CaughtSignals {
  const first = new AbortController();
  const second = new AbortController();
  let received: SignalName | undefined;
  const take = (name: SignalName): void => {
    if (received === undefined) {
      received = name;
      first.abort();
    } else {
      second.abort();
    }
  };
  const release = onSignal(take);
  return {
    first: first.signal,
    second: second.signal,
    release,
    get received() {
      return received;
    },
  };
}
