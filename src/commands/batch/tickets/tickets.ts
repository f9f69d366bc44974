import type { Fields } from '../../../bank/define.js';
import { PayctlError, usageError } from '../../../core/errors.js';
import { fromPlain, type Json, number, stringifyJson, textOf } from '../../../core/json.js';
import { counted, visible } from '../../../core/text.js';
import { isSameFile } from '../../../host/output-file.js';
import { rateOfSandbox } from '../../../investigate/ask.js';
import type { Result } from '../../../runtime/command.js';
import type { Context } from '../../../runtime/context.js';
import { refuseCurl } from '../../../runtime/globals.js';
import { absolute, gatherFields } from '../../../runtime/input.js';
import {
  camelCase,
  longFlag,
  type Option,
  type Parameters,
  takesValue,
} from '../../../runtime/parameter.js';
import { type Code, codesOfRow } from '../../../runtime/source.js';
import { checkTarget } from '../../qr/drawing.js';
import { type BatchOptions, openRows, type RowsInput } from '../options.js';
import type { Wrong } from '../prepare.js';
import { type Column, type Row, wrong } from '../read.js';
import { resultLines, wrongResult } from '../result-lines.js';
import { sendRows } from '../row-call.js';
import type { Ended, Task } from '../runner.js';

/** Columns of a file of tickets: the reference, flags of the command, and the caller's own. */
export class TicketColumns {
  readonly #references: readonly string[];
  readonly #flags: ReadonlyMap<string, Option>;
  readonly #fields: readonly string[];
  readonly #notByRow: readonly string[];

  /**
   * @param references what the column of the reference may be called, the surest first
   * @param notByRow flags that one row cannot have
   */
  constructor(
    references: readonly string[],
    parameters: Parameters<object>,
    fields: readonly string[],
    notByRow: readonly string[] = [],
  ) {
    const all: { options: readonly Option[] }[] = Object.values(parameters);
    const options = all.flatMap((parameter) => parameter.options);
    this.#references = references;
    this.#flags = new Map(options.map((option) => [camelCase(bare(longFlag(option))), option]));
    this.#fields = ['line', ...fields];
    this.#notByRow = notByRow;
  }

  /** Of a header. Throws USAGE where it has no reference, or names a column of the result. */
  of(header: readonly string[]): Column[] {
    const names = header.map((name) => name.trim());
    if (names.some((name) => name.includes('\r'))) {
      throw wrong(
        'never ends: the lines of this file end with CR alone',
        'save it as CSV in UTF-8',
      );
    }
    const reference = this.#references.find((name) => names.includes(name));
    if (reference === undefined) {
      throw wrong(`has no column ${this.#references.slice(0, 2).join(' or ')}`);
    }
    const seen = new Set<string>();
    return names.map((name): Column => {
      const flag = this.#flagOf(name);
      if (seen.has(flag ?? name)) throw wrong(`names ${JSON.stringify(visible(name))} twice`);
      seen.add(flag ?? name);
      if (name === reference) return { path: [name], own: name };
      if (flag !== undefined) return { path: [flag] };
      this.refuseTaken(name);
      return { own: name };
    });
  }

  /** Of JSON Lines: all but flags; the reference is carried too. */
  isOwn(key: string): boolean {
    return this.#flagOf(key) === undefined;
  }

