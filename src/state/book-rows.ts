import { PayctlError } from '../core/errors.js';
import { isJsonObject, parseJson, textOf } from '../core/json.js';
import { bookStorage } from '../messages/book-storage.js';
import type { BookEvent, BookFile, BookItem, BookLine, FileQuery, LineQuery } from './books.js';

/** What a column holds, on its way into a table. */
export type Cell = string | number | null;

/** A row as a database returned it, its values not checked yet. */
export type BookRow = Readonly<Record<string, unknown>>;

/** How rows of a table are written and read; both stores have the same columns. */
export interface BookTable<T> {
  columns: readonly string[];
  cells(value: T): Cell[];
  /** Throws CONFIG for a row that `cells` did not make. */
  read(row: BookRow): T;
}

export const EVENTS: BookTable<BookEvent> = {
  columns: ['seq', 'at', 'line', 'sum'],
  cells: ({ seq, at, line, sum }) => [seq, at, line, sum],
  read: (row) => ({
    seq: integerIn(row, 'seq'),
    at: textIn(row, 'at'),
    line: textIn(row, 'line'),
    sum: textIn(row, 'sum'),
  }),
};

export const FILES: BookTable<BookFile> = {
  columns: [
    ...['id', 'side', 'name', 'sha256', 'digest'],
    ...['from_day', 'to_day', 'applied', 'replaced'],
  ],
  cells: ({ id, side, name, sha256, digest, from, to, applied, replaced }) => [
    ...[id, side, plain(name), sha256, digest],
    ...[from, to, applied, replaced],
  ],
  read: (row) => ({
    id: integerIn(row, 'id'),
    side: oneOf(row, 'side', ['own', 'bank']),
    name: textIn(row, 'name'),
    sha256: textIn(row, 'sha256'),
    digest: textIn(row, 'digest'),
    from: orNull(row, 'from_day', integerIn),
    to: orNull(row, 'to_day', integerIn),
    applied: integerIn(row, 'applied'),
    replaced: orNull(row, 'replaced', integerIn),
  }),
};

export const LINES: BookTable<BookLine> = {
  columns: [
    ...['id', 'side', 'file', 'line', 'reference', 'transaction_id', 'payout', 'amount', 'fee'],
    ...['date', 'time', 'settles', 'status', 'currency', 'contents', 'fault', 'waits', 'item'],
  ],
  cells: (line) => [
    ...[line.id, line.side, line.file, line.line],
    ...[plain(line.reference), plain(line.transactionId), plain(line.payout)],
    ...[line.amount, line.fee, line.date, line.time, line.settles, line.status],
    ...[plain(line.currency), line.contents, line.fault && plain(line.fault)],
    ...[line.waits, line.item],
  ],
  read: (row) => ({
    id: integerIn(row, 'id'),
    side: oneOf(row, 'side', ['own', 'bank']),
    file: integerIn(row, 'file'),
    line: integerIn(row, 'line'),
    reference: textIn(row, 'reference'),
    transactionId: textIn(row, 'transaction_id'),
    payout: textIn(row, 'payout'),
    amount: integerIn(row, 'amount'),
    fee: orNull(row, 'fee', integerIn),
    date: integerIn(row, 'date'),
    time: integerIn(row, 'time'),
    settles: integerIn(row, 'settles'),
    status: integerIn(row, 'status'),
    currency: textIn(row, 'currency'),
    contents: integerIn(row, 'contents'),
    fault: orNull(row, 'fault', textIn),
    waits: orNull(row, 'waits', (from, name) => oneOf(from, name, ['late', 'withdrawn'])),
    item: orNull(row, 'item', textIn),
  }),
};

export const ITEMS: BookTable<BookItem> = {
  columns: ['id', 'class', 'amount', 'day', 'first_seen', 'resolved', 'decided', 'decision'],
  cells: ({ id, class: kind, amount, day, firstSeen, resolved, decided, decision }) => [
    ...[id, kind, amount, day, firstSeen],
    ...[resolved, decided, decision && plain(decision)],
  ],
  read: (row) => ({
    id: textIn(row, 'id'),
    class: textIn(row, 'class'),
    amount: integerIn(row, 'amount'),
    day: integerIn(row, 'day'),
    firstSeen: textIn(row, 'first_seen'),
    resolved: orNull(row, 'resolved', integerIn),
    decided: orNull(row, 'decided', integerIn),
    decision: orNull(row, 'decision', textIn),
  }),
};

