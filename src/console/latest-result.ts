import type { Clock } from '../host/host.js';
import type { CommandResult } from './commands.js';

export interface Latest {
  ran: CommandResult;
  /** When it was asked for: milliseconds since the epoch. */
  at: number;
}

/** Whoever paints a page does not wait for what takes longer. */
const WAIT_MS = 200;

/** It may be so many times as old as it took: however many people look, most of the time is left for others. */
const SHARE = 20;
const OLDEST_MS = 30_000;

/**
 * What a command last came to, for a page that nobody waits for: the bank may take long. Asked for by
 * several at once, it runs once.
 */
export class LatestResult {
  readonly #clock: Clock;
  #latest: Latest | undefined;
  #tookMs = 0;
  #endedAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The new result where it comes in time, else the one before; undefined where there is none yet. */
  async get(work: () => Promise<CommandResult>): Promise<Latest | undefined> {
    // Absolute, or after a clock was set back it would be fresh for as long.
    const age = Math.abs(this.#clock.now() - this.#endedAt);
    const isFresh = age < Math.min(SHARE * this.#tookMs, OLDEST_MS);
    if (this.#latest && isFresh && !this.#running) return this.#latest;
    this.#running ??= this.#run(work);
    await Promise.race([this.#running, this.#clock.sleep(WAIT_MS)]);
    return this.#latest;
  }

  async #run(work: () => Promise<CommandResult>): Promise<void> {
    const at = this.#clock.now();
    try {
      this.#latest = { ran: await work(), at };
    } finally {
      this.#endedAt = this.#clock.now();
      this.#tookMs = this.#endedAt - at;
      this.#running = undefined;
    }
  }
}
