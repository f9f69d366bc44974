import { isJsonObject, jsonText, parseJson } from '../core/json.js';
import type { BookEvent, BookFile, BookItem, BookLine, FileQuery, LineQuery } from './books.js';
import { type DatabaseRow, oneOf, orNull, readInteger, readText } from './rows.js';

/** What a column holds, on its way into a table. */
export type BookCell = string | number | null;

const WAITS = ['late', 'withdrawn'] as const;

/** How rows of a table are written and read; both stores have the same columns. */
export interface BookTable<T> {
  columns: readonly string[];
  cells(value: T): BookCell[];
  /** Throws CONFIG for a row that `cells` did not make. */
  read(row: DatabaseRow): T;
}

export const EVENTS: BookTable<BookEvent> = {
  columns: ['seq', 'at', 'line', 'sum'],
  cells: ({ seq, at, line, sum }) => [seq, at, line, sum],
  read: (row) => ({
    seq: readInteger(row, 'seq'),
    at: readText(row, 'at'),
    line: readText(row, 'line'),
    sum: readText(row, 'sum'),
  }),
};

export const FILES: BookTable<BookFile> = {
  columns: [
    ...['id', 'side', 'name', 'sha256', 'digest'],
    ...['from_day', 'to_day', 'applied', 'replaced'],
  ],
  cells: ({ id, side, name, sha256, digest, from, to, applied, replaced }) => [
    ...[id, side, name, sha256, digest],
    ...[from, to, applied, replaced],
  ],
  read: (row) => ({
    id: readInteger(row, 'id'),
    side: oneOf(row, 'side', ['own', 'bank']),
    name: readText(row, 'name'),
    sha256: readText(row, 'sha256'),
    digest: readText(row, 'digest'),
    from: orNull(row, 'from_day', readInteger),
    to: orNull(row, 'to_day', readInteger),
    applied: readInteger(row, 'applied'),
    replaced: orNull(row, 'replaced', readInteger),
  }),
};

export const LINES: BookTable<BookLine> = {
  columns: [
    ...['id', 'side', 'file', 'line', 'reference', 'transaction_id', 'payout', 'amount', 'fee'],
    ...['date', 'time', 'settles', 'status', 'currency', 'contents', 'fault', 'waits', 'item'],
  ],
  cells: (line) => [
    ...[line.id, line.side, line.file, line.line],
    ...[line.reference, line.transactionId, line.payout],
    ...[line.amount, line.fee, line.date, line.time, line.settles, line.status],
    ...[line.currency, line.contents, line.fault],
    ...[line.waits, line.item],
  ],
  read: (row) => ({
    id: readInteger(row, 'id'),
    side: oneOf(row, 'side', ['own', 'bank']),
    file: readInteger(row, 'file'),
    line: readInteger(row, 'line'),
    reference: readText(row, 'reference'),
    transactionId: readText(row, 'transaction_id'),
    payout: readText(row, 'payout'),
    amount: readInteger(row, 'amount'),
    fee: orNull(row, 'fee', readInteger),
    date: readInteger(row, 'date'),
    time: readInteger(row, 'time'),
    settles: readInteger(row, 'settles'),
    status: readInteger(row, 'status'),
    currency: readText(row, 'currency'),
    contents: readInteger(row, 'contents'),
    fault: orNull(row, 'fault', readText),
    waits: orNull(row, 'waits', (from, name) => oneOf(from, name, WAITS)),
    item: orNull(row, 'item', readText),
  }),
};

export const ITEMS: BookTable<BookItem> = {
  columns: ['id', 'class', 'amount', 'day', 'first_seen', 'resolved', 'decided', 'decision'],
  cells: ({ id, class: kind, amount, day, firstSeen, resolved, decided, decision }) => [
    ...[id, kind, amount, day, firstSeen],
    ...[resolved, decided, decision],
  ],
  read: (row) => ({
    id: readText(row, 'id'),
    class: readText(row, 'class'),
    amount: readInteger(row, 'amount'),
    day: readInteger(row, 'day'),
    firstSeen: readText(row, 'first_seen'),
    resolved: orNull(row, 'resolved', readInteger),
    decided: orNull(row, 'decided', readInteger),
    decision: orNull(row, 'decision', readText),
  }),
};

/** What differs between the databases in a query. */
export interface BookSql {
  /** What stands between FROM and the condition. */
  from: Record<'event' | 'file' | 'line' | 'item', string>;
  /** A query for the values of a list. */
  list(values: readonly BookCell[]): string;
  /** A query for the rows in which the condition, put before each key, holds; each key by the index. */
  lookUp(columns: readonly string[], from: string, condition: string, keys: string): string;
}

/** Days that are listed one by one: of such ranges there may be more than a query has parts. */
const SHORT_RANGE_DAYS = 8;

/** Selects lines by their indexes, in the order of their ids; undefined where nothing is asked for. */
export function selectLines(query: LineQuery, sql: BookSql): string | undefined {
  const { days = [] } = query;
  const short = days.filter(({ from, to }) => to - from < SHORT_RANGE_DAYS);
  const long = days.filter(({ from, to }) => to - from >= SHORT_RANGE_DAYS);
  const { by, found } = finder(sql, sql.from.line);
  by("reference <> '' AND reference", query.references);
  by("transaction_id <> '' AND transaction_id", query.transactionIds);
  by("payout <> '' AND payout", query.payouts);
  by('settles', short.flatMap(daysBetween));
  by('file', query.files);
  by('item', query.items);
  by('id', query.ids);
  for (const { from, to } of long) {
    found.push(`SELECT id FROM ${sql.from.line} settles BETWEEN ${from} AND ${to}`);
  }
  if (query.open) {
    const open = `SELECT id FROM ${sql.from.item} resolved IS NULL`;
    by('waits', WAITS);
    found.push(sql.lookUp(['id'], sql.from.line, 'item', open));
  }
  return selectRows(LINES, sql, sql.from.line, found);
}

export function selectFiles(query: FileQuery | undefined, sql: BookSql): string | undefined {
  const { by, found } = finder(sql, sql.from.file);
  by('sha256', query?.sha256);
  by('name', query?.names);
  if (query === undefined) found.push(`SELECT id FROM ${sql.from.file} id > 0`);
  return selectRows(FILES, sql, sql.from.file, found);
}

export function selectItems(
  query: { ids: readonly string[] } | 'open',
  sql: BookSql,
): string | undefined {
  const { by, found } = finder(sql, sql.from.item);
  if (query === 'open') found.push(`SELECT id FROM ${sql.from.item} resolved IS NULL`);
  else by('id', query.ids);
  return selectRows(ITEMS, sql, sql.from.item, found);
}

function finder(sql: BookSql, from: string) {
  const found: string[] = [];
  const by = (condition: string, keys: readonly BookCell[] = []): void => {
    if (keys.length > 0) found.push(sql.lookUp(['id'], from, condition, sql.list(keys)));
  };
  return { by, found };
}

function selectRows<T>(
  { columns }: BookTable<T>,
  sql: BookSql,
  from: string,
  found: readonly string[],
): string | undefined {
  if (found.length === 0) return undefined;
  return `${sql.lookUp(columns, from, 'id', found.join(' UNION '))} ORDER BY id`;
}

function daysBetween({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => from + offset);
}

/** The checksum of the event before, which the line of an event names. */
export function previousSum({ line }: BookEvent): string {
  const content = parseJson(line);
  return (isJsonObject(content) && jsonText(content.prev)) || '';
}
