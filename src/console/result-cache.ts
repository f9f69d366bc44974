import { BoundedMap } from './bounded-map.js';
import type { CommandResult } from './commands.js';

/** Results that are kept; they are the same for everybody. */
const MOST = 20;

/** Results of a command by what was asked for, for as long as nothing has changed since. */
export class ResultCache {
  readonly #mark: () => Promise<string | undefined>;
  readonly #results = new BoundedMap<Promise<CommandResult>>(MOST);
  #validFor: string | undefined;

  /** @param mark another text after every change; undefined where that cannot be told */
  constructor(mark: () => Promise<string | undefined>) {
    this.#mark = mark;
  }

  /** @param name of what is asked for, as the page of a list */
  async get(name: string, run: () => Promise<CommandResult>): Promise<CommandResult> {
    const mark = await this.#mark();
    if (mark === undefined) return run();
    if (this.#validFor !== mark) this.#results.clear();
    this.#validFor = mark;
    // Several tabs that ask at once are answered by one run.
    const running = this.#results.get(name) ?? run();
    this.#results.set(name, running);
    try {
      const ran = await running;
      if (ran.problem) this.#forget(name, running);
      return ran;
    } catch (error) {
      this.#forget(name, running);
      throw error;
    }
  }

  #forget(name: string, ran: Promise<CommandResult>): void {
    if (this.#results.get(name) === ran) this.#results.delete(name);
  }
}
