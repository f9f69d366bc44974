import { seededNumbers } from '../fixtures/fake-host.js';

/** Chance that a seed owns: the same seed, the same run. */
export interface Chance {
  /** In [0, 1). */
  next(): number;
  /** An integer of the range, both ends included. */
  between(least: number, most: number): number;
  /** True in `share` of the cases. */
  happens(share: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
  bytes(count: number): Uint8Array;
}

export function chanceOf(seed: number): Chance {
  const numbers = seededNumbers(Math.imul(seed + 1, 0x9e3779b1));
  const chance: Chance = {
    next: () => numbers() / 2 ** 32,
    between: (least, most) => least + Math.floor(chance.next() * (most - least + 1)),
    happens: (share) => chance.next() < share,
    pick: ([first, ...rest]) => [first, ...rest][chance.between(0, rest.length)] ?? first,
    bytes: (count) => Uint8Array.from({ length: count }, () => chance.between(0, 255)),
  };
  return chance;
}
