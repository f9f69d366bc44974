import type { Fields } from '../../../bank/define.js';
import { PayctlError, usageError } from '../../../core/errors.js';
import { fromPlain, type Json, textOf } from '../../../core/json.js';
import { excerpt, visible } from '../../../core/text.js';
import { isSameFile } from '../../../host/output-file.js';
import { rateOfSandbox } from '../../../investigate/ask.js';
import { rowMessages } from '../../../messages/rows.js';
import { ticketMessages as messages } from '../../../messages/tickets.js';
import type { Paper, Result } from '../../../runtime/command.js';
import type { Context } from '../../../runtime/context.js';
import {
  camelCase,
  longFlag,
  type Option,
  type Parameters,
  takesValue,
} from '../../../runtime/parameter.js';
import { gatherFields } from '../../../runtime/raw-fields.js';
import { refuseCurl } from '../../../runtime/run-options.js';
import { type Code, codesOfRow } from '../../../runtime/source.js';
import { absolutePath } from '../../../runtime/user-file.js';
import { checkTarget } from '../../qr/drawing.js';
import type { BatchOptions } from '../options.js';
import { sendRows } from '../pipeline.js';
import type { RejectedRow } from '../prepare.js';
import { resultLines, wrongResult } from '../result-lines.js';
import type { Column, Row } from '../row-reader.js';
import { openRows, type RowsInput } from '../row-source.js';
import type { RowEnd, Task } from '../runner.js';
import { previewLine } from '../survey.js';

/** Columns that a refusal names. */
const MOST_NAMED = 12;

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
      throw usageError(messages.lineEnds, messages.saveAsCsv);
    }
    const reference = this.#references.find((name) => names.includes(name));
    if (reference === undefined) {
      const shownNames = names
        .slice(0, MOST_NAMED)
        .map((name) => JSON.stringify(excerpt(name, 60)));
      throw usageError(
        messages.noReference(this.#references.slice(0, 2), shownNames),
        messages.separateByCommas,
      );
    }
    const seen = new Set<string>();
    return names.map((name): Column => {
      const flag = this.#flagOf(name);
      if (seen.has(flag ?? name)) {
        throw usageError(messages.namedTwice(JSON.stringify(visible(name))));
      }
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
      throw usageError(
        messages.ofWholeBatch(JSON.stringify(visible(name))),
        messages.give(`--${bare(name)}`),
      );
    }
    if (!this.#fields.includes(name)) return;
    throw usageError(messages.ofResult(JSON.stringify(name)), messages.otherColumnName);
  }

  /** The reference, and what the row says by flags. Throws USAGE. */
  read(given: Fields, own: Fields): { reference: string; options: Record<string, unknown> } {
    const options: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      const flag = this.#flagOf(name);
      const text =
        textOf(fromPlain(value)) ?? (typeof value === 'boolean' ? String(value) : undefined);
      if (flag === undefined) continue;
      if (text === undefined) throw usageError(messages.notText(name));
      if (text === '') continue;
      options[flag] = takesValue(this.#flags.get(flag)) ? text : truthOf(name, text);
    }
    const name = this.#references.find((one) => own[one] !== undefined);
    const reference = name === undefined ? undefined : textOf(fromPlain(own[name]));
    if (reference === undefined || reference.trim() === '') {
      throw usageError(messages.empty(name ?? this.#references[0] ?? ''));
    }
    return { reference: reference.trim(), options };
  }

  /** For fields of every row: what is no flag is misspelt. */
  refuseUnknown(fields: Fields): void {
    const unknown = Object.keys(fields).find((name) => this.#flagOf(name) === undefined);
    if (unknown === undefined) return;
    const names = [...this.#flags.values()].map((option) => bare(longFlag(option)));
    throw usageError(messages.unknownField(JSON.stringify(visible(unknown)), names));
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
  throw usageError(messages.notTruth(name, JSON.stringify(visible(text))));
}

/** A ticket of the file: its reference, and what it says by flags. */
export interface TicketRow<Values> {
  line: number;
  reference: string;
  values: Values;
}

/** Work of the support desk on the rows of a file. */
export interface TicketTask<Values, End extends RowEnd> extends Task<TicketRow<Values>, End> {
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

export async function runTickets<Values, End extends RowEnd>(
  context: Context,
  options: BatchOptions,
  paper: Paper,
  open: (parts: TicketParts) => TicketTask<Values, End>,
): Promise<Result> {
  const { host, dryRun } = context;
  refuseCurl(context);
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
    if (dryRun) return await previewTickets(context, task, rows, paper);
    const result = await sendRows(context, { input: rows, task, options, total: undefined, paper });
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
    throw usageError(messages.reportOfOneRun, messages.leaveOutOne);
  }
  checkTarget('--report', report, context);
  const file = absolutePath(context.host, report);
  const overwritten = [path, out].find((one) => one !== undefined && isSameFile(file, one));
  if (overwritten !== undefined) throw usageError(messages.reportOverwrites(overwritten));
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
): TicketRow<Values> | RejectedRow {
  if (given === undefined) return { line, problem: problem ?? rowMessages.unreadable };
  try {
    const { reference, options } = columns.read({ ...base, ...given }, own);
    return { line, reference, values: valuesOf(options) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const why = error instanceof PayctlError ? error.said : error.message;
    return { line, problem: rowMessages.problems([why]) };
  }
}

/** The codes of the picture that the reference names, or the reference itself. */
export async function codesOfTicket(reference: string, context: Context): Promise<Code[]> {
  if (reference === '-') throw usageError(messages.standardInput);
  return codesOfRow(reference, context);
}

async function previewTickets<Values, End extends RowEnd>(
  { note }: Context,
  task: TicketTask<Values, End>,
  input: RowsInput,
  { write, say }: Paper,
): Promise<Result> {
  const lines = resultLines('jsonl', { say });
  let count = 0;
  for await (const rows of input.rows()) {
    for (const row of rows) {
      const ready = task.prepare(row);
      const shown = 'problem' in ready ? ready : await lineOf(task, ready).catch(rejectedBy(row));
      const isWrong = 'problem' in shown;
      count += isWrong ? 0 : 1;
      await write(isWrong ? lines.of(wrongResult(shown)) : shown.text);
    }
  }
  await note(messages.wouldBeAsked(task.words, count));
  return { text: '' };
}

async function lineOf<Values, End extends RowEnd>(
  task: TicketTask<Values, End>,
  row: TicketRow<Values>,
): Promise<{ text: string }> {
  return { text: previewLine(row, await task.preview(row)) };
}

function rejectedBy({ line }: Row): (error: unknown) => RejectedRow {
  return (error) => {
    if (!(error instanceof PayctlError)) throw error;
    return { line, problem: rowMessages.problems([error.said]) };
  };
}
