import type { Message } from '../core/message.js';
import { CsvReader, type CsvRecord, RecordCutter, takeLine } from '../core/records.js';
import { visible } from '../core/text.js';
import { mappingMessages as words } from '../messages/mapping.js';
import { satangOf } from './amounts.js';
import { DateReader } from './dates.js';
import { END_OF_FILE } from './line-reader.js';
import {
  type AmountRule,
  BANGKOK_MINUTES,
  COLUMNS,
  type Column,
  HEADERS,
  plainHeader,
} from './mapping.js';

/** What could be told of a file by looking at its beginning, as keys of a mapping. */
export interface Guess {
  encoding?: 'windows-874';
  format: 'csv' | 'fixed';
  delimiter?: string;
  records?: Partial<Record<'header' | 'detail' | 'trailer', { at: string; is: string }>>;
  columns: Partial<Record<Column, string>>;
  amount: Partial<Record<'unit' | 'sign' | 'thousands', string>>;
  date: Partial<Record<'format' | 'era', string>>;
  time?: string;
  /** What a person must still decide. */
  remarks: Message[];
}

const MOST = 200;

/** Guesses from the text of the beginning; `isForeign`: it was no UTF-8. */
export function guessFrom(text: string, isForeign: boolean): Guess {
  const guess = csvGuess(text) ?? fixedGuess(text);
  return isForeign ? { ...guess, encoding: 'windows-874' } : guess;
}

/** CSV has a delimiter that cuts nearly every line into as many cells. */
function csvGuess(text: string): Guess | undefined {
  const candidates = [',', ';', '\t', '|']
    .map((delimiter) => ({ delimiter, rows: recordsOf(text, delimiter) }))
    .map((one) => ({ ...one, cells: usual(one.rows.map((row) => row.length)) }))
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
    amount: amountOf(values('amount')),
    ...timesOf(values('date'), values('time')),
    remarks,
  };
}

function recordsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  const cutter = new RecordCutter<CsvRecord>(
    ({ cells }) => {
      if (cells?.some((cell) => cell.trim() !== '') && rows.length < MOST) rows.push(cells);
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

function usual(counts: readonly number[]): number {
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
    if (column === 'date') return timesOf(values, []).date.format !== undefined || isIso(values);
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

function looksLikeAmounts(values: readonly string[]): boolean {
  return (
    values.length > 0 &&
    values.every((value) => /^[(+-]?[0-9][0-9,]*(?:\.[0-9]{1,2})?[)+-]?$/.test(value))
  );
}

function amountOf(values: readonly string[]): Guess['amount'] {
  const amount: Guess['amount'] = {};
  if (values.some((value) => /^\(.*\)$/.test(value))) amount.sign = 'brackets';
  else if (values.some((value) => /[+-]$/.test(value))) amount.sign = 'trailing';
  if (values.some((value) => value.includes(','))) amount.thousands = ',';
  return amount;
}

function isIso(values: readonly string[]): boolean {
  return reads({}, values);
}

const DATES = [
  ...['DD/MM/YYYY', 'DD-MM-YYYY', 'DD.MM.YYYY', 'DDMMYYYY', 'YYYYMMDD', 'YYYY/MM/DD'],
  ...[
    'D/M/YYYY',
    'DD/MM/YY',
    'DD-MM-YY',
    'DDMMYY',
    'D MMM YYYY',
    'D MMM YY',
    'D-MMM-YYYY',
    'D-MMM-YY',
  ],
  ...['MM/DD/YYYY'],
];
const TIMES = ['', ' HH:MM:SS', ' HH:MM', 'THH:MM:SS', 'HHMMSS'];

function timesOf(dates: readonly string[], times: readonly string[]): Pick<Guess, 'date' | 'time'> {
  const date: Guess['date'] = {};
  if (dates.length > 0 && !isIso(dates)) {
    const formats = TIMES.flatMap((time) => DATES.map((format) => format + time));
    const format = formats.find((one) => reads({ format: one }, dates));
    if (format !== undefined) {
      date.format = format;
      // Of two digits 60 and more are Buddhist years: 2517 and later are none of ours.
      const isShort = /(^|[^Y])YY([^Y]|$)/.test(format);
      const isBuddhist = isShort
        ? !dates.every((text) => isRecent(text, format))
        : dates.every((text) => /2[4-6][0-9]{2}/.test(text));
      if (isBuddhist) date.era = 'buddhist';
    }
  }
  const clock = ['HHMMSS', 'HHMM', 'HH.MM'].find((format) => {
    return times.length > 0 && times.every((time) => new DateReader(RULE, format).readTime(time));
  });
  return { date, ...(clock !== undefined && { time: clock }) };
}

const RULE = { zone: BANGKOK_MINUTES };

function reads(rule: { format?: string }, dates: readonly string[]): boolean {
  const reader = new DateReader({ ...RULE, ...rule }, undefined);
  return dates.length > 0 && dates.every((date) => reader.readDate(date));
}

/** Read as years of our era, up to 2049. */
function isRecent(text: string, format: string): boolean {
  const reader = new DateReader({ ...RULE, format, era: 'christian' }, undefined);
  return reader.readDate(text) && reader.date < FAR;
}

/** 2050-01-01. */
const FAR = 29_220;

/** Lines of one length, whose first character tells what they are. */
function fixedGuess(text: string): Guess {
  const lines: string[] = [];
  const cutter = new RecordCutter<{ text: string }>(
    (line) => {
      const isText = line.text.trim() !== '' && line.text !== END_OF_FILE;
      if (isText && lines.length < MOST) lines.push(line.text);
    },
    () => undefined,
  );
  cutter.cut(text, true, takeLine);
  const kinds = new Map<string, string[]>();
  for (const line of lines) {
    const kind = line.slice(0, 1);
    kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
  }
  const [[detail, details] = ['', []]] = [...kinds].sort((a, b) => b[1].length - a[1].length);
  const isMarked = kinds.size > 1 && kinds.size <= 4 && /^[A-Z0-9]$/i.test(detail);
  const mark = (is: string) => ({ at: '[1, 1]', is });
  const [first = '', last = ''] = [lines[0]?.[0], lines.at(-1)?.[0]];
  const records: NonNullable<Guess['records']> = {};
  if (isMarked) {
    if (first !== detail) records.header = mark(first);
    records.detail = mark(detail);
    if (last !== detail && last !== first) records.trailer = mark(last);
  }
  const { columns, ...rest } = fieldsOf(details, isMarked ? 1 : 0);
  const wanted = (['reference', 'amount', 'date'] as const).filter(
    (one) => columns[one] === undefined,
  );
  return {
    format: 'fixed',
    ...(isMarked && { records }),
    columns,
    ...rest,
    remarks: [
      words.positions,
      ...(records.trailer ? [words.trailerPlaces] : []),
      ...wanted.map((column) => words.placeOf(column)),
    ],
  };
}

/** Runs between columns of spaces, and what their values look like. */
function fieldsOf(
  lines: readonly string[],
  from: number,
): Pick<Guess, 'columns' | 'amount' | 'date' | 'time'> {
  const columns: Guess['columns'] = {};
  const place = ([start, end]: readonly [number, number]) => `[${start + 1}, ${end}]`;
  let format: Pick<Guess, 'date' | 'time'> = { date: {} };
  let amount: Guess['amount'] = {};
  for (const run of runsIn(lines, from)) {
    const values = lines.map((line) => line.slice(...run).trim()).filter(Boolean);
    const dated = timesOf(values, []);
    if (columns.date === undefined && (dated.date.format !== undefined || isIso(values))) {
      columns.date = place(run);
      format = { ...format, date: dated.date };
    } else if (columns.date !== undefined && columns.time === undefined && isTimes(values)) {
      columns.time = place(run);
      format = { ...format, time: 'HHMMSS' };
    } else if (columns.amount === undefined && isAmountRun(values)) {
      columns.amount = place(run);
      amount = amountOf(values);
      if (values.every((value) => /^[0-9]+[+-]?$/.test(value))) amount.unit = 'satang';
    } else if (columns.reference === undefined) columns.reference = place(run);
    else columns.transactionId ??= place(run);
  }
  return { columns, amount, ...format };
}

/** Stretches of the lines that are no column of spaces in all of them. */
function runsIn(lines: readonly string[], from: number): (readonly [number, number])[] {
  const length = Math.max(0, ...lines.map((line) => line.length));
  const runs: (readonly [number, number])[] = [];
  let start = -1;
  for (let at = from; at <= length; at++) {
    const isBlank = lines.every((line) => (line[at] ?? ' ') === ' ');
    if (!isBlank && start < 0) start = at;
    if (!isBlank || start < 0) continue;
    runs.push([start, at]);
    start = -1;
  }
  return runs;
}

function isTimes(values: readonly string[]): boolean {
  return (
    values.length > 0 && values.every((value) => new DateReader(RULE, 'HHMMSS').readTime(value))
  );
}

const PLAIN_AMOUNT: AmountRule = { unit: 'baht', sign: 'leading' };

/** Padded with zeros, or with two decimals; a bare number may be a reference. */
function isAmountRun(values: readonly string[]): boolean {
  const isPadded = values.every((value) => /^0[0-9]{5,}[+-]?$/.test(value));
  const isDecimal = values.every(
    (value) => /\.[0-9]{2}/.test(value) && looksLikeAmounts([value.replaceAll(' ', '')]),
  );
  const isSound = values.every(
    (value) =>
      isPadded ||
      value.includes(',') ||
      /[()+-]/.test(value) ||
      !Number.isNaN(satangOf(value, PLAIN_AMOUNT)),
  );
  return values.length > 0 && isSound && (isPadded || isDecimal);
}
