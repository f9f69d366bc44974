import { isJsonObject, type Json, type JsonObject, textOf } from '../core/json.js';
import { excerpt } from '../core/text.js';
import type { Frame } from './layout.js';

/** The text in a field of what a command printed; empty where there is none. */
export function textIn(row: Json | undefined, name: string): string {
  return (isJsonObject(row) && textOf(row[name] ?? null)) || '';
}

/** Longer than any name or reference of the bank; a message of anybody may hold a megabyte. */
const LONGEST_CELL = 140;

/** The same for a table. */
export function cellIn(row: Json | undefined, name: string): string {
  return excerpt(textIn(row, name), LONGEST_CELL);
}

/** The records that a command printed. */
export function recordsOf(data: Json | undefined): JsonObject[] {
  return Array.isArray(data) ? data.filter(isJsonObject) : [];
}

/** A time as its reader writes it, of one as scripts read it. */
export function momentOf({ moment }: Frame, text: string): string {
  const at = Date.parse(text);
  return Number.isFinite(at) ? moment(at) : text;
}

/** A link within the console. */
export function href(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, value]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export interface Paged<T> {
  rows: readonly T[];
  page: number;
  pages: number;
  total: number;
}

/** One page of many rows; a page that is not there is the nearest that is. */
export function pageOf<T>(rows: readonly T[], asked: string | null, size: number): Paged<T> {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(pages, Math.max(1, Number.parseInt(asked ?? '1', 10) || 1));
  return { rows: rows.slice((page - 1) * size, page * size), page, pages, total: rows.length };
}
