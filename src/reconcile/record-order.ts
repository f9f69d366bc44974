import { classRank, type MatchRecord } from './classes.js';
import type { Columns } from './columns.js';
import type { Texts } from './texts.js';

/** Of its payout, its orders or its bank lines: the first that is there; else of what cannot be read. */
export function sortReference(record: MatchRecord, own: Columns, bank: Columns): number {
  const { column = null, reference = 0 } = record.bad ?? {};
  // Where the cells are not those of the header, it may be any word.
  const ofBank = first(record.bank, bank.reference) || (column === null ? 0 : reference);
  return record.byPayout ? ofBank : first(record.own, own.reference) || ofBank;
}

/** The bank's own, where it tells one. */
export function sortTransactionId(
  { own: rows, bank: lines }: MatchRecord,
  own: Columns,
  bank: Columns,
): number {
  return first(lines, bank.transactionId) || first(rows, own.transactionId);
}

/** By class, reference, transaction id and lines. */
export function sortRecords(
  records: MatchRecord[],
  own: Columns,
  bank: Columns,
  texts: Texts,
): MatchRecord[] {
  return records.sort(
    (a, b) =>
      classRank(a.kind) - classRank(b.kind) ||
      texts.compare(sortReference(a, own, bank), sortReference(b, own, bank)) ||
      texts.compare(sortTransactionId(a, own, bank), sortTransactionId(b, own, bank)) ||
      firstPlace(a, own, bank) - firstPlace(b, own, bank),
  );
}

const SIDE = 2 ** 48;

const FILE = 2 ** 32;

/** Where its first line stands: orders before the bank, then file, then line. */
function firstPlace(
  { own: rows, bank: lines, bad }: MatchRecord,
  own: Columns,
  bank: Columns,
): number {
  if (bad) return (bad.role === 'bank' ? SIDE : 0) + bad.index * FILE + bad.line;
  const at = (side: Columns, row: number) => (side.file[row] ?? 0) * FILE + (side.line[row] ?? 0);
  const least = (side: Columns, all: readonly number[]) =>
    all.reduce((place, row) => Math.min(place, at(side, row)), Number.POSITIVE_INFINITY);
  return rows.length > 0 ? least(own, rows) : SIDE + least(bank, lines);
}

function first(rows: readonly number[], ids: Int32Array): number {
  for (const row of rows) if (ids[row]) return ids[row] ?? 0;
  return 0;
}
