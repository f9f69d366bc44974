import type { Columns } from './columns.js';

export type Side = 'own' | 'bank';

/** Which rows of the two sides are in no record yet. */
export class OpenRows {
  readonly lines: Readonly<Record<Side, Columns>>;
  /** 1 for each row that is in a record. */
  readonly done: Readonly<Record<Side, Uint8Array>>;
  /** One more than the largest number of a text. */
  readonly #texts: number;

  /** @param currency the number of the one whose lines are matched; all others are done */
  constructor(lines: Record<Side, Columns>, currency: number, texts: number) {
    this.lines = lines;
    this.done = { own: othersThan(currency, lines.own), bank: othersThan(currency, lines.bank) };
    this.#texts = texts;
  }

  any(): boolean {
    return this.done.own.includes(0) || this.done.bank.includes(0);
  }

  /** Those of a side by what they carry. */
  chains(side: Side, keys: Int32Array): RowChains {
    return chainRows(keys, this.done[side], this.#texts);
  }

  of(side: Side, rows: readonly number[]): number[] {
    return rows.filter((row) => this.done[side][row] === 0);
  }

  take(own: readonly number[], bank: readonly number[]): void {
    for (const row of own) this.done.own[row] = 1;
    for (const row of bank) this.done.bank[row] = 1;
  }
}

/** Marks the rows of other currencies. */
function othersThan(wanted: number, { currency, count }: Columns): Uint8Array {
  const others = new Uint8Array(count);
  for (let row = 0; row < count; row++) if (currency[row] !== wanted) others[row] = 1;
  return others;
}

/** Rows by a number that they carry: the first row of each number, and after each row the next. */
export interface RowChains {
  head: Int32Array;
  next: Int32Array;
}

/**
 * @param keys the number that each row carries
 * @param done marks rows that are left out
 * @param size one more than the largest number
 */
function chainRows(keys: Int32Array, done: Uint8Array, size: number): RowChains {
  const head = new Int32Array(size).fill(-1);
  const next = new Int32Array(done.length);
  for (let row = done.length - 1; row >= 0; row--) {
    if (done[row] !== 0) continue;
    const key = keys[row] ?? 0;
    next[row] = head[key] ?? -1;
    head[key] = row;
  }
  return { head, next };
}

/** The rows that carry a number, in order. */
export function chainedRows({ head, next }: RowChains, key: number): number[] {
  const rows: number[] = [];
  for (let row = head[key] ?? -1; row >= 0; row = next[row] ?? -1) rows.push(row);
  return rows;
}
