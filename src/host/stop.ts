import { setMaxListeners } from 'node:events';

/** Says when work is to stop. An AbortSignal is one, as that of a program which uses the client. */
export interface Stop {
  readonly aborted: boolean;
  addEventListener(type: 'abort', act: () => void): void;
  removeEventListener(type: 'abort', act: () => void): void;
}

/**
 * Stops work, and tells who waits for that. A call needs one, and an AbortController costs it half
 * a hundredth of a start; besides, Node takes many listeners of one signal for a leak.
 */
export class Stopper implements Stop {
  readonly #acts = new Set<() => void>();
  #aborted = false;
  #reason: unknown;

  get aborted(): boolean {
    return this.#aborted;
  }

  /** Why, where that was said. */
  get reason(): unknown {
    return this.#reason;
  }

  /** Only the first time does anything. */
  abort(reason?: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    const failures: unknown[] = [];
    for (const act of this.#acts) {
      try {
        act();
      } catch (error) {
        failures.push(error);
      }
    }
    this.#acts.clear();
    // Only now: the others are told whatever becomes of one.
    if (failures.length > 0) throw failures[0];
  }

  /** Who comes after the end is not told. */
  addEventListener(_type: 'abort', act: () => void): void {
    if (!this.#aborted) this.#acts.add(act);
  }

  removeEventListener(_type: 'abort', act: () => void): void {
    this.#acts.delete(act);
  }
}

/** Calls `act` when it is to stop, until released; not where it has stopped already. */
export function onStop(stop: Stop, act: () => void): () => void {
  // Calls by the hundred share one.
  if (stop instanceof AbortSignal) setMaxListeners(0, stop);
  stop.addEventListener('abort', act);
  return () => stop.removeEventListener('abort', act);
}

/** Stops when one of the two does. */
export function eitherOf(one: Stop, other: Stop): Stop {
  const heard = new Map<() => void, () => void>();
  return {
    get aborted() {
      return one.aborted || other.aborted;
    },
    addEventListener(type, act) {
      if (this.aborted || heard.has(act)) return;
      let isTold = false;
      const tell = (): void => {
        if (isTold) return;
        isTold = true;
        act();
      };
      heard.set(act, tell);
      for (const stop of [one, other]) stop.addEventListener(type, tell);
    },
    removeEventListener(type, act) {
      const tell = heard.get(act);
      heard.delete(act);
      if (tell) for (const stop of [one, other]) stop.removeEventListener(type, tell);
    },
  };
}
