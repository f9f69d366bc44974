import { PayctlError } from '../../core/errors.js';
import type { Clock } from '../../host/host.js';
import type { PaceRun } from '../../state/shared.js';
import { Pace, Rate, type Turns } from './pace.js';

interface SharedPaceParts {
  run: PaceRun;
  clock: Clock;
  /** Milliseconds on a clock that nobody sets. */
  uptime: () => number;
  /** Calls per second; undefined for no limit. */
  wanted: number | undefined;
  warn: (message: string) => void;
}

/** A turn that was missed by more is given up: calls that catch up would come too close together. */
const LATE_MS = 100;
/** A call leaves some time after its turn. So much slower than asked for, no two seconds hold more. */
const MARGIN = 1.05;
/** Turns that are reserved at once last this long, so that a run which ends leaves a small gap. */
const BLOCK_S = 0.5;
/** Without a limit the others are asked this often whether one of them has one. */
const FREE_MS = 1_000;
/** The store was away: until then this process keeps its own pace. */
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
  /** While the store is away. */
  readonly #own: Pace;
  #waiting: Waiting[] = [];
  #reserving = false;
  #freeUntil = Number.NEGATIVE_INFINITY;
  #awayUntil = Number.NEGATIVE_INFINITY;
  #warned = false;

  constructor(parts: SharedPaceParts) {
    this.#parts = parts;
    this.#rate = new Rate(parts.wanted);
    this.#own = new Pace(parts.clock, parts.wanted);
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

  /** Its rate counts no longer; a store that is away finds that out by itself. */
  async end(): Promise<void> {
    const { run, uptime } = this.#parts;
    if (uptime() >= this.#awayUntil) await run.end().catch(this.#away);
  }

  /** undefined where the store is away. */
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
    // Counted from its answer no turn is early, whatever the way to the server took.
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
    this.#parts.warn(`the pace is not shared with other machines for now: ${error.message}`);
  };
}
