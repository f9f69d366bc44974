import type { Outcome } from '../../client/outcome.js';
import { EXIT, type ExitClass, isExitClass, usageError } from '../../core/errors.js';
import {
  at,
  fromPlain,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
  parseJson,
  stringifyJson,
} from '../../core/json.js';
import { meant } from '../../core/meant.js';
import { type Message, type Say, sayEnglish, type Text } from '../../core/message.js';
import { visible } from '../../core/text.js';
import { toHeading } from '../../format/cell.js';
import { csvLine } from '../../format/csv.js';
import { paintState } from '../../format/style.js';
import { type Cell, columns } from '../../format/width.js';
import { batchMessages as messages } from '../../messages/batch.js';
import { headings } from '../../messages/headings.js';
import { reportWords } from '../../messages/report.js';
import type { Screen } from '../../runtime/command.js';
import type { InputFormat, PreparedRow, RejectedRow } from './row-reader.js';
import { carriedColumns } from './tickets/ticket-columns.js';

/** How a row ended: one line of the result. */
export interface RowResult {
  line: number;
  reference?: string;
  class: ExitClass;
  code?: string;
  state?: string;
  message: Text;
  requestUId?: string;
  data?: Json;
  /** In satang. */
  amount?: bigint;
  /** Fields that only this kind of batch has. */
  more?: JsonObject;
  /** Of the caller, as they came. */
  own?: JsonObject;
}

/** In the order of the columns. */
const FIELDS = [
  'line',
  'reference',
  'class',
  'exit',
  'code',
  'state',
  'message',
  'requestUId',
] as const;
type Field = (typeof FIELDS)[number];

export function endedResult({ line, reference, amount }: PreparedRow, outcome: Outcome): RowResult {
  const { class: ended, state, message, request, data, status } = outcome;
  const code = outcome.code ?? jsonText(status?.code);
  const { requestUId } = request;
  return { line, reference, class: ended, code, state, message, requestUId, data, amount };
}

export function wrongResult({ line, reference, problem }: RejectedRow): RowResult {
  return { line, reference, class: 'USAGE', message: problem };
}

/** As the store keeps it, in English. */
export function encodeResult(result: RowResult): string {
  return stringifyJson(fromPlain({ ...result, message: String(result.message) }));
}

export function decodeResult(text: string): RowResult {
  const value = parseJson(text);
  const part = (name: string) => jsonText(at(value, name));
  const [ended = '', amount, data] = [part('class'), part('amount'), at(value, 'data')];
  const own = at(value, 'own');
  return {
    line: Number(part('line')),
    reference: part('reference'),
    class: isExitClass(ended) ? ended : 'INTERNAL',
    code: part('code'),
    state: part('state'),
    message: part('message') ?? '',
    requestUId: part('requestUId'),
    data,
    ...(amount !== undefined && { amount: BigInt(amount) }),
    ...(isJsonObject(own) && { own }),
  };
}

/** The lines of a result, each ended by a line feed. */
export interface ResultLines {
  /** '' where there is none. */
  header: string;
  of(result: RowResult): string;
  /** Where a text that should hold such lines alone has another one; its last may be cut off. */
  findForeign(text: string): number | undefined;
}

export interface ResultLineOptions {
  /** `--columns`: fields, the caller's own, and e.g. `data.tradeState` from the bank's data. */
  columns?: readonly string[];
  /** The fields of this kind of batch; unless given, those of an operation. */
  fields?: readonly string[];
  /** The caller's own columns, known once the header was read. */
  own?: () => readonly string[];
  /** CSV begins with the mark by which a spreadsheet knows UTF-8. */
  bom?: boolean;
  /** Words the messages; in English for a terminal unless given. */
  say?: Say;
}

/**
 * JSON Lines have all fields and the bank's data; CSV has the fields only. The line number always
 * comes first, then the caller's own columns.
 */
export function resultLines(format: InputFormat, options: ResultLineOptions = {}): ResultLines {
  const { fields, own = () => [], bom = false, say = sayEnglish } = options;
  const columns = fields ?? FIELDS.slice(1);
  const chosen = options.columns?.filter((column) => column !== 'line');
  for (const column of chosen ?? []) checkColumn(column, [...columns, ...own()]);
  const columnNames = () => ['line', ...(chosen ?? [...own(), ...columns])];
  if (format === 'csv') {
    const header = () => (bom ? BOM : '') + csvLine(columnNames());
    return {
      get header() {
        return header();
      },
      of: (result) =>
        csvLine(columnNames().map((column) => text(columnValue(result, column, say)))),
      findForeign: (text) => findForeign(text, header(), CSV_LINE, CSV_TORN),
    };
  }
  // What only tickets and slips have is empty text where it is unknown.
  const unknown = (name: string) => (fields?.includes(name) && name !== 'data' ? '' : undefined);
  const all = fields === undefined ? [...columns, 'data'] : columns;
  return {
    header: '',
    of(result) {
      const names = ['line', ...(chosen ?? [...Object.keys(result.own ?? {}), ...all])];
      const members = names.map((name) => {
        const value = columnValue(result, name, say) ?? unknown(name);
        return `${JSON.stringify(name)}:${json(value)}`;
      });
      return `${visible(`{${members.join(',')}}`)}\n`;
    },
    findForeign: (text) => findForeign(text, '{"line":', JSON_LINE, JSON_TORN),
  };
}