  /** Throws USAGE for a column of the caller that is named like one of the result. */
  refuseTaken(name: string): void {
    if (this.#notByRow.includes(bare(name))) {
      throw wrong(
        `names ${JSON.stringify(visible(name))}, which is one for the whole batch`,
        `give --${bare(name)}`,
      );
    }
    if (!this.#fields.includes(name)) return;
    throw wrong(
      `names ${JSON.stringify(name)}, which is a column of the result`,
      'give yours another name',
    );
  }

  /** The reference, and what the row says by flags. Throws USAGE. */
  read(given: Fields, own: Fields): { reference: string; options: Record<string, unknown> } {
    const options: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      const flag = this.#flagOf(name);
      const text =
        textOf(fromPlain(value)) ?? (typeof value === 'boolean' ? String(value) : undefined);
      if (flag === undefined) continue;
      if (text === undefined) throw usageError(`${name} is not a text`);
      if (text === '') continue;
      options[flag] = takesValue(this.#flags.get(flag)) ? text : truthOf(name, text);
    }
    const name = this.#references.find((one) => own[one] !== undefined);
    const reference = name === undefined ? undefined : textOf(fromPlain(own[name]));
    if (reference === undefined || reference.trim() === '') {
      throw usageError(`${name ?? this.#references[0]} is empty`);
    }
    return { reference: reference.trim(), options };
  }

  /** For fields of every row: what is no flag is misspelt. */
  refuseUnknown(fields: Fields): void {
    const unknown = Object.keys(fields).find((name) => this.#flagOf(name) === undefined);
    if (unknown === undefined) return;
    const known = [...this.#flags.values()].map((option) => bare(longFlag(option)));
    throw usageError(
      `${JSON.stringify(visible(unknown))} is no field of this batch; it has ${known.join(', ')}`,
    );
  }

  #flagOf(name: string): string | undefined {
    const flag = camelCase(bare(name));
    return this.#flags.has(flag) ? flag : undefined;
  }
}

function bare(flag: string): string {
  return flag.replace(/^--/, '');
}

const TRUTH: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

function truthOf(name: string, text: string): boolean {
  const truth = TRUTH[text.toLowerCase()];
  if (truth !== undefined) return truth;
  throw usageError(`${name} is ${JSON.stringify(visible(text))}; give true or false`);
}

/** A ticket of the file: its reference, and what it says by flags. */
export interface TicketRow<Values> {
  line: number;
  reference: string;
  values: Values;
}

/** Work of the support desk on the rows of a file. */
export interface TicketTask<Values, End extends Ended> extends Task<TicketRow<Values>, End> {
  readonly columns: TicketColumns;
  /** What would be sent. */
  preview(row: TicketRow<Values>): Promise<Json>;
  /** The page of --report, at the end. */
  finish(): Promise<void>;
}

/** What such a task is made with. */
export interface TicketParts {
  context: Context;
  options: BatchOptions;
  /** Fields for every row. */
  base: Fields;
  /** Relative times count from it. */
  startedAt: number;
}

export async function runTickets<Values, End extends Ended>(
  context: Context,
  options: BatchOptions,
  open: (parts: TicketParts) => TicketTask<Values, End>,
): Promise<Result> {
  const { host, globals } = context;
  refuseCurl(globals);
  const base = await gatherFields(host, {}, options.raw, {});
  const paced = { ...options, rate: await rateOf(context, options) };
  const task = open({ context, options: paced, base, startedAt: host.clock.now() });
  const { columns } = task;
  columns.refuseUnknown(base);
  refuseReport(context, options);
  const isOwn = (key: string) => columns.isOwn(key);
  const input = await openRows(context, (header) => columns.of(header), options, true, isOwn);
  try {
    const rows = await checkedHead(input, columns);
    if (globals.dryRun) return await previewed(context, task, rows);
    const result = await sendRows(context, { input: rows, task, options, total: undefined });
    await task.finish();
    return result;
  } finally {
    input.close();
  }
}

async function rateOf(
  { services }: Context,
  { rate, isUsualRate }: BatchOptions,
): Promise<number | undefined> {
  if (!isUsualRate || services.isReplay || (await services.profile()).name !== 'sandbox')
    return rate;
  const allowed = await rateOfSandbox(services);
  return Number.isFinite(allowed) ? allowed : undefined;
}

/** Before anything is asked. */
function refuseReport(context: Context, { report, resume, path, out }: BatchOptions): void {
  if (report === undefined) return;
  if (resume) {
    throw usageError(
      '--report shows all tickets of one run, and --resume does the rest of another',
      'leave out one of them',
    );
  }
  checkTarget('--report', report, context);
  const file = absolute(context.host, report);
  const other = [path, out].find((one) => one !== undefined && isSameFile(file, one));
  if (other !== undefined) throw usageError(`--report would overwrite ${other}`);
}

/** Reads the whole file once, for the names of all columns. Throws USAGE. */
async function checkedHead(input: RowsInput, columns: TicketColumns): Promise<RowsInput> {
  const names = new Set((await input.own())());
  for await (const some of input.rows()) {
    for (const { own = {} } of some) for (const name of Object.keys(own)) names.add(name);
  }
  for (const name of names) columns.refuseTaken(name);
  return { ...input, own: async () => () => [...names] };
}

/** `prepare` of a task: what a row says, or what is wrong with it. */
export function ticketOf<Values>(
  { line, given, own = {}, problem }: Row,
  { base }: TicketParts,
  columns: TicketColumns,
  valuesOf: (options: Record<string, unknown>) => Values,
): TicketRow<Values> | Wrong {
  if (given === undefined) return { line, problem: problem ?? 'cannot be read' };
  try {
    const { reference, options } = columns.read({ ...base, ...given }, own);
    return { line, reference, values: valuesOf(options) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { line, problem: visible(error.message) };
  }
}

/** The codes of the picture that the reference names, or the reference itself. */
export async function codesOfTicket(reference: string, context: Context): Promise<Code[]> {
  if (reference === '-') throw usageError('"-" is standard input, which no row can have');
  return codesOfRow(reference, context);
}

async function previewed<Values, End extends Ended>(
  context: Context,
  task: TicketTask<Values, End>,
  input: RowsInput,
): Promise<Result> {
  const wrongLine = resultLines('jsonl').of;
  let count = 0;
  for await (const rows of input.rows()) {
    for (const row of rows) {
      const ready = task.prepare(row);
      const shown = 'problem' in ready ? ready : await lineOf(task, ready).catch(wrongOf(row));
      const isWrong = 'problem' in shown;
      count += isWrong ? 0 : 1;
      const line = isWrong ? wrongLine(wrongResult(shown)) : shown.text;
      await context.host.stdout.write(line);
    }
  }
  await context.note(`${task.words}: ${counted(count, 'row')} would be asked about`);
  return { text: '' };
}

async function lineOf<Values, End extends Ended>(
  task: TicketTask<Values, End>,
  row: TicketRow<Values>,
): Promise<{ text: string }> {
  const line = number(String(row.line));
  const shown = { line, reference: row.reference, dryRun: await task.preview(row) };
  return { text: `${visible(stringifyJson(shown))}\n` };
}

function wrongOf({ line }: Row): (error: unknown) => Wrong {
  return (error) => {
    if (!(error instanceof PayctlError)) throw error;
    return { line, problem: visible(error.message) };
  };
}
