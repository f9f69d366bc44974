import { isRecord } from '../../core/fields.js';
import type { Clock, Random } from '../../host/host.js';
import type { Sqlite } from '../../host/sqlite.js';
import { type Fault, readFaults } from '../faults.js';
import type { HandlerContext } from '../handlers/handler-context.js';
import { SeededRandom } from '../seed/random.js';
import { DEFAULT_SETTINGS, type SandboxSettings } from '../settings.js';
import { readGeneration, readMeta } from './meta.js';
import { dues } from './tables.js';

/** State that every call needs and that rarely changes; cached until any process changes it. */
export interface BankControl {
  generation: string;
  /** Sandbox clock minus the clock of the machine, in milliseconds. */
  clockOffset: number;
  /** The moment at which the sandbox clock is stopped; undefined while it runs. */
  stoppedAt: number | undefined;
  epoch: string;
  settings: SandboxSettings;
  faults: readonly Fault[];
  /** When something happens by itself next. */
  nextDue: number;
}

/** Replaces stored values for one opening of the bank. */
interface Overrides {
  settings: Partial<SandboxSettings>;
  stoppedAt?: number | undefined;
}

/** The settings that are kept with the state, over the defaults. */
export function readSettings(store: Sqlite): SandboxSettings {
  const stored: unknown = JSON.parse(readMeta(store, 'settings') ?? '{}');
  return { ...DEFAULT_SETTINGS, ...(isRecord(stored) ? stored : {}) };
}

function read(store: Sqlite, { settings, stoppedAt }: Overrides): BankControl {
  const stopped = readMeta(store, 'clockStopped');
  return {
    generation: readGeneration(store),
    clockOffset: Number(readMeta(store, 'clockOffset') ?? 0),
    // Empty where somebody has let it run.
    stoppedAt: stopped === undefined ? stoppedAt : stopped === '' ? undefined : Number(stopped),
    epoch: readMeta(store, 'epoch') ?? '0',
    settings: { ...readSettings(store), ...settings },
    faults: readFaults(store),
    nextDue: dues.first(store, 'ORDER BY at LIMIT 1')?.at ?? Number.POSITIVE_INFINITY,
  };
}

/** The state of the bank with its clock and its random numbers. */
export class BankBooks {
  readonly store: Sqlite;
  readonly clock: Clock;
  readonly #random: Random | SeededRandom;
  readonly #overrides: Overrides;
  #control: BankControl;

  constructor(store: Sqlite, clock: Clock, random: Random | SeededRandom, overrides: Overrides) {
    this.store = store;
    this.clock = clock;
    this.#random = random;
    this.#overrides = overrides;
    this.#control = read(store, overrides);
  }

  control(): BankControl {
    if (readGeneration(this.store) !== this.#control.generation) {
      this.#control = read(this.store, this.#overrides);
    }
    return this.#control;
  }

  /** Milliseconds since the epoch by the sandbox clock. */
  now(): number {
    const { stoppedAt, clockOffset } = this.control();
    return stoppedAt ?? this.clock.now() + clockOffset;
  }

  context(now: number): HandlerContext {
    const { settings, epoch } = this.control();
    const random = this.#random instanceof SeededRandom ? this.#random.since(epoch) : this.#random;
    return { store: this.store, now, settings, random };
  }

  /** Reads clock, settings, faults and due work again next time: they may be of a write that was undone. */
  recheck(): void {
    this.#control = { ...this.#control, generation: '' };
  }

  /** One transaction; a throw undoes it. */
  write<T>(work: () => T): T {
    try {
      return this.store.transaction(work);
    } catch (error) {
      this.recheck();
      throw error;
    }
  }
}
