import type { Operation } from '../../bank/define.js';
import { PayctlError } from '../../core/errors.js';
import { sha256 } from '../../core/hash.js';
import { stringifyJson } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import type { Clock } from '../../host/host.js';
import { normalizeBankUrl } from '../../journal/claim.js';
import { batchRun as messages } from '../../messages/batch.js';
import type { Services } from '../../runtime/services.js';
import type { PaceRun } from '../../state/paces.js';

export interface Turns {
  /** Resolves when it is this caller's turn, or at once when the signal aborts. */
  turn(signal: AbortSignal): Promise<void> | void;
  /** The bank said 429: hold all back, and go slower for a while. */
  slower(retryAfterMs: number | undefined): void;
}

const SLOWEST = 0.5;
/** The pause after a 429 without Retry-After; the bank counts by the second. */
const HOLD_MS = 1_000;
/** Calls in flight meet the same limit: 429s until this long after the hold count as one. */
const ONE_REFUSAL_MS = 1_000;
const RECOVER_MS = 3_000;
const RECOVER = 1.5;
/** Timers fire late: calls closer together than this may catch up. */
const CLOSE_MS = 20;

/**
 * The rate that the bank accepts. A 429 halves it, once for all calls that were in flight; every three
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

  /** Counts the holds: whoever waits sees whether there was another one. */
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
    const isSameRefusal = now < this.#heldUntil + ONE_REFUSAL_MS;
    this.#heldUntil = Math.max(this.#heldUntil, now + (retryAfterMs ?? HOLD_MS));
    this.#holds += 1;
    this.#changedAt = this.#heldUntil;
    if (isSameRefusal) return;
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
export class OwnPace implements Turns {
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
    const turnAt = this.#reserve(now);
    return turnAt > now ? this.#waitFor(turnAt, signal) : undefined;
  }

  slower(retryAfterMs: number | undefined): void {
    this.#rate.refused(this.#clock.now(), retryAfterMs);
    this.#next = this.#rate.heldUntil;
  }

  #reserve(now: number): number {
    const { perSecond, heldUntil } = this.#rate;
    const distance = perSecond === undefined ? 0 : 1000 / perSecond;
    const earliest = distance < CLOSE_MS ? now - CLOSE_MS : now;
    const turnAt = Math.max(this.#next, heldUntil, earliest);
    this.#next = turnAt + distance;
    return turnAt;
  }

  /** If the bank refuses another call meanwhile, this one gets a new turn. */
  async #waitFor(turnAt: number, signal: AbortSignal): Promise<void> {
    for (let until = turnAt; !signal.aborted; until = this.#reserve(this.#clock.now())) {
      const { holds } = this.#rate;
      await this.#clock.sleep(until - this.#clock.now(), signal);
      if (holds === this.#rate.holds) return;
    }
  }
}

interface SharedPaceParts {
  run: PaceRun;
  clock: Clock;
  /** Milliseconds on a monotonic clock. */
  uptime: () => number;
  /** Calls per second; undefined for no limit. */
  wanted: number | undefined;
  warn: (message: Message) => void;
}

/** A turn missed by more is given up: catching up would put calls too close together. */
const LATE_MS = 100;
/** Calls leave slightly after their turn; with this margin no second exceeds the limit. */
const MARGIN = 1.05;
/** Turns that are reserved at once last this long, so that a run which ends leaves a small gap. */
const BLOCK_S = 0.5;
/** Without a limit of our own: how often to check whether another run has one. */
const FREE_MS = 1_000;
/** How long this process keeps its own pace after the store was unreachable. */
const AWAY_MS = 10_000;

interface Waiting {
  give: (at: number) => void;
  fail: (error: unknown) => void;
}

/**
 * The turns of all processes that share a store, by the clock of its server. A few are reserved at a
 * time; the slowest of the runs decides how far apart they are.
 */
export class SharedPace implements Turns {
  readonly #parts: SharedPaceParts;
  readonly #rate: Rate;
  /** While the store is unreachable. */
  readonly #own: OwnPace;
  #waiting: Waiting[] = [];
  #reserving = false;
  #freeUntil = Number.NEGATIVE_INFINITY;
  #awayUntil = Number.NEGATIVE_INFINITY;
  #warned = false;

