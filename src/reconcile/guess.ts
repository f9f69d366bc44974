import type { Message } from '../core/message.js';
import { csvRecords, lineEndNormalizer } from '../core/records.js';
import { visible } from '../core/text.js';
import { tolerate } from '../core/tolerate.js';
import { mappingMessages as words } from '../messages/mapping.js';
import { isDebit, tellsDirection } from './directions.js';
import { fixedGuess, MOST_LINES } from './guess-fixed.js';
import { type Guess, guessAmount, guessTimes, isIso, looksLikeAmounts } from './guess-values.js';
import { dividedHeader } from './header.js';
import {
  COLUMNS,
  type ColumnName,
  ENTRY_FIELDS,
  type EntryField,
  HEADERS,
  missingColumns,
  PLAIN,
  plainHeader,
} from './mapping.js';
import { readRows } from './read-rows.js';
import type { RowSink, Table } from './rows.js';

/** Guesses from the text of the beginning; `isForeign`: it was no UTF-8. */
export function guessFrom(beginning: string, isForeign: boolean): Guess {
  const text = lineEndNormalizer(beginning)(beginning);
  const guess = csvGuess(text) ?? fixedGuess(text);
  return isForeign ? { ...guess, encoding: 'windows-874' } : guess;
}

/** Guesses from the first rows of a workbook. */
export function guessFromRows(rows: readonly string[][]): Guess {
  const first = rows.slice(0, MOST_LINES);
  const width = Math.max(...first.map((row) => row.length));
  // A row ends with its last cell that is filled in.
  const blanks = (row: readonly string[]) => Array.from({ length: width - row.length }, () => '');
  return { ...columnsGuess(first.map((row) => [...row, ...blanks(row)])), format: 'xlsx' };
}

/**
 * What the beginning of a statement file tells; undefined where it is none. The reference is the first
 * field that half of the entries fill in.
 */
