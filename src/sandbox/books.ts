import type { Clock, Random } from '../host/host.js';
import type { Control } from './control.js';
import { Controls } from './control.js';
import type { Desk } from './desk.js';
import { LogBuffer } from './log.js';
import type { Settings } from './settings.js';
import type { Store } from './store.js';

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

  desk(now: number): Desk {
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