  constructor(parts: SharedPaceParts) {
    this.#parts = parts;
    this.#rate = new Rate(parts.wanted);
    this.#own = new OwnPace(parts.clock, parts.wanted);
  }

  async turn(signal: AbortSignal): Promise<void> {
    const { clock, uptime } = this.#parts;
    while (!signal.aborted) {
      const now = uptime();
      this.#rate.next(now);
      if (now < this.#awayUntil) return this.#own.turn(signal);
      if (now < this.#freeUntil && now >= this.#rate.heldUntil) return;
      const { holds } = this.#rate;
      const at = await this.#reserved();
      if (at === undefined) continue;
      await clock.sleep(Math.max(0, at - uptime()), signal);
      if (uptime() - at <= LATE_MS && holds === this.#rate.holds) return;
    }
  }

  slower(retryAfterMs: number | undefined): void {
    this.#rate.refused(this.#parts.uptime(), retryAfterMs);
    this.#own.slower(retryAfterMs);
    this.#freeUntil = Number.NEGATIVE_INFINITY;
  }

  /** Withdraws the rate of this run; where the store is unreachable, the rate expires by itself. */
  async end(): Promise<void> {
    const { run, uptime } = this.#parts;
    if (uptime() >= this.#awayUntil) await run.end().catch(this.#away);
  }

  /** undefined where the store is unreachable. */
  async #reserved(): Promise<number | undefined> {
    try {
      return await new Promise<number>((give, fail) => {
        this.#waiting.push({ give, fail });
        if (!this.#reserving) void this.#reserveAll();
      });
    } catch (error) {
      this.#away(error);
      return undefined;
    }
  }

  async #reserveAll(): Promise<void> {
    this.#reserving = true;
    while (this.#waiting.length > 0) {
      try {
        await this.#reserve();
      } catch (error) {
        for (const { fail } of this.#waiting.splice(0)) fail(error);
      }
    }
    this.#reserving = false;
  }

  async #reserve(): Promise<void> {
    const { run, uptime } = this.#parts;
    const { perSecond = Number.POSITIVE_INFINITY, heldUntil } = this.#rate;
    const block = Math.max(1, Math.ceil(perSecond * BLOCK_S));
    const turns = Math.min(this.#waiting.length, block);
    const holdMs = Math.max(0, heldUntil - uptime());
    const { inMs, apartMs } = await run.reserve({ turns, rate: perSecond / MARGIN, holdMs });
    // Counting from the answer makes no turn early, whatever the latency.
    const now = uptime();
    if (apartMs === 0 && inMs <= 0) this.#freeUntil = now + FREE_MS;
    for (const [turn, { give }] of this.#waiting.splice(0, turns).entries()) {
      give(now + inMs + turn * apartMs);
    }
  }

  readonly #away = (error: unknown): void => {
    if (!(error instanceof PayctlError) || error.exitClass !== 'UNAVAILABLE') throw error;
    this.#awayUntil = this.#parts.uptime() + AWAY_MS;
    if (this.#warned) return;
    this.#warned = true;
    this.#parts.warn(messages.paceNotShared(error.said));
  };
}

/** How the calls of a run keep their pace. */
export interface Pacing {
  /** Before a row begins. */
  before: Turns;
  /** Acquired before each attempt where the pace is shared. */
  turn?: () => Promise<void>;
  end(): Promise<void>;
}

/** The pace of this run, or of all that share the store. */
export async function createPacing(
  services: Services,
  { id }: Operation,
  wanted: number | undefined,
): Promise<Pacing> {
  const { host, stopping, warn } = services;
  const shared = await services.shared();
  if (shared === undefined) return { before: new OwnPace(host.clock, wanted), end: async () => {} };
  const { baseUrl, applicationId } = await services.connection();
  const run = shared.paces.run(
    sha256(stringifyJson([normalizeBankUrl(baseUrl), applicationId, id])),
  );
  const { clock, process: machine } = host;
  const pace = new SharedPace({
    run,
    clock,
    uptime: () => machine.uptime(),
    wanted,
    warn: (text) => void warn(text),
  });
  return {
    before: { turn: () => undefined, slower: (ms) => pace.slower(ms) },
    turn: () => pace.turn(stopping),
    end: () => pace.end(),
  };
}
