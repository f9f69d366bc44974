import { groupBy } from '../core/fields.js';
import { type Columns, OPEN, PAID } from './columns.js';
import { FeeRule } from './fees.js';
import type { SettlementRule } from './mapping.js';
import { smallestSet } from './sums.js';
import type { TieBreaker } from './tie-breaker.js';

/** What the bank paid out for many orders; satang. */
export interface Payout {
  own: number[];
  bank: number[];
  /** Of the orders. */
  sum: number;
  fees: number;
  /** What the bank paid beyond the sum, less the fees where they are netted. */
  left: number;
}

/** Compares orders with the line by which the bank pays them out. */
export class SettlementMatcher {
  readonly #rule: SettlementRule;
  readonly #own: Columns;
  readonly #bank: Columns;
  readonly #tolerance: number;
  readonly #fees: FeeRule;

  constructor(
    rule: SettlementRule,
    { own, bank, tolerance }: { own: Columns; bank: Columns; tolerance: number },
  ) {
    this.#rule = rule;
    this.#own = own;
    this.#bank = bank;
    this.#tolerance = tolerance;
    this.#fees = new FeeRule(rule, own);
  }

  /** All that the bank paid out among the rows that are in no record. */
  all(done: { own: Uint8Array; bank: Uint8Array }, ties: TieBreaker): Payout[] {
    const isDay = this.#rule.by === 'day';
    const { settles, payout } = this.#own;
    const { date, reference, status } = this.#bank;
    const orders = rowsBy(isDay ? settles : payout, done.own, (row) => this.#isDue(row));
    const lines = rowsBy(isDay ? date : reference, done.bank, (row) => status[row] === PAID);
    // A payout without a name is none.
    if (!isDay) orders.delete(0);
    return [...orders].flatMap(([key, own]) => {
      const bank = ties.sorted(lines.get(key) ?? [], this.#bank);
      return this.#settle(ties.sorted(own, this.#own), bank) ?? [];
    });
  }

  /** Whether an order has a part in a sum: it is paid, or is refunded. */
  #isDue(row: number): boolean {
    const { status, amount } = this.#own;
    return status[row] === PAID || ((amount[row] ?? 0) < 0 && status[row] !== OPEN);
  }

  /**
   * The one line that agrees with the orders, else all of them. undefined where the bank has none.
   *
   * @param lines in an order that the order of the file never changes
   */
  #settle(own: number[], lines: readonly number[]): Payout | undefined {
    const { amount } = this.#bank;
    // Once for all lines: a day may have as many of them as orders.
    const due = { own, sum: this.#fees.sumOrders(own), fees: this.#fees.of(own) };
    const candidates = lines.filter((row) => (amount[row] ?? 0) < 0 === due.sum < 0);
    for (const row of candidates) {
      const settled = this.#compare(due, [row]);
      if (Math.abs(settled.left) <= this.#tolerance) return settled;
    }
    return candidates.length === 0 ? undefined : this.#compare(due, candidates);
  }

  /** The fees that the bank states count before the rate. */
  #compare({ own, sum, fees: rated }: Omit<Payout, 'bank' | 'left'>, bank: number[]): Payout {
    const { amount } = this.#bank;
    const fees = this.#statedFees(bank) ?? rated;
    const paid = bank.reduce((total, row) => total + (amount[row] ?? 0), 0);
    const due = this.#rule.fees === 'netted' ? sum - fees : sum;
    return { own, bank, sum, fees, left: paid - due };
  }

  #statedFees(bank: readonly number[]): number | undefined {
    const stated = bank.map((row) => this.#bank.fee[row] ?? Number.NaN);
    const known = stated.filter((fee) => !Number.isNaN(fee));
    return known.length === 0 ? undefined : known.reduce((sum, fee) => sum + Math.abs(fee), 0);
  }

  /** The fewest orders without which the sum would agree; undefined where there are none. */
  findUnpaid({ own, bank, left }: Payout): number[] | undefined {
    if (left >= 0) return undefined;
    const isRated = this.#rule.fees === 'netted' && this.#statedFees(bank) === undefined;
    const isByOrder = isRated && this.#rule.per === 'order';
    const amounts = own.map((row) => {
      const satang = this.#own.amount[row] ?? 0;
      return isByOrder ? satang - this.#fees.ofAmount(satang) : satang;
    });
    const targets = isRated && !isByOrder ? this.#unpaidGross(own, left) : [-left];
    for (const target of targets) {
      const chosen = smallestSet(target, amounts);
      if (chosen) return chosen.map((at) => own[at] ?? 0);
    }
    return undefined;
  }

  /** What may have to go for the rest, less the fee of its sum, to be what was paid. */
  #unpaidGross(own: readonly number[], left: number): number[] {
    const sum = this.#fees.sumOrders(own);
    const net = sum - this.#fees.ofAmount(sum) + left;
    const { rate = 0 } = this.#rule;
    const near = Math.round((net * 1_000_000) / (1_000_000 - rate));
    return [0, -1, 1, -2, 2]
      .map((step) => near + step)
      .filter((gross) => gross - this.#fees.ofAmount(gross) === net)
      .map((gross) => sum - gross);
  }
}

/** The rows that are in no record, by a number that they carry. */
function rowsBy(
  keys: Int32Array,
  done: Uint8Array,
  isWanted: (row: number) => boolean,
): Map<number, number[]> {
  const rows: number[] = [];
  for (let row = 0; row < done.length; row++) if (done[row] === 0 && isWanted(row)) rows.push(row);
  return groupBy(rows, (row) => keys[row] ?? 0);
}

/** What the bank took in lines of its own for a settlement, and what the rate says that it is. */
export interface WrongFee {
  /** Rows of the bank. */
  rows: number[];
  /** The settlement; what is left over is what the bank gave back too much, or took too much. */
  settled: Payout;
}

/**
 * Fees that do not agree with the rate. A line of fees belongs to the settlement of its day or its payout;
 * where one line has the fee, or all of them together, they agree. Others, of a month or a terminal, may lie
 * on a day without one.
 */
export function wrongFees(
  rule: SettlementRule | undefined,
  { bank, tolerance }: { bank: Columns; tolerance: number },
  feeRows: readonly number[],
  settlements: readonly Payout[],
): WrongFee[] {
  if (rule?.rate === undefined || rule.fees !== 'separate') return [];
  const keys = rule.by === 'day' ? bank.date : bank.reference;
  const byKey = groupBy(feeRows, (row) => keys[row] ?? 0);
  return settlements.flatMap((settled) => {
    const rows = byKey.get(keys[settled.bank[0] ?? 0] ?? 0) ?? [];
    const amounts = rows.map((row) => bank.amount[row] ?? 0);
    const left = amounts.reduce((sum, amount) => sum + amount, 0) + settled.fees;
    const agrees = [left, ...amounts.map((amount) => amount + settled.fees)].some(
      (over) => Math.abs(over) <= tolerance,
    );
    return rows.length === 0 || agrees ? [] : [{ rows, settled: { ...settled, left } }];
  });
}
