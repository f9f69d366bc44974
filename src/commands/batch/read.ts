import type { Fields } from '../../bank/define.js';
import { undefuse } from '../../cli/output/csv.js';
import { fromPlain, isJsonObject, parseJson } from '../../core/json.js';
import { type Column, placed } from './columns.js';

/** One row as it stands in the input: its fields, or why it has none. */
export interface Row {
  /** Number of its first line, from 1; the header of a CSV file counts. */
  line: number;
  given?: Fields;
  problem?: string;
}

/** A row, or a line without one (empty, or the header), and where the next begins. */
export interface Taken {
  next: number;
  /** Number of line ends it spans. */
  lines: number;
  row?: Omit<Row, 'line'>;
}

/**
 * Reads the row that begins at `start`. undefined if the text ends before the row does, which never
 * happens once the input has `ended`.
 */
export type Reader = (text: string, start: number, ended: boolean) => Taken | undefined;

/** A row must fit into memory; a file without line ends would not. */
export const LONGEST_ROW = 1024 * 1024;

/** Rows of an input of any size, in pieces, so that a million rows are not a million promises. */
export async function* readRows(
  chunks: AsyncIterable<Uint8Array>,
  readerFor: (beginning: string) => Reader,
): AsyncGenerator<Row[]> {
  const decoder = new TextDecoder();
  const splitter = new RowSplitter(readerFor);
  for await (const chunk of chunks) {
    const rows = splitter.take(decoder.decode(chunk, { stream: true }), false);
    if (rows !== undefined) yield rows;
  }
  yield splitter.take(decoder.decode(), true) ?? [];
}

/** Splits text that comes in pieces into rows, and counts their lines. */
class RowSplitter {
  readonly #readerFor: (beginning: string) => Reader;
  #reader: Reader | undefined;
  #text = '';
  #line = 1;
  /** Inside a line that was too long: no part of it may be taken for a row. */
  #skipping = false;

  constructor(readerFor: (beginning: string) => Reader) {
    this.#readerFor = readerFor;
  }

