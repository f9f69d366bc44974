import type { Clock } from '../../host/host.js';

const SLOWEST = 0.5;
/** Without a Retry-After; the bank counts by the second. */
const HOLD_MS = 1_000;
/** Calls in flight all meet the same limit: until this long after the hold they count as one refusal. */
const ONE_REFUSAL_MS = 1_000;
const RECOVER_MS = 3_000;
const RECOVER = 1.5;
/** Timers are late: calls that are closer together than this catch up. */
const LATE_MS = 20;

/**
 * When the next call may go out. Calls leave at even distances, because the bank counts them by the
 * second. A 429 halves the rate, once for all that were in flight; every three quiet seconds give
 * half of it back, up to what was asked for. Without a rate the first 429 sets one, from what was
 * sent in the second before.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #wanted: number | undefined;
  #rate: number | undefined;
  #next = 0;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #holds = 0;
  #changedAt = 0;
  #counted = { second: 0, calls: 0, before: 0 };

  constructor(clock: Clock, wanted: number | undefined) {
    this.#clock = clock;
    this.#wanted = wanted;
    this.#rate = wanted;
  }

  /** Calls per second; undefined if unlimited. */
  get rate(): number | undefined {
    return this.#rate;
  }

  /** Resolves when it is this caller's turn, or at once when the signal aborts. */
  turn(signal: AbortSignal): Promise<void> | void {
    const now = this.#clock.now();
    this.#recover(now);
    if (this.#wanted === undefined) this.#count(now);
    if (this.#rate === undefined && now >= this.#heldUntil) return;
    const mine = this.#reserve(now);
    return mine > now ? this.#waited(mine, signal) : undefined;
  }

  /** The bank said 429: hold all back, and go slower for a while. */
  slower(retryAfterMs: number | undefined): void {
    const now = this.#clock.now();
    const known = now < this.#heldUntil + ONE_REFUSAL_MS;
    this.#heldUntil = Math.max(this.#heldUntil, now + (retryAfterMs ?? HOLD_MS));
    this.#next = this.#heldUntil;
    this.#holds += 1;
    this.#changedAt = this.#heldUntil;
    if (known) return;
    const { before, calls } = this.#counted;
    this.#rate = Math.max(SLOWEST, (this.#rate ?? Math.max(before, calls, 2)) / 2);
  }

  #recover(now: number): void {
    const [rate, wanted] = [this.#rate, this.#wanted];
    if (rate === undefined || rate === wanted || now - this.#changedAt < RECOVER_MS) return;
    this.#rate = Math.min(wanted ?? Number.POSITIVE_INFINITY, rate * RECOVER);
    this.#changedAt = now;
  }

  #count(now: number): void {
    const second = Math.floor(now / 1000);
    if (second !== this.#counted.second) {
      const before = second === this.#counted.second + 1 ? this.#counted.calls : 0;
      this.#counted = { second, calls: 0, before };
    }
    this.#counted.calls += 1;
  }

  #reserve(now: number): number {
    const distance = this.#rate === undefined ? 0 : 1000 / this.#rate;
    const earliest = distance < LATE_MS ? now - LATE_MS : now;
    const mine = Math.max(this.#next, this.#heldUntil, earliest);
    this.#next = mine + distance;
    return mine;
  }

  /** A refusal may come while a call waits for its turn: then it gets another one. */
  async #waited(mine: number, signal: AbortSignal): Promise<void> {
    for (let until = mine; !signal.aborted; until = this.#reserve(this.#clock.now())) {
      const held = this.#holds;
      await this.#clock.sleep(until - this.#clock.now(), signal);
      if (held === this.#holds) return;
    }
  }
}