const BOM = '\ufeff';

const JSON_LINE = /\{"line":\d+(,[^\n]*)?\}\n/y;
const JSON_TORN = /^\{"line":\d+([,}][^\n]*)?$/;
const CSV_LINE = /\d+(,("([^"]|"")*"|[^",\n]*))*\n/y;
const CSV_TORN = /^\d+(,("([^"]|"")*"|[^",\n]*))*(,"([^"]|"")*)?$/;

function findForeign(text: string, beginning: string, line: RegExp, torn: RegExp) {
  let at = beginning.endsWith('\n') && text.startsWith(beginning) ? beginning.length : 0;
  line.lastIndex = at;
  while (line.test(text)) at = line.lastIndex;
  const rest = text.slice(at);
  return beginning.startsWith(rest) || torn.test(rest) ? undefined : at;
}

function checkColumn(column: string, known: readonly string[]): void {
  if (known.includes(column) || column === 'data' || column.startsWith('data.')) return;
  const why = messages.unknownColumn(JSON.stringify(column), ['line', ...known]);
  throw usageError(why, meant(column, known));
}

function isField(name: string): name is Exclude<Field, 'message'> {
  return FIELDS.some((field) => field === name);
}

function columnValue(result: RowResult, column: string, say: Say): Json | number | undefined {
  for (const extra of [result.more ?? {}, result.own ?? {}]) {
    // A column may have any name, those that every object answers to included.
    if (Object.hasOwn(extra, column)) return extra[column];
  }
  if (column === 'verdict') return result.class;
  if (column === 'message') return say(result.message);
  if (isField(column)) return column === 'exit' ? EXIT[result.class] : result[column];
  return column === 'data' ? result.data : at(result.data, column.slice('data.'.length));
}

function json(value: Json | number | undefined): string {
  if (value === undefined) return 'null';
  return typeof value === 'number' ? String(value) : stringifyJson(value);
}

function text(value: Json | number | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  return jsonText(value) ?? stringifyJson(value);
}

const READ_FIELDS = ['class', 'reference'] as const;

/** In cells: rows come one by one, and nobody knows how wide the later ones are. */
const WIDTHS = { line: 5, ticket: 10, customer: 14, subject: 20, class: 15, reference: 20 };

/** With fewer cells than this beside the other columns, the message stands below them. */
const LEAST_MESSAGE = 30;

/**
 * The result as a person reads it: which row, what a help desk has of it, how it ended, and what is to be
 * said of it.
 * @param own the caller's own columns, known once the header was read
 */
export function readableLines(
  { say, style, space }: Screen,
  own: () => readonly string[] = () => [],
): ResultLines {
  const formatLine = (cells: readonly Cell[], message: Cell) => {
    const carried = carriedColumns(own()).map(({ what }) => WIDTHS[what]);
    const widths = [WIDTHS.line, ...carried, WIDTHS.class, WIDTHS.reference];
    const isWide = space - widths.reduce((sum, each) => sum + each + 2, 0) >= LEAST_MESSAGE;
    const lines = isWide
      ? columns([[...cells, message]], space, widths)
      : [...columns([cells], space, widths), ...columns([[[''], message]], space, [WIDTHS.line])];
    return `${lines.join('\n')}\n`;
  };
  const heading = (name: Message): Cell => [toHeading(say(name)), style.head];
  return {
    get header() {
      const carried = carriedColumns(own()).map(({ what }) => heading(reportWords[what]));
      const fields = READ_FIELDS.map((field) => heading(headings[field]));
      return formatLine([heading(headings.line), ...carried, ...fields], heading(headings.message));
    },
    of(result: RowResult) {
      const shown = (name: string) => visible(text(columnValue(result, name, say)));
      const painted = (field: (typeof READ_FIELDS)[number] | 'message'): Cell => {
        const value = shown(field);
        return [value, (part) => paintState(style, field, part, value)];
      };
      const carried = carriedColumns(own()).map(({ name }): Cell => [shown(name)]);
      return formatLine(
        [[String(result.line)], ...carried, ...READ_FIELDS.map(painted)],
        painted('message'),
      );
    },
    // It goes to a terminal, where nothing of it is read again.
    findForeign: () => undefined,
  };
}
