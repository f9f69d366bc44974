import { CLASSES, type MatchRecord, type RecordClass } from './classes.js';
import { type Columns, Sum } from './columns.js';
import { NO_FILE } from './synthetic.js';

interface Sums {
  count: number;
  amount: Sum;
}

/** Counts and sums of a class. */
export interface Tally {
  count: number;
  /** Of bank lines, else of own ones. */
  amount: Sum;
  orders: { rows: number; amount: Sum };
  bank: { rows: number; amount: Sum };
  /** Differences, bank minus own, that were accepted by tolerance: those above zero, those below. */
  accepted: { over: Sum; under: Sum };
}

/** What settled on one day, by class. */
export type DayTally = Map<RecordClass, Sums>;

type Rows = Pick<MatchRecord, 'own' | 'bank' | 'accepted'>;

/** Counts records by class and by settlement day. What matched is counted as it comes, not kept. */
export class Tallies {
  readonly #own: Columns;
  readonly #bank: Columns;
  readonly #matched = emptyTally();
  readonly #matchedDays = new Map<number, Sums>();
  /** Of pairs in which nothing differs: nearly all are. */
  readonly #plainDays = new Map<number, Sums>();

  constructor({ own, bank }: { own: Columns; bank: Columns }) {
    this.#own = own;
    this.#bank = bank;
  }

  /** A pair in which nothing differs, by its bank line. */
  addPlain(row: number): void {
    const sums = sumsForDay(this.#plainDays, this.#bank.settles[row] ?? 0);
    sums.count += 1;
    sums.amount.add(this.#bank.amount[row] ?? 0);
  }

  addMatched(rows: Rows): void {
    this.#add(this.#matched, rows);
    this.#addDay(this.#matchedDays, rows);
  }

  /** By class, in the order of the classes: what matched, and these records. */
  byClass(records: readonly MatchRecord[]): Map<RecordClass, Tally> {
    this.#foldPlain();
    const tallies = new Map(
      CLASSES.map((kind) => [kind, kind === 'matched' ? this.#matched : emptyTally()]),
    );
    for (const record of records) {
      const tally = tallies.get(record.kind);
      if (record.kind === 'matched' || tally === undefined) continue;
      if (record.bad) tally[record.bad.role].rows += 1;
      this.#add(tally, record);
    }
    return tallies;
  }

  /** By settlement day and class, in order of days; what cannot be read has no day. */
  byDay(records: readonly MatchRecord[]): Map<number, DayTally> {
    this.#foldPlain();
    const days = new Map<number, DayTally>();
    for (const kind of CLASSES) {
      const byDay = kind === 'matched' ? this.#matchedDays : new Map<number, Sums>();
      if (kind !== 'matched') {
        for (const record of records) if (record.kind === kind) this.#addDay(byDay, record);
      }
      for (const [day, sums] of byDay) {
        const tally: DayTally = days.get(day) ?? new Map();
        days.set(day, tally.set(kind, sums));
      }
    }
    return new Map([...days].sort(([a], [b]) => a - b));
  }

  /** Each plain pair is one line and the same amount on either side. */
  #foldPlain(): void {
    const { orders, bank } = this.#matched;
    for (const [day, { count, amount }] of this.#plainDays) {
      const ofDay = sumsForDay(this.#matchedDays, day);
      for (const sums of [this.#matched, ofDay]) sums.count += count;
      for (const side of [orders, bank]) side.rows += count;
      for (const sums of [this.#matched, ofDay, orders, bank]) sums.amount.merge(amount);
    }
    this.#plainDays.clear();
  }

  #addDay(byDay: Map<number, Sums>, { own, bank }: Rows): void {
    if (own.length + bank.length === 0) return;
    const isOfBank = bank.length > 0;
    const lines = isOfBank ? this.#bank : this.#own;
    const rows = isOfBank ? bank : own;
    const sums = sumsForDay(byDay, lines.settles[rows[0] ?? 0] ?? 0);
    sums.count += 1;
    for (const row of rows) sums.amount.add(lines.amount[row] ?? 0);
  }

  #add(into: Tally, { own, bank, accepted = 0 }: Rows): void {
    into.count += 1;
    if (accepted !== 0) into.accepted[accepted > 0 ? 'over' : 'under'].add(accepted);
    // Payments that the bank told of stand in no file.
    const isOfBank = bank.length > 0 && this.#bank.file[bank[0] ?? 0] !== NO_FILE;
    for (const row of own) {
      const amount = this.#own.amount[row] ?? 0;
      if (!isOfBank) into.amount.add(amount);
      if (this.#own.file[row] === NO_FILE) continue;
      into.orders.rows += 1;
      into.orders.amount.add(amount);
    }
    if (!isOfBank) return;
    for (const row of bank) {
      const amount = this.#bank.amount[row] ?? 0;
      into.amount.add(amount);
      into.bank.rows += 1;
      into.bank.amount.add(amount);
    }
  }
}

function sumsForDay(byDay: Map<number, Sums>, day: number): Sums {
  const existing = byDay.get(day);
  if (existing !== undefined) return existing;
  const sums = { count: 0, amount: new Sum() };
  byDay.set(day, sums);
  return sums;
}

function emptyTally(): Tally {
  const side = () => ({ rows: 0, amount: new Sum() });
  const accepted = { over: new Sum(), under: new Sum() };
  return { count: 0, amount: new Sum(), orders: side(), bank: side(), accepted };
}
