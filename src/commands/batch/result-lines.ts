import type { Outcome } from '../../client/outcome.js';
import { EXIT, type ExitClass, isExitClass, PayctlError } from '../../core/errors.js';
import {
  at,
  fromPlain,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
  textOf,
} from '../../core/json.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import { counted, nearest, visible } from '../../core/text.js';
import { csvLine } from '../../format/csv.js';
import { endedBy, type SignalName } from '../../host/signals.js';
import type { Result } from '../../runtime/command.js';
import type { Ready, Survey, Wrong } from './prepare.js';
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

export function endedResult({ line, reference, amount }: Ready, outcome: Outcome): RowResult {
  const { class: ended, state, request, data, status } = outcome;
  const message = String(outcome.message);
  const code = outcome.code ?? textOf(status?.code);
  const { requestUId } = request;
  return { line, reference, class: ended, code, state, message, requestUId, data, amount };
}

export function wrongResult({ line, reference, problem }: Wrong): RowResult {
  return { line, reference, class: 'USAGE', message: problem };
}

/** As the store keeps it. */
export function encodeResult(result: RowResult): string {
  return stringifyJson(fromPlain(result));
}

export function decodeResult(text: string): RowResult {
  const value = parseJson(text);
  const part = (name: string) => textOf(at(value, name));
  const [ended = '', amount, data] = [part('class'), part('amount'), at(value, 'data')];
  return {
    line: Number(part('line')),
    reference: part('reference'),
    class: isExitClass(ended) ? ended : 'INTERNAL',
    code: part('code'),
    state: part('state'),
    message: part('message') ?? '',
    requestUId: part('requestUId'),
    ...(data !== undefined && { data }),
    ...(amount !== undefined && { amount: BigInt(amount) }),
  };
}

/** The lines of a result, each ended by a line feed. */
export interface ResultLines {
  /** '' where there is none. */
  header: string;
  of(result: RowResult): string;
  /** Where a text that should hold such lines alone has another one; its last may be cut off. */
  foreignIn(text: string): number | undefined;
}

export interface LineOptions {
  /** `--columns`: fields, the caller's own, and e.g. `data.tradeState` from the bank's data. */
  columns?: readonly string[] | undefined;
  /** The fields of this kind of batch; unless given, those of an operation. */
  fields?: readonly string[] | undefined;
  /** The caller's own columns, known once the header was read. */
  own?: () => readonly string[];
  /** CSV begins with the mark by which a spreadsheet knows UTF-8. */
  bom?: boolean | undefined;
}

/**
 * JSON Lines have all fields and the bank's data; CSV has the fields only. The line number always
 * comes first, then the caller's own columns.
 */
export function resultLines(format: Format, options: LineOptions = {}): ResultLines {
  const { fields, own = () => [], bom = false } = options;
  const known = fields ?? FIELDS.slice(1);
  const chosen = options.columns?.filter((column) => column !== 'line');
  for (const column of chosen ?? []) check(column, [...known, ...own()]);
  const namesOf = () => ['line', ...(chosen ?? [...own(), ...known])];
  if (format === 'csv') {
    const header = () => (bom ? BOM : '') + csvLine(namesOf());
    return {
      get header() {
        return header();
      },
      of: (result) => csvLine(namesOf().map((column) => text(fieldOf(result, column)))),
      foreignIn: (text) => foreignIn(text, header(), CSV_LINE, CSV_TORN),
    };
  }
  const foreign = (text: string) => foreignIn(text, '{"line":', JSON_LINE, JSON_TORN);
  if (chosen === undefined && fields === undefined) {
    return { header: '', of: wholeLine, foreignIn: foreign };
  }
  const isEmptyText = (name: string) => fields?.includes(name) && name !== 'data';
  const shownIn = (result: RowResult, name: string) =>
    fieldOf(result, name) ?? (isEmptyText(name) ? '' : undefined);
  const of = (result: RowResult): string => {
    const names = ['line', ...(chosen ?? [...Object.keys(result.own ?? {}), ...known])];
    const said = names.map((name) => `${JSON.stringify(name)}:${json(shownIn(result, name))}`);
    return `${visible(`{${said.join(',')}}`)}\n`;
  };
  return { header: '', of, foreignIn: foreign };
}

