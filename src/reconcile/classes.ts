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

export function rankOf(kind: RecordClass): number {
  return CLASSES.indexOf(kind);
}
