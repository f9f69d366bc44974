import type { Ran } from './commands.js';

/** What a command printed last, for as long as nothing has changed since. */
export class Remembered {
  readonly #mark: () => Promise<string | undefined>;
  #last: { mark: string; ran: Promise<Ran> } | undefined;

  /** @param mark another text after every change; undefined where that cannot be told */
  constructor(mark: () => Promise<string | undefined>) {
    this.#mark = mark;
  }

  async get(run: () => Promise<Ran>): Promise<Ran> {
    const mark = await this.#mark();
    if (mark === undefined) return run();
    // Several tabs that ask at once are answered by one run.
    if (this.#last?.mark !== mark) this.#last = { mark, ran: run() };
    const ran = await this.#last.ran;
    if (ran.problem) this.#last = undefined;
    return ran;
  }
}
