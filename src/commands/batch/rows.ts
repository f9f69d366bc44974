import type { Fields } from '../../bank/define.js';
import { fromPlain, isJsonObject, parseJson } from '../../core/json.js';

/** One row as it stands in the input: its fields, or why it has none. */
export interface Row {
  /** Number of its first line, from 1; the header of a CSV file counts. */
  line: number;
  given?: Fields;
  problem?: string;
}

/** A row, or a place without one (an empty line, the header), and where the next begins. */
export interface Taken {
  next: number;
  /** Line ends that were passed. */
  lines: number;
  row?: Omit<Row, 'line'>;
}

/**
 * Takes the row that begins at `start`. undefined: the text ends before the row does; never where
 * `ended` says that no more will come.
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
  let reader: Reader | undefined;
  let text = '';
  let line = 1;
  /** Inside a line that was too long: no piece of it may pass for a row. */
  let skipping = false;

  function taken(ended: boolean): Row[] {
    const rows: Row[] = [];
    let at = 0;
    reader ??= readerFor(text);
    while (at < text.length) {
      if (skipping) {
        const lineEnd = text.indexOf('\n', at);
        at = lineEnd < 0 ? text.length : lineEnd + 1;
        line += lineEnd < 0 ? 0 : 1;
        skipping = lineEnd < 0;
        continue;
      }
      const long = text.length - at > LONGEST_ROW;
      if (long && !text.includes('\n', at)) {
        rows.push({ line, problem: 'is longer than 1 MB' });
        skipping = true;
        continue;
      }
      const found = reader(text, at, ended || long);
      if (found === undefined) break;
      if (found.row) rows.push(checked({ line, ...found.row }));
      at = found.next;
      line += found.lines;
    }
    text = text.slice(at);
    return rows;
  }

  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (reader !== undefined || text.trim() !== '') yield taken(false);
  }
  text += decoder.decode();
  yield taken(true);
}

/** The decoder puts this character where bytes are no UTF-8 (a spreadsheet's Windows-874). */
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

/** By the name where it tells, else by the first character. */
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
  return line.trim() === '' ? place : { ...place, row: rowOf(line) };
};

function rowOf(line: string): Taken['row'] {
  try {
    const value = parseJson(line);
    if (!isJsonObject(value)) return { problem: 'is not a JSON object; give {"field": …}' };
    return { given: Object.fromEntries(Object.entries(value).map(([k, v]) => [k, fromPlain(v)])) };
  } catch (error) {
    return { problem: `is not JSON: ${error instanceof Error ? error.message : 'malformed'}` };
  }
}
