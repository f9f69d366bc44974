import type { Random } from '../../host/host.js';

/** Random numbers of a seed: the same ones in the same order, anew after each reset. For tests alone. */
export class SeededRandom {
  readonly #seed: number;
  #epoch = '';
  #state = 0;
  readonly #random: Random = {
    bytes: (count) => Uint8Array.from({ length: count }, () => this.#next() >>> 24),
  };

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The numbers since that reset. */
  since(epoch: string): Random {
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      this.#state = this.#seed | 0;
    }
    return this.#random;
  }

  /** Mulberry32. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }
}
