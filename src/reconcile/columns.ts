import { PayctlError } from '../core/errors.js';
import { formatAmount } from '../core/money.js';
import { unreadFiles } from '../messages/unread-files.js';

/** What a line says of its payment, as numbers in a column. */
export const PAID = 0;
export const REVERSED = 1;
export const OPEN = 2;
/** No payment, but what the bank took for its service. */
export const FEE = 3;

/** Of a line without a time. */
export const NO_TIME = -1;

/** A line that stands in no file. Texts by their number, amounts in satang, dates as days since 1970. */
export interface Row {
  reference: number;
  transactionId: number;
  amount: number;
  date: number;
  /** Seconds of the day, or NO_TIME. */
  time: number;
  /** The day on which it settles. */
  settles: number;
  status: number;
  /** Which file of its side, from 0. */
  file: number;
}

const INTEGERS = [
  ...(['reference', 'transactionId', 'payout', 'date', 'time'] as const),
  ...(['settles', 'line', 'currency'] as const),
];

/** Rows of one side: more would not fit in memory. */
const MOST_ROWS = 2 ** 24;

/** The first rows keep short contents as text: few are ever compared, and hashing each would cost more. */
const FIRST_ROWS = 8_192;
const SHORT = 1_024;

/**
 * The lines of one side, column by column: a million objects would cost ten times the memory. A
 * reader writes the columns of the next row; it counts once `count` says so.
 */
export class Columns {
  count = 0;
  #capacity = 1 << 10;
  reference = new Int32Array(this.#capacity);
  transactionId = new Int32Array(this.#capacity);
  payout = new Int32Array(this.#capacity);
  amount = new Float64Array(this.#capacity);
  fee = new Float64Array(this.#capacity).fill(Number.NaN);
  date = new Int32Array(this.#capacity);
  time = new Int32Array(this.#capacity);
  settles = new Int32Array(this.#capacity);
  status = new Uint8Array(this.#capacity);
  file = new Uint16Array(this.#capacity);
  /** The number of its code; 0 is baht. */
  currency = new Int32Array(this.#capacity);
  line = new Int32Array(this.#capacity);
  /** Hashes of the cells that belong to no column, for rows without a transaction id. */
  #hashes = new Int32Array(this.#capacity);
  readonly #contents: (string | undefined)[] = [];

  /** The row to be written. */
  next(): number {
    if (this.count === this.#capacity) this.#grow();
    return this.count;
  }

  add(row: Row): number {
    const at = this.next();
    this.reference[at] = row.reference;
    this.transactionId[at] = row.transactionId;
    this.amount[at] = row.amount;
    this.date[at] = row.date;
    this.time[at] = row.time;
    this.settles[at] = row.settles;
    this.status[at] = row.status;
    this.file[at] = row.file;
    this.line[at] = 0;
    this.currency[at] = 0;
    this.count += 1;
    return at;
  }

  /** Resets the optional columns of the next row: the row that follows a rejected one may not write them. */
  dropNext(): void {
    const at = this.next();
    this.payout[at] = 0;
    this.fee[at] = Number.NaN;
    this.status[at] = PAID;
    this.currency[at] = 0;
  }

  /** Takes rows out, given in order; those behind them move up. */
  remove(rows: readonly number[]): void {
    const gone = new Set(rows);
    const columns = this.#columns();
    let to = rows[0] ?? this.count;
    for (let from = to; from < this.count; from++) {
      if (gone.has(from)) continue;
      for (const column of columns) column[to] = column[from] ?? 0;
      if (to < this.#contents.length) this.#contents[to] = this.#contents[from];
      to += 1;
    }
    const left = this.count;
    this.count = to;
    this.#contents.length = Math.min(this.#contents.length, to);
    this.payout.fill(0, to, left);
    this.fee.fill(Number.NaN, to, left);
    this.status.fill(PAID, to, left);
    this.currency.fill(0, to, left);
  }

  #columns() {
    const integers = INTEGERS.map((name) => this[name]);
    return [...integers, this.amount, this.fee, this.status, this.file, this.#hashes];
  }

  /** The numbers of the currencies of its rows. */
  currencies(from = 0): Set<number> {
    const currencies = new Set<number>();
    for (let at = from; at < this.count; at++) currencies.add(this.currency[at] ?? 0);
    return currencies;
  }

  /** What else a line says: only where two agree in all columns it is compared. */
  keepContents(row: number, contents: string): void {
    if (row < FIRST_ROWS && contents.length <= SHORT) this.#contents[row] = contents;
    else this.#hashes[row] = hashText(contents);
  }

  /** Contents of which only the hash is known. */
  keepHash(row: number, hash: number): void {
    this.#hashes[row] = hash;
  }

  /** The same number for the same contents, and hardly ever for others. */
  contentsHash(row: number): number {
    const contents = this.#contents[row];
    return contents === undefined ? (this.#hashes[row] ?? 0) : hashText(contents);
  }

  /** First and last settlement day; undefined where there is no line. */
  covered(): DayNumbers | undefined {
    if (this.count === 0) return undefined;
    let [from, to] = [this.settles[0] ?? 0, this.settles[0] ?? 0];
    for (let at = 1; at < this.count; at++) {
      const day = this.settles[at] ?? 0;
      if (day < from) from = day;
      if (day > to) to = day;
    }
    return { from, to };
  }

  #grow(): void {
    if (this.#capacity >= MOST_ROWS) {
      throw new PayctlError('USAGE', unreadFiles.tooManyLines(MOST_ROWS), {
        hint: unreadFiles.dayByDay,
      });
    }
    this.#capacity *= 2;
    for (const name of INTEGERS) this[name] = copied(new Int32Array(this.#capacity), this[name]);
    this.amount = copied(new Float64Array(this.#capacity), this.amount);
    this.fee = copied(new Float64Array(this.#capacity).fill(Number.NaN), this.fee);
    this.status = copied(new Uint8Array(this.#capacity), this.status);
    this.file = copied(new Uint16Array(this.#capacity), this.file);
    this.#hashes = copied(new Int32Array(this.#capacity), this.#hashes);
  }
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash | 0;
}

/** Days since 1970, both inclusive. */
export interface DayNumbers {
  from: number;
  to: number;
}

export function isWithin(day: number, days: DayNumbers | undefined): boolean {
  return days !== undefined && day >= days.from && day <= days.to;
}

/** @param days in order and disjoint */
export function isWithinAny(day: number, days: readonly DayNumbers[]): boolean {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle]?.to ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return isWithin(day, days[low]);
}

function copied<T extends { set(from: ArrayLike<number>): void }>(
  to: T,
  from: ArrayLike<number>,
): T {
  to.set(from);
  return to;
}

/** A sum of safe integers of satang that is exact however many there are. */
export class Sum {
  #whole = 0n;
  #part = 0;

  add(satang: number): void {
    this.#part += satang;
    if (this.#part > EXACT || this.#part < -EXACT) this.#round();
  }

  merge(other: Sum): void {
    this.#whole += other.value;
  }

  addAll(amounts: Float64Array): void {
    for (let at = 0; at < amounts.length; at++) {
      this.#part += amounts[at] ?? 0;
      if (this.#part > EXACT || this.#part < -EXACT) this.#round();
    }
  }

  get value(): bigint {
    return this.#whole + BigInt(this.#part);
  }

  toString(): string {
    return formatAmount(this.value);
  }

  #round(): void {
    this.#whole += BigInt(this.#part);
    this.#part = 0;
  }
}

/** One more amount of fifteen digits and the sum is still a safe integer. */
const EXACT = 2 ** 52;
