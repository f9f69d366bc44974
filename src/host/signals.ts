import type { ExitClass } from '../core/errors.js';

export type SignalName = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const SIGNALS: readonly SignalName[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The exit of a run that a signal ended with nothing in flight. */
export function endedBy(name: SignalName): ExitClass {
  return name === 'SIGINT' ? 'INTERRUPTED' : 'TERMINATED';
}

/** Tells of each signal until it is released. */
export function onSignal(take: (name: SignalName) => void): () => void {
  for (const name of SIGNALS) process.on(name, take);
  return () => {
    for (const name of SIGNALS) process.off(name, take);
  };
}

/** Errors without a handler, until released: meanwhile they do not end the process. */
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

/** What a person or the system asked for while the program runs. */
export interface Signals {
  /** Aborts at the first signal: stop waiting, start nothing new, bring what is in flight to its end. */
  readonly first: AbortSignal;
  /** Aborts at the second: end at once with the truth as it is known. */
  readonly second: AbortSignal;
  /** The first signal that came. */
  readonly received: SignalName | undefined;
}

export interface CaughtSignals extends Signals {
  /** From here on signals do again what they do by default. */
  release(): void;
}

/** From here on no signal ends the process by itself. */
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
