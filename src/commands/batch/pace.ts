import type { Clock } from '../../host/host.js';

/** When calls may go out. */
export interface Turns {
  /** Resolves when it is this caller's turn, or at once when the signal aborts. */
  turn(signal: AbortSignal): Promise<void> | void;
  /** The bank said 429: hold all back, and go slower for a while. */
  slower(retryAfterMs: number | undefined): void;
}

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
 * The rate that the bank bears. A 429 halves it, once for all calls that were in flight; every three
 * quiet seconds give half of it back, up to what was asked for. Without a rate the first 429 sets
 * one, from what was sent in the second before.
 */
export class Rate {
  readonly #wanted: number | undefined;
  #rate: number | undefined;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #holds = 0;
  #changedAt = 0;
  #counted = { second: 0, calls: 0, before: 0 };

  constructor(wanted: number | undefined) {
    this.#wanted = wanted;
    this.#rate = wanted;
  }

  /** Calls per second; undefined if unlimited. */
  get perSecond(): number | undefined {
    return this.#rate;
  }

  get heldUntil(): number {
    return this.#heldUntil;
  }

  /** Tells whether a call was held back since. */
  get holds(): number {
    return this.#holds;
  }

  /** A call is about to go out. */
  next(now: number): void {
    const [rate, wanted] = [this.#rate, this.#wanted];
    if (wanted === undefined) this.#count(now);
    if (rate === undefined || rate === wanted || now - this.#changedAt < RECOVER_MS) return;
    this.#rate = Math.min(wanted ?? Number.POSITIVE_INFINITY, rate * RECOVER);
    this.#changedAt = now;
  }

  refused(now: number, retryAfterMs: number | undefined): void {
    const known = now < this.#heldUntil + ONE_REFUSAL_MS;
    this.#heldUntil = Math.max(this.#heldUntil, now + (retryAfterMs ?? HOLD_MS));
    this.#holds += 1;
    this.#changedAt = this.#heldUntil;
    if (known) return;
    const { before, calls } = this.#counted;
    this.#rate = Math.max(SLOWEST, (this.#rate ?? Math.max(before, calls, 2)) / 2);
  }

  #count(now: number): void {
    const second = Math.floor(now / 1000);
    if (second !== this.#counted.second) {
      const before = second === this.#counted.second + 1 ? this.#counted.calls : 0;
      this.#counted = { second, calls: 0, before };
    }
    this.#counted.calls += 1;
  }
}

/** The turns of one process. Calls leave at even distances, because the bank counts them by the second. */
export class Pace implements Turns {
  readonly #clock: Clock;
  readonly #rate: Rate;
  #next = 0;

  constructor(clock: Clock, wanted: number | undefined) {
    this.#clock = clock;
    this.#rate = new Rate(wanted);
  }

  /** Calls per second; undefined if unlimited. */
  get rate(): number | undefined {
    return this.#rate.perSecond;
  }

  turn(signal: AbortSignal): Promise<void> | void {
    const now = this.#clock.now();
    this.#rate.next(now);
    if (this.#rate.perSecond === undefined && now >= this.#rate.heldUntil) return;
    const mine = this.#reserve(now);
    return mine > now ? this.#waited(mine, signal) : undefined;
  }

  slower(retryAfterMs: number | undefined): void {
    this.#rate.refused(this.#clock.now(), retryAfterMs);
    this.#next = this.#rate.heldUntil;
  }

  #reserve(now: number): number {
    const { perSecond, heldUntil } = this.#rate;
    const distance = perSecond === undefined ? 0 : 1000 / perSecond;
    const earliest = distance < LATE_MS ? now - LATE_MS : now;
    const mine = Math.max(this.#next, heldUntil, earliest);
    this.#next = mine + distance;
    return mine;
  }

  /** A refusal may come while a call waits for its turn: then it gets another one. */
  async #waited(mine: number, signal: AbortSignal): Promise<void> {
    for (let until = mine; !signal.aborted; until = this.#reserve(this.#clock.now())) {
      const { holds } = this.#rate;
      await this.#clock.sleep(until - this.#clock.now(), signal);
      if (holds === this.#rate.holds) return;
    }
  }
}
