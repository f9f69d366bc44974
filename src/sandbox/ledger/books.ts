import { isRecord } from '../../core/fields.js';
import type { Clock, Random } from '../../host/host.js';
import { type Fault, readFaults } from '../faults/faults.js';
import type { Grant, HandlerContext } from '../handlers/handler-context.js';
import { DEFAULT_SETTINGS, type Settings } from '../settings.js';
import { LogBuffer } from './log.js';
import { generationOf, readMeta } from './meta.js';
import { dues } from './schema.js';
import type { Store } from './store.js';

/** What every call needs and hardly ever changes; kept in memory until some process changes it. */
export interface Control {
  generation: string;
  /** What the sandbox clock is ahead of the machine's, in milliseconds. */
  clockOffset: number;
  settings: Settings;
  faults: readonly Fault[];
  /** When something happens by itself next. */
  nextDue: number;
  /** Tokens seen since, by the header that they came in; dropped with the rest, so that a revocation is noticed at once. */
  grants: Map<string, Grant>;
}

class Controls {
  readonly #store: Store;
  readonly #overrides: Partial<Settings>;
  #known: Control;
  #dataVersion = -1;
  #turn: number | undefined;

  constructor(store: Store, overrides: Partial<Settings>) {
    this.#store = store;
    this.#overrides = overrides;
    this.#known = read(store, overrides);
  }

  /** Looks for changes once for all that is read from one state, which keeps a read at one look-up. */
  current(): Control {
    const { turn } = this.#store;
    if (turn !== undefined && turn === this.#turn) return this.#known;
    const version = this.#store.dataVersion();
    this.#turn = this.#store.turn;
    if (version !== this.#dataVersion) {
      this.#dataVersion = version;
      if (generationOf(this.#store) !== this.#known.generation) {
        this.#known = read(this.#store, this.#overrides);
      }
    }
    return this.#known;
  }

  /** After a write of this process, which its own data version does not show. */
  recheck(): void {
    this.#turn = undefined;
    this.#dataVersion = -1;
  }
}

/** The settings that are kept with the state, over the defaults. */
export function readSettings(store: Store): Settings {
  const kept: unknown = JSON.parse(readMeta(store, 'settings') ?? '{}');
  return { ...DEFAULT_SETTINGS, ...(isRecord(kept) ? kept : {}) };
}

function read(store: Store, overrides: Partial<Settings>): Control {
  return {
    generation: generationOf(store),
    clockOffset: Number(readMeta(store, 'clockOffset') ?? 0),
    settings: { ...readSettings(store), ...overrides },
    faults: readFaults(store),
    nextDue: dues.first(store, 'ORDER BY at LIMIT 1')?.at ?? Number.POSITIVE_INFINITY,
    grants: new Map(),
  };
}

/** The state of the bank with its clock and its chance. */
export class Books {
  readonly store: Store;
  readonly clock: Clock;
  /** Of calls that changed nothing; the others write their line with their effect. */
  readonly log: LogBuffer;
  readonly #random: Random;
  readonly #controls: Controls;

  constructor(store: Store, clock: Clock, random: Random, overrides: Partial<Settings>) {
    this.store = store;
    this.clock = clock;
    this.log = new LogBuffer(store);
    this.#random = random;
    this.#controls = new Controls(store, overrides);
  }

  control(): Control {
    return this.#controls.current();
  }

  /** Milliseconds since the epoch by the sandbox clock. */
  now(): number {
    return this.clock.now() + this.control().clockOffset;
  }

  context(now: number): HandlerContext {
    return { store: this.store, now, settings: this.control().settings, random: this.#random };
  }

  /** Looks anew at clock, settings, faults and due work. */
  recheck(): void {
    this.#controls.recheck();
  }

  /** One transaction; a throw undoes it. */
  write<T>(work: () => T): T {
    try {
      return this.store.write(work);
    } finally {
      this.recheck();
    }
  }
}
