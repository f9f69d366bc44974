import type { Columns } from './columns.js';
import type { SettlementRule } from './mapping.js';
import type { Settled } from './settlement.js';

/** What the bank took in lines of its own for a settlement, and what the rate says that it is. */
export interface WrongFee {
  /** Rows of the bank. */
  rows: number[];
  /** The settlement; what is left over is what the bank gave back too much, or took too much. */
  settled: Settled;
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
  settlements: readonly Settled[],
): WrongFee[] {
  if (rule?.rate === undefined || rule.fees !== 'separate') return [];
  const keys = rule.by === 'day' ? bank.date : bank.reference;
  const byKey = new Map<number, number[]>();
  for (const row of feeRows) {
    const key = keys[row] ?? 0;
    const rows = byKey.get(key);
    if (rows) rows.push(row);
    else byKey.set(key, [row]);
  }
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
