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

/** `ewallet refund`, as a person types it, of `ewallet.refund`. */
export function commandOf(operation: string): string {
  return operation.replaceAll('.', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What people call a word of a command; one that is not known stays as it is. */
export function wordIn(words: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(words, word) ? (words[word] ?? word) : word;
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
  hasMore: boolean;
}

/** Rows of a page. */
export const SIZE = 50;

/** More would be no reading matter, and each costs all before it. */
const MOST_PAGES = 2_000;

/** How many of the newest a page needs: its own, all before it, and one that tells of more. */
export function neededFor(asked: string | null, size: number): number {
  return pageIn(asked) * size + 1;
}

/** One page of a list that begins with the newest; a page that is not there is the nearest that is. */
export function pageOf<T>(rows: readonly T[], asked: string | null, size: number): Paged<T> {
  const last = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(last, pageIn(asked));
  return {
    rows: rows.slice((page - 1) * size, page * size),
    page,
    hasMore: rows.length > page * size,
  };
}

function pageIn(asked: string | null): number {
  return Math.min(MOST_PAGES, Math.max(1, Number.parseInt(asked ?? '1', 10) || 1));
}

/** An amount as people write it: `1,290.00`; anything else as it is. */
export function amountText(text: string): string {
  return /^-?[0-9]+(?:\.[0-9]+)?$/.test(text)
    ? text.replace(/\B(?=(?:[0-9]{3})+(?![0-9]))(?<!\.[0-9]*)/g, ',')
    : text;
}
