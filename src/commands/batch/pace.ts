import type { Clock } from '../../host/host.js';

/** When the next call may go out. */
export interface Pace {
  /** Resolves when it is this caller's turn, or at once when the signal aborts. */
  turn(signal: AbortSignal): Promise<void> | void;
  /** The bank said 429: hold all back, and go slower for a while. */
  slower(retryAfterMs: number | undefined): void;
  /** Calls a second; undefined where nothing limits them. */
  readonly rate: number | undefined;
}

const SLOWEST = 0.5;
/** Without a Retry-After; the bank counts by the second. */
const HOLD_MS = 1_000;
/** All that were under way tell of one limit: until so long after the hold they count as one refusal. */
const ONE_REFUSAL_MS = 1_000;
const RECOVER_MS = 3_000;
const RECOVER = 1.5;
/** Timers are late: where calls are closer than this they catch up. */
const LATE_MS = 20;

/**
 * Calls at even distances, because the bank counts them by the second. A 429 halves the rate, once
 * for all that were in flight; every three quiet seconds give half of it back, up to what was
 * asked for. Without a rate the first 429 sets one, from what was sent in the second before.
 */
export function createPace(clock: Clock, wanted: number | undefined): Pace {
  let rate = wanted;
  let next = 0;
  let heldUntil = Number.NEGATIVE_INFINITY;
  let holds = 0;
  let changedAt = 0;
  let counted = { second: 0, calls: 0, before: 0 };

  function recover(now: number): void {
    if (rate === undefined || rate === wanted || now - changedAt < RECOVER_MS) return;
    rate = Math.min(wanted ?? Number.POSITIVE_INFINITY, rate * RECOVER);
    changedAt = now;
  }

  function count(now: number): void {
    const second = Math.floor(now / 1000);
    if (second !== counted.second) {
      const before = second === counted.second + 1 ? counted.calls : 0;
      counted = { second, calls: 0, before };
    }
    counted.calls += 1;
  }

  function reserve(now: number): number {
    const distance = rate === undefined ? 0 : 1000 / rate;
    const mine = Math.max(next, heldUntil, distance < LATE_MS ? now - LATE_MS : now);
    next = mine + distance;
    return mine;
  }

  /** A refusal may come while a call waits for its turn: then it gets another one. */
  async function waited(mine: number, signal: AbortSignal): Promise<void> {
    for (let until = mine; !signal.aborted; until = reserve(clock.now())) {
      const held = holds;
      await clock.sleep(until - clock.now(), signal);
      if (held === holds) return;
    }
  }

  return {
    get rate() {
      return rate;
    },
    turn(signal) {
      const now = clock.now();
      recover(now);
      if (wanted === undefined) count(now);
      if (rate === undefined && now >= heldUntil) return;
      const mine = reserve(now);
      return mine > now ? waited(mine, signal) : undefined;
    },
    slower(retryAfterMs) {
      const now = clock.now();
      const known = now < heldUntil + ONE_REFUSAL_MS;
      heldUntil = Math.max(heldUntil, now + (retryAfterMs ?? HOLD_MS));
      next = heldUntil;
      holds += 1;
      changedAt = heldUntil;
      if (known) return;
      rate = Math.max(SLOWEST, (rate ?? Math.max(counted.before, counted.calls, 2)) / 2);
    },
  };
}