/** PostgreSQL has no NUL in texts: both stores keep ␀ for it, so that a book says the same in either. */
function plain(text: string): string {
  return text.replaceAll('\0', '\u2400');
}

/** What differs between the databases in a query. */
export interface BookSql {
  /** What stands between FROM and the condition. */
  lines: string;
  items: string;
  files: string;
  /** A list of values for IN. */
  keys(keys: readonly Cell[]): string;
}

/** Selects lines by their indexes, in the order of their ids; undefined where nothing is asked for. */
export function selectLines(query: LineQuery, sql: BookSql): string | undefined {
  const { days = [] } = query;
  const short = days.filter(({ from, to }) => to - from < SHORT);
  const long = days.filter(({ from, to }) => to - from >= SHORT);
  const conditions = [
    ...isAnyOf("reference <> '' AND reference", query.references, sql),
    ...isAnyOf("transaction_id <> '' AND transaction_id", query.transactionIds, sql),
    ...isAnyOf("payout <> '' AND payout", query.payouts, sql),
    ...isAnyOf('settles', short.flatMap(daysBetween), sql),
    ...long.map(({ from, to }) => `settles BETWEEN ${from} AND ${to}`),
    ...isAnyOf('file', query.files, sql),
    ...isAnyOf('item', query.items, sql),
    ...isAnyOf('id', query.ids, sql),
    ...(query.open
      ? ['waits IS NOT NULL', `item IN (SELECT id FROM ${sql.items} resolved IS NULL)`]
      : []),
  ];
  const ids = conditions.map((condition) => `SELECT id FROM ${sql.lines} ${condition}`);
  if (ids.length === 0) return undefined;
  return `SELECT ${LINES.columns.join()} FROM ${sql.lines} id IN (${ids.join(' UNION ')}) ORDER BY id`;
}

/** Selects files, in the order in which they were applied. */
export function selectFiles(query: FileQuery | undefined, sql: BookSql): string | undefined {
  const conditions = [
    ...isAnyOf('sha256', query?.sha256, sql),
    ...isAnyOf('name', query?.names, sql),
    ...(query === undefined ? ['id > 0'] : []),
  ];
  const ids = conditions.map((condition) => `SELECT id FROM ${sql.files} ${condition}`);
  if (ids.length === 0) return undefined;
  return `SELECT ${FILES.columns.join()} FROM ${sql.files} id IN (${ids.join(' UNION ')}) ORDER BY id`;
}

function isAnyOf(column: string, keys: readonly Cell[] | undefined, sql: BookSql): string[] {
  return keys && keys.length > 0 ? [`${column} IN ${sql.keys(keys)}`] : [];
}

/** Days that are listed one by one: of such ranges there may be more than a query has parts. */
const SHORT = 8;

function daysBetween({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => from + offset);
}

export function textIn(row: BookRow, name: string): string {
  const value = row[name];
  if (typeof value === 'string') return value;
  throw unexpected(name);
}

export function integerIn(row: BookRow, name: string): number {
  const value = row[name];
  // The driver of PostgreSQL returns numbers of more than 32 bits as text.
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  throw unexpected(name);
}

function oneOf<T extends string>(row: BookRow, name: string, known: readonly T[]): T {
  const found = known.find((one) => one === row[name]);
  if (found !== undefined) return found;
  throw unexpected(name);
}

function orNull<T>(row: BookRow, name: string, read: (row: BookRow, name: string) => T): T | null {
  return row[name] === null ? null : read(row, name);
}

function unexpected(column: string): PayctlError {
  return new PayctlError('CONFIG', bookStorage.oddValue(column), {
    hint: bookStorage.restore,
    executed: 'no',
  });
}

/** The checksum of the event before, which the line of an event names. */
export function previousOf({ line }: BookEvent): string {
  const content = parseJson(line);
  return (isJsonObject(content) && textOf(content.prev)) || '';
}
