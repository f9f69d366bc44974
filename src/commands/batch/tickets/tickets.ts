import type { Fields } from '../../../bank/define.js';
import type { Result } from '../../../cli/command.js';
import type { Context } from '../../../cli/context.js';
import { refuseCurl } from '../../../cli/globals.js';
import { absolute, gatherFields } from '../../../cli/input.js';
import { type Code, codesOfRow } from '../../../cli/source.js';
import { PayctlError, usageError } from '../../../core/errors.js';
import { type Json, number, stringifyJson } from '../../../core/json.js';
import { counted, visible } from '../../../core/text.js';
import { isSameFile } from '../../../host/output-file.js';
import { rateOfSandbox } from '../../../investigate/ask.js';
import { checkTarget } from '../../qr/drawing.js';
import { type BatchOptions, openRows, type RowsInput } from '../options.js';
import type { Wrong } from '../prepare.js';
import type { Row } from '../read.js';
import type { Ended, Task } from '../run.js';
import { sendRows } from '../send.js';
import { resultLines, wrongResult } from '../tell.js';
import type { TicketColumns } from './columns.js';

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
