import { CsvReader, type CsvRecord, RecordCutter } from '../core/records.js';
import { visible } from '../core/text.js';
import { mappingMessages as words } from '../messages/mapping.js';
import { fixedGuess, MOST_LINES } from './guess-fixed.js';
import { type Guess, guessAmount, guessTimes, isIso, looksLikeAmounts } from './guess-values.js';
import { COLUMNS, type Column, HEADERS, plainHeader } from './mapping.js';

/** Guesses from the text of the beginning; `isForeign`: it was no UTF-8. */
export function guessFrom(text: string, isForeign: boolean): Guess {
  const guess = csvGuess(text) ?? fixedGuess(text);
  return isForeign ? { ...guess, encoding: 'windows-874' } : guess;
}

/** CSV has a delimiter that cuts nearly every line into as many cells. */
function csvGuess(text: string): Guess | undefined {
  const candidates = [',', ';', '\t', '|']
    .map((delimiter) => ({ delimiter, rows: recordsOf(text, delimiter) }))
    .map((one) => ({ ...one, cells: mostCommon(one.rows.map((row) => row.length)) }))
    .filter(({ cells }) => cells >= 3)
    .sort((a, b) => score(b.rows, b.cells) - score(a.rows, a.cells));
  const [best] = candidates;
  if (best === undefined || score(best.rows, best.cells) < 0.5) return undefined;
  const rows = best.rows.filter((row) => row.length === best.cells);
  const top = rows.findIndex(isHeader);
  const [header = [], ...lines] = rows.slice(Math.max(0, top));
  const columns = columnsIn(header, lines);
  const values = (column: Column) => {
    const name = columns[column];
    const at = header.findIndex((cell) => cell.trim() === name);
    return name === undefined ? [] : lines.map((row) => (row[at] ?? '').trim()).filter(Boolean);
  };
  const remarks = (['reference', 'amount', 'date'] as const)
    .filter((column) => columns[column] === undefined)
    .map((column) =>
      words.whichColumn(
        column,
        header.map((cell) => visible(cell.trim())),
      ),
    );
  return {
    format: 'csv',
    ...(best.delimiter !== ',' && { delimiter: best.delimiter }),
    columns,
    amount: guessAmount(values('amount')),
    ...guessTimes(values('date'), values('time')),
    remarks,
  };
}

function recordsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  const cutter = new RecordCutter<CsvRecord>(
    ({ cells }) => {
      if (cells?.some((cell) => cell.trim() !== '') && rows.length < MOST_LINES) rows.push(cells);
    },
    () => undefined,
  );
  // The last line may have been cut off.
  cutter.cut(text, !text.includes('\n'), new CsvReader(delimiter).take);
  return rows;
}

/** Spreadsheets fill up a title above it with empty cells. */
function isHeader(row: readonly string[]): boolean {
  return row.filter((cell) => cell.trim() !== '').length > row.length / 2;
}

function mostCommon(counts: readonly number[]): number {
  const seen = new Map<number, number>();
  for (const count of counts) seen.set(count, (seen.get(count) ?? 0) + 1);
  const [[count] = [0]] = [...seen].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return count ?? 0;
}

function score(rows: readonly string[][], cells: number): number {
  return rows.length === 0 ? 0 : rows.filter((row) => row.length === cells).length / rows.length;
}

/** Words by which people name columns, beside the ones that need no mapping. */
const HINTS: Readonly<Record<Column, RegExp>> = {
  reference: /ref|order|invoice|bill|อ้างอิง|ใบแจ้ง|คำสั่งซื้อ/i,
  transactionId: /trans.*(id|no|ref)|txn|รายการ/i,
  amount: /amount|amt|total|net|gross|baht|thb|จำนวนเงิน|ยอด/i,
  fee: /fee|charge|commission|ธรรมเนียม/i,
  date: /date|paid|day|วันที่|วัน/i,
  time: /time|เวลา/i,
  status: /status|state|result|สถานะ/i,
  payout: /payout|settle|batch/i,
  currency: /currency|ccy|สกุลเงิน/i,
};

/** By the names that we know, then by what the header and the values look like. */
function columnsIn(header: readonly string[], lines: readonly string[][]): Guess['columns'] {
  const columns: Guess['columns'] = {};
  const used = new Set<number>();
  const take = (column: Column, at: number) => {
    if (at < 0 || columns[column] !== undefined) return;
    columns[column] = (header[at] ?? '').trim();
    used.add(at);
  };
  const plain = header.map(plainHeader);
  for (const column of COLUMNS) {
    const name = HEADERS[column].find((one) => plain.includes(one));
    take(column, name === undefined ? -1 : plain.indexOf(name));
  }
  const isFree = (at: number) => !used.has(at);
  const valuesAt = (at: number) => lines.map((row) => (row[at] ?? '').trim()).filter(Boolean);
  const fits = (column: Column, at: number) => {
    const values = valuesAt(at);
    if (column === 'date') return guessTimes(values, []).date.format !== undefined || isIso(values);
    if (column === 'amount' || column === 'fee') return looksLikeAmounts(values);
    return true;
  };
  for (const column of [
    'date',
    'time',
    'fee',
    'amount',
    'transactionId',
    'reference',
    'status',
    'payout',
  ] as const) {
    take(
      column,
      header.findIndex((cell, at) => isFree(at) && HINTS[column].test(cell) && fits(column, at)),
    );
  }
  const hasDecimals = (at: number) => valuesAt(at).some((value) => /\.[0-9]{2}/.test(value));
  const find = (isOne: (at: number) => boolean) => {
    return header.findIndex((_, at) => isFree(at) && isOne(at));
  };
  take(
    'date',
    find((at) => fits('date', at)),
  );
  take(
    'amount',
    find((at) => fits('amount', at) && hasDecimals(at)),
  );
  return columns;
}
