import { formatAmount } from '../core/money.js';

/** What a line says of its payment, as numbers in a column. */
export const PAID = 0;
export const REVERSED = 1;
export const OPEN = 2;

/** Of a line without a time. */
export const NO_TIME = -1;

/** One line as it was read. Texts by their number, amounts in satang, dates as days since 1970. */
export interface Line {
  reference: number;
  transactionId: number;
  payout: number;
  amount: number;
  /** NaN where none is stated. */
  fee: number;
  date: number;
  /** Seconds of the day, or NO_TIME. */
  time: number;
  /** The day on which it settles. */
  settles: number;
  status: number;
  /** Of all its columns, where it has no transaction id. */
  contents: number;
  /** Which file of its side, from 0. */
  file: number;
  line: number;
}

/**
 * The lines of one side, column by column: a million objects would cost ten times the memory.
 */
export class Lines {
  count = 0;
  #capacity = 1 << 10;
  reference = new Int32Array(this.#capacity);
  transactionId = new Int32Array(this.#capacity);
  payout = new Int32Array(this.#capacity);
  amount = new Float64Array(this.#capacity);
  fee = new Float64Array(this.#capacity);
  date = new Int32Array(this.#capacity);
  time = new Int32Array(this.#capacity);
  settles = new Int32Array(this.#capacity);
  status = new Uint8Array(this.#capacity);
  contents = new Int32Array(this.#capacity);
  file = new Uint16Array(this.#capacity);
  line = new Int32Array(this.#capacity);

  add(line: Line): number {
    const at = this.count;
    if (at === this.#capacity) this.#grow();
    this.reference[at] = line.reference;
    this.transactionId[at] = line.transactionId;
    this.payout[at] = line.payout;
    this.amount[at] = line.amount;
    this.fee[at] = line.fee;
    this.date[at] = line.date;
    this.time[at] = line.time;
    this.settles[at] = line.settles;
    this.status[at] = line.status;
    this.contents[at] = line.contents;
    this.file[at] = line.file;
    this.line[at] = line.line;
    this.count += 1;
    return at;
  }

  /** First and last settlement day; undefined where there is no line. */
  covered(): Days | undefined {
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
    this.#capacity *= 2;
    const ints = (old: Int32Array) => copied(new Int32Array(this.#capacity), old);
    this.reference = ints(this.reference);
    this.transactionId = ints(this.transactionId);
    this.payout = ints(this.payout);
    this.amount = copied(new Float64Array(this.#capacity), this.amount);
    this.fee = copied(new Float64Array(this.#capacity), this.fee);
    this.date = ints(this.date);
    this.time = ints(this.time);
    this.settles = ints(this.settles);
    this.status = copied(new Uint8Array(this.#capacity), this.status);
    this.contents = ints(this.contents);
    this.file = copied(new Uint16Array(this.#capacity), this.file);
    this.line = ints(this.line);
  }
}

/** Days since 1970, both inclusive. */
export interface Days {
  from: number;
  to: number;
}

export function isWithin(day: number, days: Days | undefined): boolean {
  return days !== undefined && day >= days.from && day <= days.to;
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
    if (Math.abs(this.#part) > MOST) {
      this.#whole += BigInt(this.#part);
      this.#part = 0;
    }
  }

  get value(): bigint {
    return this.#whole + BigInt(this.#part);
  }

  toString(): string {
    return formatAmount(this.value);
  }
}

/** One more amount of fifteen digits and the sum is still a safe integer. */
const MOST = 2 ** 52;
