import type { Random } from '../../host/host.js';

export function randomDigits(random: Random, count: number): string {
  return Array.from(random.bytes(count), (byte) => String(byte % 10)).join('');
}

export function uuid(random: Random): string {
  const hex = Buffer.from(random.bytes(16)).toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** Random numbers of a seed, starting over after each reset of the bank. For tests alone. */
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

  #next(): number {
    const state = this.#state;
    this.#state = (state + STEP) | 0;
    return mulberry32(state);
  }
}

const STEP = 0x6d2b79f5;

/** Mulberry32: small, and the same on every machine. */
export function mulberry32(seed: number): number {
  let t = (seed + STEP) | 0;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return (t ^ (t >>> 14)) >>> 0;
}
