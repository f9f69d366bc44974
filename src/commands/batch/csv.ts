import type { Fields } from '../../bank/define.js';
import { undefuse } from '../../cli/output/csv.js';
import { type Column, placed } from './columns.js';
import type { Reader, Taken } from './rows.js';

/**
 * CSV as RFC 4180 has it. The first record names the fields. A record that breaks the quoting is
 * one wrong row: reading goes on at the next line end, so that a stray quote hides no other row.
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
    return { next, lines, row: problem === undefined ? rowOf(cells ?? [], columns) : { problem } };
  };
}

function rowOf(cells: readonly string[], columns: readonly Column[]): Taken['row'] {
  if (cells.length !== columns.length) {
    return { problem: `has ${cells.length} cells, the header has ${columns.length}` };
  }
  const given: Fields = {};
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index];
    const cell = cells[index] ?? '';
    // An empty cell gives nothing, so that the default applies.
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
    return { cells, next: at, lines: count(text, start, at) };
  }
}

interface Cell {
  value: string;
  /** Of what ends it: a comma, a line feed, or the end of the text. */
  next: number;
}

/** The cell; what is wrong with it; or undefined where more text is needed. */
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
    return 'has text behind a closing quote; write a quote inside a cell twice';
  }
}

function bareCell(text: string, start: number, ended: boolean): Cell | string | undefined {
  const match = /[,\n"]/g;
  match.lastIndex = start;
  const next = match.exec(text)?.index ?? text.length;
  if (next === text.length && !ended) return undefined;
  if (text[next] === '"') {
    return 'has a quote inside a cell that is not quoted; quote the cell and write the quote twice';
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

function count(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
}
