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
    for (const act of [...this.#acts]) act();
    this.#acts.clear();
  }

  addEventListener(_type: 'abort', act: () => void): void {
    this.#acts.add(act);
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
      // Each tells of it once, and together they do.
      const wasStopped = (by: Stop) => (by === one ? other : one).aborted;
      const first = (by: Stop) => () => void (wasStopped(by) || act());
      const [ofOne, ofOther] = [first(one), first(other)];
      heard.set(act, () => {
        one.removeEventListener(type, ofOne);
        other.removeEventListener(type, ofOther);
      });
      one.addEventListener(type, ofOne);
      other.addEventListener(type, ofOther);
    },
    removeEventListener(_type, act) {
      heard.get(act)?.();
      heard.delete(act);
    },
  };
}
