import type { Files } from '../../../host/host.js';

const PART = /^([0-9a-f]{32})\.([1-9][0-9]{0,8})(\.jsonl)?$/;

/** A claim, and the number of its newest part. */
export interface Known {
  key: string;
  newest: number;
}

/** All that is known of, and at most how much that is. */
export interface AllKnown {
  count: number;
  each(): Iterable<Known>;
}

/**
 * Keys of which the names in the two directories say anything else than what is known. So that a
 * million of them fit into memory, only numbers are held.
 */
export function strangersIn(
  files: Pick<Files, 'names'>,
  { claims, links }: { claims: string; links: string },
  { count, each }: AllKnown,
): Set<string> {
  const sums = new Sums(count);
  const strangers = new Set<string>();
  for (const { key, newest } of each()) sums.add(key, sumTo(newest), newest);
  for (const name of files.names(claims)) {
    const [, key, number] = PART.exec(name) ?? [];
    if (key !== undefined && !sums.subtract(key, squared(Number(number)))) strangers.add(key);
  }
  for (const name of files.names(links)) {
    const [, key, number] = PART.exec(name) ?? [];
    if (key !== undefined && sums.newestOf(key) < Number(number)) strangers.add(key);
  }
  for (const { key } of each()) if (sums.left(key) !== 0) strangers.add(key);
  return strangers;
}

/** Of 1, 2 … n: other numbers, or fewer of them, have another sum. */
function sumTo(count: number): number {
  return (count * (count + 1) * (2 * count + 1)) / 6;
}

function squared(number: number): number {
  return number * number;
}

/** Numbers by the first 48 bits of a key; two keys that have them in common only share a sum. */
class Sums {
  readonly #keys: Float64Array;
  readonly #left: Float64Array;
  readonly #newest: Uint32Array;

  /** A third of the places stays free, so that one is soon found. */
  constructor(count: number) {
    const places = Math.ceil(1.5 * count) + 1;
    this.#keys = new Float64Array(places).fill(-1);
    this.#left = new Float64Array(places);
    this.#newest = new Uint32Array(places);
  }

  add(key: string, sum: number, newest: number): void {
    const name = nameOf(key);
    const place = this.#placeOf(name);
    this.#keys[place] = name;
    this.#left[place] = (this.#left[place] ?? 0) + sum;
    this.#newest[place] = Math.max(this.#newest[place] ?? 0, newest);
  }

  /** false where the key is not known. */
  subtract(key: string, number: number): boolean {
    const name = nameOf(key);
    const place = this.#placeOf(name);
    if (this.#keys[place] !== name) return false;
    this.#left[place] = (this.#left[place] ?? 0) - number;
    return true;
  }

  left(key: string): number {
    return this.#left[this.#placeOf(nameOf(key))] ?? 0;
  }

  newestOf(key: string): number {
    const name = nameOf(key);
    const place = this.#placeOf(name);
    return this.#keys[place] === name ? (this.#newest[place] ?? 0) : 0;
  }

  /** Where it is, or would be. */
  #placeOf(name: number): number {
    const places = this.#keys.length;
    let place = name % places;
    while (this.#keys[place] !== name && this.#keys[place] !== -1) place = (place + 1) % places;
    return place;
  }
}

/** The first 48 bits of a key. */
export function nameOf(key: string): number {
  return Number.parseInt(key.slice(0, 12), 16);
}