  /** The whole rows up to here; undefined while the text is too short to tell its format. */
  take(more: string, ended: boolean): Row[] | undefined {
    this.#text += more;
    if (!ended && this.#reader === undefined && this.#text.trim() === '') return undefined;
    this.#reader ??= this.#readerFor(this.#text);
    const text = this.#text;
    const rows: Row[] = [];
    let at = 0;
    while (at < text.length) {
      if (this.#skipping) {
        at = this.#skipLine(at);
        continue;
      }
      const long = text.length - at > LONGEST_ROW;
      if (long && !text.includes('\n', at)) {
        rows.push({ line: this.#line, problem: 'is longer than 1 MB' });
        this.#skipping = true;
        continue;
      }
      const found = this.#reader(text, at, ended || long);
      if (found === undefined) break;
      if (found.row) rows.push(checked({ line: this.#line, ...found.row }));
      at = found.next;
      this.#line += found.lines;
    }
    this.#text = text.slice(at);
    return rows;
  }

  /** The position after the next line end, or the end of the text if there is none yet. */
  #skipLine(at: number): number {
    const lineEnd = this.#text.indexOf('\n', at);
    this.#skipping = lineEnd < 0;
    if (lineEnd < 0) return this.#text.length;
    this.#line += 1;
    return lineEnd + 1;
  }
}

/** The decoder puts this character where bytes are not UTF-8 (a spreadsheet's Windows-874). */
const FOREIGN = '\ufffd';

function checked(row: Row): Row {
  const { line, given } = row;
  if (given === undefined || !holds(given)) return row;
  return { line, problem: 'is not UTF-8 text: save the file as UTF-8' };
}

function holds(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(FOREIGN);
  return typeof value === 'object' && value !== null && Object.values(value).some(holds);
}

export const FORMATS = ['csv', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

/** By the file name if it says, else by the first character. */
export function formatOf(path: string, beginning: string): Format {
  if (/\.csv$/i.test(path)) return 'csv';
  if (/\.(jsonl|ndjson)$/i.test(path)) return 'jsonl';
  return beginning.trimStart().startsWith('{') ? 'jsonl' : 'csv';
}

/** JSON Lines: an object a line, its fields named and typed as in `--data`. */
export const jsonlReader: Reader = (text, start, ended) => {
  const lineEnd = text.indexOf('\n', start);
  if (lineEnd < 0 && !ended) return undefined;
  const end = lineEnd < 0 ? text.length : lineEnd;
  const place = { next: end + 1, lines: lineEnd < 0 ? 0 : 1 };
  const line = text.slice(start, end);
  return line.trim() === '' ? place : { ...place, row: jsonRow(line) };
};

function jsonRow(line: string): Taken['row'] {
  try {
    const value = parseJson(line);
    if (!isJsonObject(value)) return { problem: 'is not a JSON object; give {"field": …}' };
    return { given: Object.fromEntries(Object.entries(value).map(([k, v]) => [k, fromPlain(v)])) };
  } catch (error) {
    return { problem: `is not JSON: ${error instanceof Error ? error.message : 'malformed'}` };
  }
}

/**
 * CSV as in RFC 4180. The first record names the fields. A record that breaks the quoting is
 * one wrong row: reading continues at the next line, so that a stray quote hides no other row.
 */
export function csvReader(columnsOf: (header: readonly string[]) => readonly Column[]): Reader {
  let columns: readonly Column[] | undefined;
  return (text, start, ended) => {
    const found = recordAt(text, start, ended);
    if (found === undefined) return undefined;
    const { cells, problem, next, lines } = found;
    const empty = cells?.length === 1 && cells[0] === '';
    if (empty) return { next, lines };
    if (columns === undefined) {
      columns = columnsOf(cells ?? [text.slice(start, next)]);
      return { next, lines };
    }
    return { next, lines, row: problem === undefined ? csvRow(cells ?? [], columns) : { problem } };
  };
}

function csvRow(cells: readonly string[], columns: readonly Column[]): Taken['row'] {
  if (cells.length !== columns.length) {
    return { problem: `has ${cells.length} cells, but the header has ${columns.length}` };
  }
  const given: Fields = {};
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index];
    const cell = cells[index] ?? '';
    // The default applies where a cell is empty.
    if (column?.path && cell !== '') placed(given, column, undefuse(cell));
  }
  return { given };
}

interface Found {
  cells?: string[];
  problem?: string;
  next: number;
  lines: number;
}

function recordAt(text: string, start: number, ended: boolean): Found | undefined {
  const lineEnd = text.indexOf('\n', start);
  const end = lineEnd < 0 ? text.length : lineEnd;
  const quote = text.indexOf('"', start);
  if (quote < 0 || quote >= end) {
    if (lineEnd < 0 && !ended) return undefined;
    const cells = trimmed(text.slice(start, end)).split(',');
    return { cells, next: end + 1, lines: lineEnd < 0 ? 0 : 1 };
  }
  return quotedRecord(text, start, ended);
}

function quotedRecord(text: string, start: number, ended: boolean): Found | undefined {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const cell = text[at] === '"' ? quotedCell(text, at, ended) : bareCell(text, at, ended);
    if (cell === undefined) return undefined;
    if (typeof cell === 'string') return broken(text, start, ended, cell);
    cells.push(cell.value);
    at = cell.next + 1;
    if (text[cell.next] === ',') continue;
    return { cells, next: at, lines: lineEnds(text, start, at) };
  }
}

interface Cell {
  value: string;
  /** Position of what ends it: a comma, a line feed, or the end of the text. */
  next: number;
}

/** The cell, or what is wrong with it; undefined if more text is needed. */
function quotedCell(text: string, start: number, ended: boolean): Cell | string | undefined {
  let value = '';
  let from = start + 1;
  for (;;) {
    const close = text.indexOf('"', from);
    if (close < 0) return ended ? 'has a quoted cell that never ends' : undefined;
    value += text.slice(from, close);
    from = close + 1;
    if (text[from] === '"') {
      value += '"';
      from += 1;
      continue;
    }
    const wraps = text[from] === '\r';
    if (!ended && from + (wraps ? 1 : 0) >= text.length) return undefined;
    const next = wraps && (text[from + 1] ?? '\n') === '\n' ? from + 1 : from;
    if (next >= text.length || text[next] === ',' || text[next] === '\n') return { value, next };
    return 'has text after a closing quote; to quote inside a cell, double the quotation mark';
  }
}

function bareCell(text: string, start: number, ended: boolean): Cell | string | undefined {
  const match = /[,\n"]/g;
  match.lastIndex = start;
  const next = match.exec(text)?.index ?? text.length;
  if (next === text.length && !ended) return undefined;
  if (text[next] === '"') {
    return 'has a quotation mark in an unquoted cell; quote the cell and double the mark';
  }
  const value = text.slice(start, next);
  return { value: text[next] === ',' ? value : trimmed(value), next };
}

function broken(text: string, start: number, ended: boolean, problem: string): Found | undefined {
  const lineEnd = text.indexOf('\n', start);
  if (lineEnd < 0) return ended ? { problem, next: text.length, lines: 0 } : undefined;
  return { problem, next: lineEnd + 1, lines: 1 };
}

function trimmed(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function lineEnds(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
}
