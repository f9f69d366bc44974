import type { Fields, Operation } from '../../bank/define.js';
import { type Flag, listFlags } from '../../bank/flags.js';
import { usageError } from '../../core/errors.js';
import { fromPlain, isJsonObject, type JsonObject, parseJson } from '../../core/json.js';
import { meant } from '../../core/meant.js';
import type { Message, Text } from '../../core/message.js';
import { CsvReader, RecordCutter, type RecordEnd, takeLine } from '../../core/records.js';
import { visible } from '../../core/text.js';
import { undefuse } from '../../format/csv.js';
import { rowMessages as messages } from '../../messages/batch.js';
import { csv } from '../../messages/syntax.js';

/** One row as it stands in the input: its fields, or why it has none. */
export interface InputRow {
  /** Number of its first line, from 1; the header of a CSV file counts. */
  line: number;
  given?: Fields;
  /** What goes into the result as it is. */
  own?: JsonObject;
  problem?: Text;
}

/** A row that may be sent. */
export interface PreparedRow {
  line: number;
  /** Checked; goes on the wire. */
  input: Fields;
  reference?: string;
  /** In satang, if the operation has an amount and the row gives it. */
  amount?: bigint;
  warnings: readonly Message[];
}

/** A row that is never sent, and why. */
export interface RejectedRow {
  line: number;
  reference?: string;
  problem: Text;
}

/** A row, or a line without one: empty, or the header. */
interface TakenRow extends RecordEnd {
  row?: Omit<InputRow, 'line'>;
}

export type TakeRow = (text: string, start: number, ended: boolean) => TakenRow | undefined;

/** Rows of an input of any size, in pieces, so that a million rows are not a million promises. */
export async function* readRows(
  chunks: AsyncIterable<Uint8Array>,
  readerFor: (beginning: string) => TakeRow,
): AsyncGenerator<InputRow[]> {
  const decoder = new TextDecoder();
  const splitter = new RowSplitter(readerFor);
  for await (const chunk of chunks) {
    const rows = splitter.take(decoder.decode(chunk, { stream: true }), false);
    if (rows !== undefined) yield rows;
  }
  yield splitter.take(decoder.decode(), true) ?? [];
}

/** Splits text that comes in pieces into rows, once enough has come to tell its format. */
class RowSplitter {
  readonly #readerFor: (beginning: string) => TakeRow;
  readonly #cutter: RecordCutter<TakenRow>;
  #reader: TakeRow | undefined;
  #beginning = '';
  #rows: InputRow[] = [];

  constructor(readerFor: (beginning: string) => TakeRow) {
    this.#readerFor = readerFor;
    this.#cutter = new RecordCutter(
      ({ row }, line) => {
        if (row) this.#rows.push(refuseMangled({ line, ...row }));
      },
      (line) => this.#rows.push({ line, problem: csv.tooLong }),
    );
  }

  /** The whole rows up to here; undefined while the text is too short to tell its format. */
  take(more: string, ended: boolean): InputRow[] | undefined {
    this.#beginning += more;
    if (!ended && this.#reader === undefined && this.#beginning.trim() === '') return undefined;
    this.#reader ??= this.#readerFor(this.#beginning);
    this.#cutter.cut(this.#beginning, ended, this.#reader);
    this.#beginning = '';
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }
}

/** The decoder puts this character where bytes are not UTF-8 (a spreadsheet's Windows-874). */
const FOREIGN = '\ufffd';

function refuseMangled(row: InputRow): InputRow {
  const { line, given, own } = row;
  if (given === undefined || !(isMangled(given) || isMangled(own))) return row;
  return { line, problem: messages.notUtf8 };
}

function isMangled(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(FOREIGN);
  return typeof value === 'object' && value !== null && Object.values(value).some(isMangled);
}

export const FORMATS = ['csv', 'jsonl'] as const;
export type InputFormat = (typeof FORMATS)[number];

/** By the file name if it says, else by the first character. */
export function guessFormat(path: string, beginning: string): InputFormat {
  if (/\.csv$/i.test(path)) return 'csv';
  if (/\.(jsonl|ndjson)$/i.test(path)) return 'jsonl';
  return beginning.trimStart().startsWith('{') ? 'jsonl' : 'csv';
}

/** JSON Lines: an object a line, its fields named and typed as in `--data`. */
export function jsonlReader(isOwnKey: (key: string) => boolean = isOwn): TakeRow {
  return (text, start, ended) => {
    const line = takeLine(text, start, ended);
    if (line === undefined || line.text.trim() === '') return line;
    return { next: line.next, lines: line.lines, row: jsonRow(line.text, isOwnKey) };
  };
}

