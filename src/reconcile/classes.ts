import type { BadLine } from './bad-line.js';
import type { Payout } from './settlement.js';

/** What can become of a line, in the order in which a line is judged, and in which records are listed. */
export const CLASSES = [
  'bad-line',
  'duplicate-line',
  'reversed',
  'refund-missing',
  'amount',
  'unknown-but-paid',
  'fee',
  'wrong-day',
  'matched',
  'paid-twice',
  'timing',
  'missing-in-orders',
  'not-in-journal',
  'success-but-absent',
  'missing-at-bank',
] as const;
export type RecordClass = (typeof CLASSES)[number];

export function classRank(kind: RecordClass): number {
  return CLASSES.indexOf(kind);
}

/** What became of some lines. Rows are those of the two sides. */
export interface MatchRecord {
  kind: RecordClass;
  own: readonly number[];
  bank: readonly number[];
  byPayout: boolean;
  /** Bank minus own; null where there is no one day on each side. */
  days: number | null;
  bad?: BadLine;
  /** Where the bank paid out many orders in one sum. */
  settled?: Payout;
  /** Satang, bank minus own, that were accepted by tolerance. */
  accepted?: number;
}
