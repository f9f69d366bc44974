import { parseSatang } from './amounts.js';
import { NO_TIME } from './columns.js';
import { DateReader } from './dates.js';
import { type ColumnName, currencyCode, type Mapping } from './mapping.js';
import { normalizedReference } from './references.js';

/** Compares two cells of one line that stand in columns of the same meaning. */
export class CellComparer {
  readonly #mapping: Mapping;
  readonly #dates: DateReader;
  readonly #statusFor: (text: string) => number | undefined;

  constructor(mapping: Mapping, statusFor: (text: string) => number | undefined) {
    this.#mapping = mapping;
    this.#dates = new DateReader(mapping.date, mapping.timeFormat);
    this.#statusFor = statusFor;
  }

  /** Whether both say the same; of two moments one may have no time. */
  agree(column: ColumnName, text: string, other: string): boolean {
    const { amount: rule, reference } = this.#mapping;
    const same = <T>(read: (cell: string) => T) => Object.is(read(text), read(other));
    switch (column) {
      case 'amount':
      case 'credit':
      case 'debit':
      case 'fee':
        return text === other || parseSatang(text, rule) === parseSatang(other, rule);
      case 'status':
        return same((cell) => this.#statusFor(cell) ?? cell);
      case 'currency':
        return same((cell) => currencyCode(cell) ?? cell);
      case 'date':
      case 'time':
        return text === other || this.#isSameMoment(text, other, column);
      case 'reference':
      case 'transactionId':
      case 'payout':
        return same((cell) => normalizedReference(cell, reference));
    }
  }

  #isSameMoment(text: string, other: string, column: 'date' | 'time'): boolean {
    const dates = this.#dates;
    const read = (cell: string) =>
      (column === 'date' ? dates.readDate(cell) : dates.readTime(cell))
        ? { date: dates.date, time: dates.time }
        : undefined;
    const [one, two] = [read(text), read(other)];
    if (one === undefined || two === undefined) return false;
    const isTimed = one.time !== NO_TIME && two.time !== NO_TIME;
    return (column === 'time' || one.date === two.date) && (!isTimed || one.time === two.time);
  }
}