export async function guessStatement(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Guess | undefined> {
  const sink = new FilledFields();
  // It fails where the beginning is cut off, or where it is a table with columns that are not known.
  await tolerate(() => readRows({ file, chunks }, PLAIN, sink));
  const { format } = sink;
  if (format === undefined) return undefined;
  const statement = { format, from: sink.fullest() };
  return { statement, format: 'csv', columns: {}, amount: {}, date: {}, remarks: [] };
}

/** Counts how many entries fill in each field. */
class FilledFields implements RowSink {
  /** Undefined where it is no statement. */
  format: string | undefined;
  readonly #filled = new Map<EntryField, number>();
  #rows = 0;

  begin({ format, layout }: Table): void {
    if (layout.isStatement === true) this.format = format;
  }

  row(cells: readonly string[]): void {
    this.#rows += 1;
    for (const [at, field] of ENTRY_FIELDS.entries()) {
      if (cells[at]) this.#filled.set(field, (this.#filled.get(field) ?? 0) + 1);
    }
  }

  reject(): void {}
  wrapped(): void {}
  statement(): void {}

  fullest(): EntryField {
    const half = this.#rows / 2;
    return ENTRY_FIELDS.find((field) => (this.#filled.get(field) ?? 0) > half) ?? 'EndToEndId';
  }
}

/** CSV has a delimiter that cuts nearly every line into as many cells. */
function csvGuess(text: string): Guess | undefined {
  const candidates = [',', ';', '\t', '|']
    .map((delimiter) => ({ delimiter, rows: firstRecords(text, delimiter) }))
    .map((one) => ({ ...one, cells: mostCommon(one.rows.map((row) => row.length)) }))
    .filter(({ cells }) => cells >= 3)
    .sort((a, b) => score(b.rows, b.cells) - score(a.rows, a.cells));
  const [best] = candidates;
  if (best === undefined || score(best.rows, best.cells) < 0.5) return undefined;
  const rows = best.rows.filter((row) => row.length === best.cells);
  return {
    ...columnsGuess(rows),
    ...(best.delimiter !== ',' && { delimiter: best.delimiter }),
  };
}

function columnsGuess(rows: readonly string[][]): Guess {
  const top = rows.findIndex(isHeader);
  const [upper = [], ...below] = rows.slice(Math.max(0, top));
  const divided = dividedHeader(upper, below[0] ?? []);
  const [header, lines] = divided === undefined ? [upper, below] : [divided, below.slice(1)];
  const columns = guessColumns(header, lines);
  const values = (column: ColumnName) => {
    const name = columns[column];
    const at = header.findIndex((cell) => cell.trim() === name);
    return name === undefined ? [] : lines.map((row) => (row[at] ?? '').trim()).filter(Boolean);
  };
  const remarks = missingColumns({}, (column) => columns[column] !== undefined).map((column) =>
    words.whichColumn(
      column,
      header.map((cell) => visible(cell.trim())),
    ),
  );
  return {
    format: 'csv',
    columns,
    amount: guessAmount(AMOUNTS.flatMap(values)),
    ...guessTimes(values('date'), values('time')),
    remarks: [...remarks, ...debitMarks(header, lines)],
  };
}

/** A column that says of each amount whether it came or went: without it, what went is a bad line. */
function debitMarks(header: readonly string[], lines: readonly string[][]): Message[] {
  return header.flatMap((name, at) => {
    const cells = lines.map((row) => (row[at] ?? '').trim());
    const marks = [...new Set(cells.filter((cell) => cell !== ''))];
    const reversed = marks.filter(isDebit);
    if (reversed.length === 0 || !tellsDirection(name, marks)) return [];
    const paid = marks.filter((mark) => !isDebit(mark));
    return [words.debitMarks(visible(JSON.stringify(name.trim())), paid, reversed)];
  });
}

function firstRecords(text: string, delimiter: string): string[][] {
  // The last line may have been cut off.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1) || text;
  const rows = csvRecords(whole, delimiter).flatMap(({ cells }) => (cells ? [cells] : []));
  return rows.slice(0, MOST_LINES);
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

const AMOUNTS = ['amount', 'credit', 'debit'] as const;
const MONEY: readonly ColumnName[] = [...AMOUNTS, 'fee'];

/** Words by which people name columns, beside the ones that need no mapping. */
const HINTS: Readonly<Record<ColumnName, RegExp>> = {
  reference: /ref|order|invoice|bill|อ้างอิง|ใบแจ้ง|คำสั่งซื้อ/i,
  transactionId: /trans.*(id|no|ref)|txn|รายการ/i,
  amount: /amount|amt|total|net|gross|baht|thb|จำนวนเงิน|ยอด/i,
  credit: /credit|deposit|เครดิต|ฝาก|เงินเข้า/i,
  debit: /debit|withdraw|เดบิต|ถอน|เงินออก/i,
  fee: /fee|charge|commission|ธรรมเนียม/i,
  date: /date|paid|day|วันที่|วัน/i,
  time: /time|เวลา/i,
  status: /status|state|result|สถานะ/i,
  payout: /payout|settle|batch/i,
  currency: /currency|ccy|สกุลเงิน/i,
};

/** In this order: a date may look like an amount, and an amount like a reference. */
const BY_LOOKS: readonly ColumnName[] = [
  ...(['date', 'time', 'fee', 'credit', 'debit', 'amount'] as const),
  ...(['transactionId', 'reference', 'status', 'payout'] as const),
];

/** By the names that we know, then by what the header and the values look like. */
function guessColumns(header: readonly string[], lines: readonly string[][]): Guess['columns'] {
  const columns: Guess['columns'] = {};
  const used = new Set<number>();
  const take = (column: ColumnName, at: number) => {
    if (at < 0 || columns[column] !== undefined) return;
    // Beside columns for credit and debit, another amount is the balance.
    if (column === 'amount' && (columns.credit ?? columns.debit) !== undefined) return;
    columns[column] = (header[at] ?? '').trim();
    used.add(at);
  };
  const plain = header.map(plainHeader);
  for (const column of COLUMNS) {
    if (columns.amount !== undefined && (column === 'credit' || column === 'debit')) continue;
    const name = HEADERS[column].find((one) => plain.includes(one));
    take(column, name === undefined ? -1 : plain.indexOf(name));
  }
  const valuesAt = (at: number) => lines.map((row) => (row[at] ?? '').trim()).filter(Boolean);
  const fits = (column: ColumnName, at: number) => {
    const values = valuesAt(at);
    if (column === 'date') return guessTimes(values, []).date.format !== undefined || isIso(values);
    if (MONEY.includes(column)) return looksLikeAmounts(values);
    return true;
  };
  const find = (isOne: (at: number) => boolean) =>
    header.findIndex((_, at) => !used.has(at) && isOne(at));
  for (const column of BY_LOOKS) {
    const hint = HINTS[column];
    take(
      column,
      find((at) => hint.test(header[at] ?? '') && fits(column, at)),
    );
  }
  const hasDecimals = (at: number) => valuesAt(at).some((value) => /\.[0-9]{2}/.test(value));
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
