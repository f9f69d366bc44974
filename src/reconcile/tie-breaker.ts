import type { Columns } from './columns.js';
import type { Side } from './open-rows.js';
import { addUp } from './sums.js';
import type { Texts } from './texts.js';

/** A number of a row by which rows of the two sides are compared: of the own one, and of the bank's. */
type Key = (lines: Columns, row: number) => number;
type Keys = readonly (readonly [own: Key, bank: Key])[];

const amountKey: Key = ({ amount }, row) => amount[row] ?? 0;
const dateKey: Key = ({ date }, row) => date[row] ?? 0;
const timeKey: Key = ({ time }, row) => time[row] ?? 0;
const settlesKey: Key = ({ settles }, row) => settles[row] ?? 0;

const SAME_AMOUNT: Keys = [[amountKey, amountKey]];
const SAME_TIME: Keys = [
  [dateKey, dateKey],
  [timeKey, timeKey],
];

/** What decides between equals: the same date, time and transaction id first, then less and less. */
const TIES: readonly { keys: Keys; byId?: true }[] = [
  { keys: SAME_TIME, byId: true },
  { keys: SAME_TIME },
  { keys: [[dateKey, dateKey]] },
  { keys: [[settlesKey, settlesKey]] },
  { keys: [[settlesKey, dateKey]] },
  { keys: [[dateKey, settlesKey]] },
  { keys: [] },
];

/** Comparisons that a group may cost when sums are looked for. */
const MOST_SUMS = 1_000_000;

/** Rows of the two sides that are not paired yet. */
type Left = Record<Side, number[]>;

/** Is told what belongs together. */
interface Found {
  pair(own: number, bank: number): void;
  /** One row against several of the other side. */
  several(own: number[], bank: number[]): void;
}

/** Pairs rows of two sides in an order that the order of the files never changes. */
export class TieBreaker {
  readonly #own: Columns;
  readonly #bank: Columns;
  readonly #texts: Texts;
  readonly #found: Found;

  constructor({ own, bank, texts }: { own: Columns; bank: Columns; texts: Texts }, found: Found) {
    this.#own = own;
    this.#bank = bank;
    this.#texts = texts;
    this.#found = found;
  }

  /** The order of lines that nothing else tells apart; equal lines stand as they stand in the file. */
  compare(lines: Columns, a: number, b: number): number {
    return (
      (lines.date[a] ?? 0) - (lines.date[b] ?? 0) ||
      (lines.time[a] ?? 0) - (lines.time[b] ?? 0) ||
      this.#texts.compare(lines.transactionId[a] ?? 0, lines.transactionId[b] ?? 0) ||
      (lines.amount[a] ?? 0) - (lines.amount[b] ?? 0) ||
      this.#texts.compare(lines.reference[a] ?? 0, lines.reference[b] ?? 0) ||
      (lines.status[a] ?? 0) - (lines.status[b] ?? 0) ||
      comparableFee(lines, a) - comparableFee(lines, b) ||
      this.#texts.compare(lines.payout[a] ?? 0, lines.payout[b] ?? 0) ||
      lines.contentsHash(a) - lines.contentsHash(b) ||
      a - b
    );
  }

  sorted(rows: readonly number[], lines: Columns): number[] {
    return [...rows].sort((a, b) => this.compare(lines, a, b));
  }

  /** Pairs rows of equal amounts, the closest first; gives what is left. */
  pairEqual(left: Left): Left {
    return this.#pairClosest(left, SAME_AMOUNT);
  }

  /** Pairs as many rows as there are, the closest first. */
  pairAny(left: Left): Left {
    return this.#pairClosest(left, []);
  }

  /** Pairs rows whose amounts differ by no more than this many satang. */
  pairNear({ own, bank }: Left, tolerance: number): Left {
    const away = (o: number, b: number) => {
      const difference = amountKey(this.#own, o) - amountKey(this.#bank, b);
      return Math.abs(difference) <= tolerance ? 0 : difference;
    };
    return this.#merge(
      this.#by(own, this.#own, [amountKey]),
      this.#by(bank, this.#bank, [amountKey]),
      away,
    );
  }

  /** Pairs one row with several of the other side that add up to it. */
  pairSums({ own, bank }: Left, tolerance: number): Left {
    const lines = { own: this.#own, bank: this.#bank };
    const left = { own: this.sorted(own, this.#own), bank: this.sorted(bank, this.#bank) };
    const search = (one: Side, many: Side): void => {
      for (const row of [...left[one]]) {
        if (left[many].length < 2) return;
        const amounts = left[many].map((other) => amountKey(lines[many], other));
        const chosen = addUp(amountKey(lines[one], row), amounts, tolerance);
        if (chosen === undefined) continue;
        const several = chosen.map((index) => left[many][index] ?? 0);
        left[one] = left[one].filter((other) => other !== row);
        left[many] = left[many].filter((other) => !several.includes(other));
        if (one === 'own') this.#found.several([row], several);
        else this.#found.several(several, [row]);
      }
    };
    if (own.length * bank.length <= MOST_SUMS) {
      search('own', 'bank');
      search('bank', 'own');
    }
    return left;
  }

  #pairClosest(all: Left, must: Keys): Left {
    let left = all;
    for (const { keys, byId = false } of TIES) {
      if (left.own.length === 0 || left.bank.length === 0) break;
      const wanted = [...must, ...keys];
      const [ofOwn, ofBank] = [wanted.map(([key]) => key), wanted.map(([, key]) => key)];
      const own = this.#by(left.own, this.#own, ofOwn);
      const bank = this.#by(left.bank, this.#bank, ofBank);
      left = this.#merge(own, bank, (o, b) => this.#across(o, b, wanted, byId));
    }
    return left;
  }

  #by(rows: readonly number[], lines: Columns, keys: readonly Key[]): number[] {
    return [...rows].sort((a, b) => {
      for (const key of keys) {
        const order = key(lines, a) - key(lines, b);
        if (order !== 0) return order;
      }
      return this.compare(lines, a, b);
    });
  }

  #across(o: number, b: number, keys: Keys, byId: boolean): number {
    for (const [ofOwn, ofBank] of keys) {
      const order = ofOwn(this.#own, o) - ofBank(this.#bank, b);
      if (order !== 0) return order;
    }
    const [ours, theirs] = [this.#own.transactionId[o] ?? 0, this.#bank.transactionId[b] ?? 0];
    return byId ? this.#texts.compare(ours, theirs) : 0;
  }

  /** Pairs the rows of two sorted lists that agree. */
  #merge(own: number[], bank: number[], across: (own: number, bank: number) => number): Left {
    const left: Left = { own: [], bank: [] };
    let [i, j] = [0, 0];
    while (i < own.length && j < bank.length) {
      const [o = 0, b = 0] = [own[i], bank[j]];
      const order = across(o, b);
      if (order === 0) this.#found.pair(o, b);
      else if (order < 0) left.own.push(o);
      else left.bank.push(b);
      if (order <= 0) i += 1;
      if (order >= 0) j += 1;
    }
    return { own: [...left.own, ...own.slice(i)], bank: [...left.bank, ...bank.slice(j)] };
  }
}

/** For comparing: a fee that is not stated becomes a number that no fee has. */
export function comparableFee({ fee }: Columns, row: number): number {
  const stated = fee[row] ?? Number.NaN;
  return Number.isNaN(stated) ? Number.MIN_SAFE_INTEGER : stated;
}
