import { BoundedMap } from './bounded-map.js';
import type { CommandResult } from './commands.js';

/** Forms that are remembered; nobody sends older ones again. */
const MOST = 1_000;

/** Runs each form once: sent twice, or loaded again, it gets the first answer. */
export class Submissions {
  readonly #done = new BoundedMap<Promise<CommandResult>>(MOST);

  /** @param nonce of the form, as its page had it; without one the work always runs */
  run(nonce: string | undefined, work: () => Promise<CommandResult>): Promise<CommandResult> {
    if (!nonce) return work();
    const earlier = this.#done.get(nonce);
    if (earlier !== undefined) return earlier;
    const running = work();
    this.#done.set(nonce, running);
    // What could not be begun may be tried again.
    running.catch(() => this.#done.delete(nonce));
    return running;
  }
}