const BOM = '\ufeff';

const JSON_LINE = /\{"line":\d+(,[^\n]*)?\}\n/y;
const JSON_TORN = /^\{"line":\d+([,}][^\n]*)?$/;
const CSV_LINE = /\d+(,("([^"]|"")*"|[^",\n]*))*\n/y;
const CSV_TORN = /^\d+(,("([^"]|"")*"|[^",\n]*))*(,"([^"]|"")*)?$/;

function foreignIn(text: string, beginning: string, line: RegExp, torn: RegExp) {
  let at = beginning.endsWith('\n') && text.startsWith(beginning) ? beginning.length : 0;
  line.lastIndex = at;
  while (line.test(text)) at = line.lastIndex;
  const rest = text.slice(at);
  return beginning.startsWith(rest) || torn.test(rest) ? undefined : at;
}

/** Built by hand, because every row passes here. */
function wholeLine(result: RowResult): string {
  const { line, class: ended, message, data } = result;
  const rest = `"code":${quoted(result.code)},"state":${quoted(result.state)},"message":${JSON.stringify(message)},"requestUId":${quoted(result.requestUId)},"data":${json(data)}`;
  const own = Object.entries(result.own ?? {}).map(([name, value]) => {
    return `${JSON.stringify(name)}:${stringifyJson(value)},`;
  });
  const head = `{"line":${line},${own.join('')}"reference":${quoted(result.reference)},"class":"${ended}","exit":${EXIT[ended]},`;
  return `${visible(`${head}${rest}}`)}\n`;
}

function quoted(value: string | undefined): string {
  return value === undefined ? 'null' : JSON.stringify(value);
}

function check(column: string, known: readonly string[]): void {
  if (known.includes(column) || column === 'data' || column.startsWith('data.')) return;
  const guess = nearest(column, known);
  throw new PayctlError(
    'USAGE',
    `--columns: unknown field ${JSON.stringify(column)}; choose from ${['line', ...known].join(', ')}, data, or data.NAME from the bank's answer`,
    { hint: guess ? `did you mean ${guess}?` : undefined },
  );
}

function isField(name: string): name is Field {
  return FIELDS.some((field) => field === name);
}

