import { csvLine } from '../../cli/output/csv.js';
import type { Outcome } from '../../client/outcome.js';
import { EXIT, type ExitClass, PayctlError } from '../../core/errors.js';
import { at, type Json, stringifyJson, textOf } from '../../core/json.js';
import { nearest } from '../../core/nearest.js';
import { visible } from '../../core/text.js';
import type { Ready, Wrong } from './prepare.js';
import type { Format } from './read.js';

/** How a row ended: one line of the result. */
export interface RowResult {
  line: number;
  reference?: string;
  class: ExitClass;
  /** The bank's business code. */
  code?: string;
  state?: string;
  message: string;
  requestUId?: string;
  data?: Json;
  /** Satang. */
  amount?: bigint;
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

export function endedResult({ line, reference, amount }: Ready, outcome: Outcome): RowResult {
  const { class: ended, state, message, request, data, status } = outcome;
  const code = outcome.code ?? textOf(status?.code);
  const { requestUId } = request;
  return { line, reference, class: ended, code, state, message, requestUId, data, amount };
}

export function wrongResult({ line, reference, problem }: Wrong): RowResult {
  return { line, reference, class: 'USAGE', message: problem };
}

/** The lines of a result, each ended by a line feed. */
export interface ResultLines {
  /** '' where there is none. */
  header: string;
  of(result: RowResult): string;
}

/**
 * JSON Lines hold all fields and the bank's data; CSV the fields without it. `columns` chooses
 * others, `data.tradeState` being one in the data. The line number always leads.
 */
export function resultLines(format: Format, columns?: readonly string[]): ResultLines {
  const chosen = columns?.filter((column) => column !== 'line');
  for (const column of chosen ?? []) check(column);
  if (format === 'csv') {
    const header = ['line', ...(chosen ?? FIELDS.slice(1))];
    return {
      header: csvLine(header),
      of: (result) => csvLine(header.map((column) => text(fieldOf(result, column)))),
    };
  }
  if (chosen === undefined) return { header: '', of: wholeLine };
  const names = ['line', ...chosen];
  const of = (result: RowResult): string => {
    const fields = names.map((name) => `${JSON.stringify(name)}:${json(fieldOf(result, name))}`);
    return `${visible(`{${fields.join(',')}}`)}\n`;
  };
  return { header: '', of };
}

/** Written by hand: it is on the way of every row. */
function wholeLine(result: RowResult): string {
  const { line, class: ended, message, data } = result;
  const rest = `"code":${quoted(result.code)},"state":${quoted(result.state)},"message":${JSON.stringify(message)},"requestUId":${quoted(result.requestUId)},"data":${json(data)}`;
  const head = `{"line":${line},"reference":${quoted(result.reference)},"class":"${ended}","exit":${EXIT[ended]},`;
  return `${visible(`${head}${rest}}`)}\n`;
}

function quoted(value: string | undefined): string {
  return value === undefined ? 'null' : JSON.stringify(value);
}

function check(column: string): void {
  if (isField(column) || column === 'data' || column.startsWith('data.')) return;
  const guess = nearest(column, FIELDS);
  throw new PayctlError(
    'USAGE',
    `--columns has no field ${JSON.stringify(column)}; there are ${FIELDS.join(', ')}, data, and data.NAME of the bank's answer`,
    { hint: guess ? `did you mean ${guess}?` : undefined },
  );
}

function isField(name: string): name is Field {
  return FIELDS.some((field) => field === name);
}

function fieldOf(result: RowResult, column: string): Json | number | undefined {
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
  return textOf(value) ?? stringifyJson(value);
}
