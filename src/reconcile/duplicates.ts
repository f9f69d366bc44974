import type { Columns } from './columns.js';
import { comparableFee, type TieBreaker } from './tie-breaker.js';

/**
 * Tells lines that repeat another line of their side from those that stay.
 *
 * @param isChecked whether a row can be a duplicate
 */
export function splitDuplicates(
  lines: Columns,
  rows: number[],
  ties: TieBreaker,
  isChecked: (row: number) => boolean,
): { kept: number[]; repeated: number[] } {
  if (rows.length < 2) return { kept: rows, repeated: [] };
  const sorted = [...rows].sort(
    (a, b) =>
      (lines.reference[a] ?? 0) - (lines.reference[b] ?? 0) ||
      (lines.transactionId[a] ?? 0) - (lines.transactionId[b] ?? 0) ||
      (lines.amount[a] ?? 0) - (lines.amount[b] ?? 0) ||
      (lines.status[a] ?? 0) - (lines.status[b] ?? 0) ||
      ties.compare(lines, a, b),
  );
  const kept: number[] = [];
  const repeated: number[] = [];
  for (const row of sorted) {
    const last = kept.at(-1);
    const isRepeated = last !== undefined && isChecked(row) && repeats(lines, row, last);
    (isRepeated ? repeated : kept).push(row);
  }
  return { kept, repeated };
}

function repeats(lines: Columns, row: number, other: number): boolean {
  const same = (column: ArrayLike<number>) => column[row] === column[other];
  const { reference, transactionId, amount, status } = lines;
  if (![reference, transactionId, amount, status].every(same)) return false;
  if (transactionId[row] !== 0) return true;
  const { date, time, payout } = lines;
  const isSame =
    [date, time, payout].every(same) && comparableFee(lines, row) === comparableFee(lines, other);
  return isSame && lines.contentsHash(row) === lines.contentsHash(other);
}