function fieldOf(result: RowResult, column: string): Json | number | undefined {
  for (const given of [result.more ?? {}, result.own ?? {}]) {
    // A column may have any name, those that every object answers to included.
    if (Object.hasOwn(given, column)) return given[column];
  }
  if (column === 'verdict') return result.class;
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

/** How the rows ended, over all runs of a batch. */
export class Tally {
  readonly #counts = new Map<ExitClass, number>();
  #satang = 0n;

  add({ class: ended, amount }: Pick<RowResult, 'class' | 'amount'>): void {
    this.#counts.set(ended, this.count(ended) + 1);
    if (ended === 'SUCCESS') this.#satang += amount ?? 0n;
  }

  count(ended: ExitClass): number {
    return this.#counts.get(ended) ?? 0;
  }

  /** With successes, also where there is none. */
  get counts(): ReadonlyMap<ExitClass, number> {
    return new Map([['SUCCESS', 0], ...this.#counts]);
  }

  /** Rows that did not end in success. */
  get failed(): number {
    return this.total - this.count('SUCCESS');
  }

  get total(): number {
    let total = 0;
    for (const count of this.#counts.values()) total += count;
    return total;
  }

  /** What the bank confirmed, in baht. */
  get amount(): string {
    return formatAmount(this.#satang);
  }

  /** `9990 SUCCESS, 10 NOT_FOUND`. */
  toString(): string {
    const counts = [...this.#counts].sort(([a], [b]) => EXIT[a] - EXIT[b]);
    return counts.map(([ended, count]) => `${count} ${ended}`).join(', ') || 'no rows';
  }

  /** As the checkpoint stores it. */
  save(): Record<string, string | number> {
    return { ...Object.fromEntries(this.#counts), amount: this.amount };
  }

  static load(saved: object): Tally {
    const tally = new Tally();
    for (const [name, value] of Object.entries(saved)) {
      if (name === 'amount' && typeof value === 'string') tally.#satang = parseAmount(value) ?? 0n;
      if (isExitClass(name) && typeof value === 'number') tally.#counts.set(name, value);
    }
    return tally;
  }
}

export interface Ending {
  /** Every row of the shard is in the result. */
  complete: boolean;
  /** What ended it early. */
  stop?: PayctlError;
  /** Rows cut off with an unknown outcome; --resume inquires about them. */
  unknown: number;
  /** Rows of this run whose call may have moved money, whether or not the result shows them. */
  moved: number;
}

/** What an end that is not known means. */
export type Moves = 'money' | 'something' | 'nothing';

export interface Run {
  task: { words: string; moves: Moves };
  ending: Ending;
  tally: Tally;
  /** Rows done by earlier runs. */
  before: number;
  ms: number;
  total: Survey | undefined;
  /** What continues it, in words for a person; undefined where nothing can. */
  goOn: string | undefined;
  signal: SignalName | undefined;
}

/** What a person reads at the end, on standard error. */
export function summaryOf(run: Run): string {
  const { task, ending, tally, before, ms, total } = run;
  const rows = total ? `${tally.total} of ${total.mine.rows} rows` : `${tally.total} rows`;
  const speed = ms > 0 ? `, ${(((tally.total - before) * 1000) / ms).toFixed(1)} per second` : '';
  const earlier = before > 0 ? ` (${before} of them earlier)` : '';
  const lines = [`${task.words}: ${rows}${earlier}: ${String(tally)}${speed}`];
  if (total && total.mine.amounts > 0) {
    lines.push(`confirmed ${tally.amount} of ${formatAmount(total.mine.satang)} baht`);
  }
  const unknown = tally.count('OUTCOME_UNKNOWN');
  if (unknown > 0 && task.moves !== 'nothing')
    lines.push(`${counted(unknown, 'outcome')} unknown: run payctl journal recover`);
  if (!ending.complete && goesOn(run))
    lines.push(`not all rows are done; continue with ${run.goOn}`);
  return lines.join('\n');
}

/** A corrected header makes another input, and nothing of this one was done. */
function goesOn({ ending, goOn }: Run): boolean {
  return goOn !== undefined && ending.stop?.exitClass !== 'USAGE';
}

/** Classes by which a script takes it that no row was sent. */
const NOTHING_SENT: ReadonlySet<ExitClass> = new Set(['USAGE', 'CONFIG']);

export function resultOf(run: Run): Result {
  return { ...endOf(run), text: '', tally: run.tally.counts };
}

/** The reason that stopped it, the signal, or whether all rows succeeded. */
function endOf(run: Run): Pick<Result, 'exit' | 'problem'> {
  const { task, ending, tally, signal } = run;
  const { stop, complete, unknown } = ending;
  if (stop) {
    const hint =
      stop.facts.hint ??
      (goesOn(run) ? `fix the problem, then continue with ${run.goOn}` : undefined);
    const message = `the batch was stopped: ${stop.message}`;
    // The batch stopped; what became of its payments is in the results and the journal.
    const isMoney = task.moves === 'money';
    const executed = isMoney ? 'unknown' : stop.facts.executed;
    const facts = { ...stop.facts, executed, hint };
    const sent = isMoney && ending.moved > 0;
    const ended = sent && NOTHING_SENT.has(stop.exitClass) ? 'PARTIAL' : stop.exitClass;
    return { problem: new PayctlError(ended, message, facts) };
  }
  if (complete || signal === undefined) {
    return { exit: tally.failed > 0 ? 'PARTIAL' : 'SUCCESS' };
  }
  const open = task.moves === 'nothing' ? 0 : unknown + tally.count('OUTCOME_UNKNOWN');
  return { exit: open > 0 ? 'OUTCOME_UNKNOWN' : endedBy(signal) };
}