function jsonRow(line: string, isOwnKey: (key: string) => boolean): TakenRow['row'] {
  try {
    const value = parseJson(line);
    if (!isJsonObject(value)) return { problem: messages.notAnObject };
    const fields = Object.entries(value).filter(([key]) => !isOwnKey(key));
    const own = Object.entries(value).filter(([key]) => isOwnKey(key));
    return {
      given: Object.fromEntries(fields.map(([key, field]) => [key, fromPlain(field)])),
      ...(own.length > 0 && { own: Object.fromEntries(own) }),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : messages.malformed;
    return { problem: messages.notJson(why) };
  }
}

export type HeaderReader = (header: readonly string[]) => readonly InputColumn[];

/**
 * CSV whose first record names the fields: the first for which there are columns. A record that breaks the
 * quoting is one wrong row.
 */
export function csvReader(
  parseHeader: (record: readonly string[]) => readonly InputColumn[] | undefined,
  delimiter?: string,
): TakeRow {
  const csv = new CsvReader(delimiter);
  let columns: readonly InputColumn[] | undefined;
  return (text, start, ended) => {
    const record = csv.take(text, start, ended);
    if (record === undefined) return undefined;
    const { cells, problem, next, lines } = record;
    const empty = cells?.length === 1 && cells[0] === '';
    if (empty) return { next, lines };
    if (columns === undefined) {
      columns = parseHeader(cells ?? [text.slice(start, next)]);
      return { next, lines };
    }
    const row =
      problem === undefined ? rowFromCells((cells ?? []).map(undefuse), columns) : { problem };
    return { next, lines, row };
  };
}

/** What the cells of a row say, below their columns. */
export function rowFromCells(
  cells: readonly string[],
  columns: readonly InputColumn[],
): Omit<InputRow, 'line'> {
  if (cells.length !== columns.length) {
    return { problem: messages.cells(cells.length, columns.length) };
  }
  const given: Fields = {};
  const own: [name: string, cell: string][] = [];
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index];
    const cell = cells[index] ?? '';
    if (column?.own !== undefined) own.push([column.own, cell]);
    // The default applies where a cell is empty.
    if (column?.path && cell !== '') setField(given, column, cell);
  }
  return own.length > 0 ? { given, own: Object.fromEntries(own) } : { given };
}

/** The field of a CSV column, or the caller's own column, which goes into the result as it is. */
export interface InputColumn {
  path?: readonly string[];
  own?: string;
  kind?: Flag['kind'];
}

/**
 * The fields of a header, spelled as in the specification or as flags. A name that begins with `#`
 * is the caller's own. Throws USAGE for an unknown name: a misspelled column would reach the bank, and its
 * real field would be missing. It passes where the specification shows no shape.
 */
export function operationColumns(operation: Operation, header: readonly string[]): InputColumn[] {
  const flags = listFlags(operation);
  const columns = header.map((name) => parseColumn(operation, flags, name.trim()));
  const seen = new Set<string>();
  for (const { path, own } of columns) {
    const field = own ?? path?.join('.');
    if (field === undefined) continue;
    if (seen.has(field)) throw usageError(messages.namedTwice(field));
    seen.add(field);
  }
  return columns;
}

/** The caller's own columns begin with `#`: any other name could be a misspelled field. */
export function isOwn(name: string): boolean {
  return name.startsWith('#');
}

function parseColumn(operation: Operation, flags: readonly Flag[], name: string): InputColumn {
  if (isOwn(name)) return { own: name };
  const word = name.replace(/^--/, '');
  const flag = flags.find(({ field, flag: own }) => field === word || own === `--${word}`);
  if (flag) return { path: flag.field.split('.'), kind: flag.kind };
  const keys = word.split('.');
  const usable = keys.every((key) => key !== '' && key !== '__proto__');
  if (!operation.specified && usable) return { path: keys };
  const fields = flags.map(({ field }) => field);
  const column = {
    name: JSON.stringify(visible(name.slice(0, 60))),
    command: operation.command.join(' '),
    known: fields,
  };
  throw usageError(messages.unknownColumn(column), meant(word, fields, messages.markOwnColumn));
}

/** Puts a cell into its field, nested where the name has dots. */
function setField(fields: Fields, { path = [], kind }: InputColumn, cell: string): void {
  let here = fields;
  for (const key of path.slice(0, -1)) {
    const inner = here[key];
    const next: Fields = isJsonObject(inner) ? inner : {};
    here[key] = next;
    here = next;
  }
  here[path.at(-1) ?? ''] = kind === 'boolean' ? parseBoolean(cell) : cell;
}

function parseBoolean(cell: string): boolean | string {
  return cell === 'true' ? true : cell === 'false' ? false : cell;
}
