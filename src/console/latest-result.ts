import type { Clock } from '../host/host.js';
import type { CommandResult } from './commands.js';

export interface Latest {
  ran: CommandResult;
  /** When it was asked for: milliseconds since the epoch. */
  at: number;
}

/**
 * What a command last came to, for a page that nobody waits for: the bank may take long. Asked for by
 * several at once, it runs once.
 */
export class LatestResult {
  readonly #clock: Clock;
  #latest: Latest | undefined;
  #running: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The new result where it comes in time, else the one before; undefined where there is none yet. */
  async get(work: () => Promise<CommandResult>, waitMs: number): Promise<Latest | undefined> {
    this.#running ??= this.#run(work);
    await Promise.race([this.#running, this.#clock.sleep(waitMs)]);
    return this.#latest;
  }

  async #run(work: () => Promise<CommandResult>): Promise<void> {
    const at = this.#clock.now();
    try {
      this.#latest = { ran: await work(), at };
    } finally {
      this.#running = undefined;
    }
  }
}
