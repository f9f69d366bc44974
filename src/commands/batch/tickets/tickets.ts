import type { Fields } from '../../../bank/define.js';
import { PayctlError, usageError } from '../../../core/errors.js';
import type { Json } from '../../../core/json.js';
import { csvRecords } from '../../../core/records.js';
import { isSameFile } from '../../../host/output-file.js';
import { rateOfSandbox } from '../../../investigate/ask.js';
import { ticketMessages as messages, rowMessages } from '../../../messages/batch.js';
import { wording } from '../../../messages/wording.js';
import { decodeText } from '../../../reconcile/decode.js';
import type { TableRow } from '../../../reconcile/header.js';
import { unpack } from '../../../reconcile/unpack.js';
import type { Paper, Result } from '../../../runtime/command.js';
import { gatherFields } from '../../../runtime/raw-fields.js';
import { refuseCurl } from '../../../runtime/run-options.js';
import type { Services } from '../../../runtime/services.js';
import { type Code, readRowCodes } from '../../../runtime/source.js';
import { absolutePath } from '../../../runtime/user-file.js';
import type { BatchOptions } from '../options.js';
import { sendRows } from '../pipeline.js';
import { resultLines, wrongResult } from '../result-lines.js';
import {
  csvReader,
  guessFormat,
  type HeaderReader,
  type InputRow,
  jsonlReader,
  type RejectedRow,
  readRows,
  rowFromCells,
} from '../row-reader.js';
import { openRows, type ReadRows, type RowsInput } from '../row-source.js';
import type { BatchTask, RowEnd } from '../runner.js';
import { previewLine } from '../survey.js';
import type { TicketColumns } from './ticket-columns.js';

/** A ticket of the file: its reference, and what it says by flags. */
export interface TicketRow<Values> {
  line: number;
  reference: string;
  values: Values;
}

/** Work of the support desk on the rows of a file. */
export interface TicketTask<Values, End extends RowEnd> extends BatchTask<TicketRow<Values>, End> {
  readonly columns: TicketColumns;
  /** What would be sent. */
  preview(row: TicketRow<Values>): Promise<Json>;
  /** The page of --report, at the end. */
  finish(): Promise<void>;
}

export interface TicketParts {
  services: Services;
  options: BatchOptions;
  base: Fields;
  /** Relative times count from it. */
  startedAt: number;
}

export async function runTickets<Values, End extends RowEnd>(
  services: Services,
  options: BatchOptions,
  paper: Paper,
  open: (parts: TicketParts) => TicketTask<Values, End>,
): Promise<Result> {
  refuseCurl(services.options);
  const base = await gatherFields(services.host, {}, options.raw, {});
  const paced = { ...options, rate: await allowedRate(services, options) };
  const task = open({ services, options: paced, base, startedAt: await services.bankNow() });
  const { columns } = task;
  columns.refuseUnknown(base);
  refuseReport(services, options);
  const parseHeader = (header: readonly string[]) => columns.of(header);
  const input = await openRows(services, parseHeader, options, true, ticketRows(columns));
  try {
    const rows = await checkedHead(input, columns);
    if (services.options.dryRun) return await previewTickets(services, task, rows, paper);
    const result = await sendRows(services, {
      input: rows,
      task,
      options,
      total: undefined,
      paper,
    });
    await task.finish();
    return result;
  } finally {
    input.close();
  }
}

async function allowedRate(
  services: Services,
  { rate, isUsualRate }: BatchOptions,
): Promise<number | undefined> {
  if (!isUsualRate || services.isReplay || (await services.profile()).name !== 'sandbox')
    return rate;
  const allowed = await rateOfSandbox(services);
  return Number.isFinite(allowed) ? allowed : undefined;
}

/** Before anything is asked. */
function refuseReport(services: Services, { report, resume, path, out }: BatchOptions): void {
  if (report === undefined) return;
  if (resume) {
    throw usageError(messages.reportOfOneRun, wording.leaveOutOne);
  }
  const file = absolutePath(services.host, report);
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
export function parseTicket<Values>(
  { line, given, own = {}, problem }: InputRow,
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
export async function readTicketCodes(reference: string, services: Services): Promise<Code[]> {
  if (reference === '-') throw usageError(messages.standardInput);
  return readRowCodes(reference, services);
}

async function previewTickets<Values, End extends RowEnd>(
  { note }: Services,
  task: TicketTask<Values, End>,
  input: RowsInput,
  { write, screen: { say } }: Paper,
): Promise<Result> {
  const lines = resultLines('jsonl', { say });
  let count = 0;
  for await (const rows of input.rows()) {
    for (const row of rows) {
      const ready = task.prepare(row);
      const shown =
        'problem' in ready ? ready : await previewTicket(task, ready).catch(rejectedBy(row));
      const isWrong = 'problem' in shown;
      count += isWrong ? 0 : 1;
      await write(isWrong ? lines.of(wrongResult(shown)) : shown.text);
    }
  }
  await note(messages.wouldBeAsked(task.words, count));
  return {};
}

async function previewTicket<Values, End extends RowEnd>(
  task: TicketTask<Values, End>,
  row: TicketRow<Values>,
): Promise<{ text: string }> {
  return { text: previewLine(row, await task.preview(row)) };
}

function rejectedBy({ line }: InputRow): (error: unknown) => RejectedRow {
  return (error) => {
    if (!(error instanceof PayctlError)) throw error;
    return { line, problem: rowMessages.problems([error.said]) };
  };
}

/** Lines among which the header is; a help desk puts a title above it. */
const HEADER_WITHIN = 20;

/** What a spreadsheet saves with, by its country. */
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Rows of what a help desk exports: CSV with any delimiter and in any encoding of a spreadsheet, the
 * first sheet of a workbook, JSON Lines.
 */
function ticketRows(columns: TicketColumns): ReadRows {
  return async function* (chunks, columnsOf, { file, format }) {
    const unpacked = await unpack(file, chunks);
    if ('workbook' in unpacked) {
      const { sheetRows } = await import('../../../reconcile/statement/xlsx.js');
      yield workbookRows(await sheetRows(file, unpacked.workbook), columns, columnsOf);
      return;
    }
    yield* readRows(utf8(decodeText(unpacked.chunks, undefined)), (beginning) => {
      if ((format ?? guessFormat(file, beginning)) === 'jsonl') {
        return jsonlReader((key) => columns.isOwn(key));
      }
      const { delimiter, above } = findHeader(beginning, columns);
      let left = above;
      return csvReader((cells) => (left-- > 0 ? undefined : columnsOf(cells)), delimiter);
    });
  };
}

/** The delimiter by which one of the first records has a column of references, and how many stand above it. */
function findHeader(
  beginning: string,
  columns: TicketColumns,
): { delimiter: string; above: number } {
  const lines = wholeLines(beginning);
  const read = DELIMITERS.map((delimiter) => {
    const records = csvRecords(lines, delimiter).slice(0, HEADER_WITHIN);
    return { delimiter, records: records.map(({ cells = [] }) => cells) };
  });
  for (const { delimiter, records } of read) {
    const above = records.findIndex((cells) => cells.length > 1 && columns.isHeader(cells));
    if (above >= 0) return { delimiter, above };
  }
  // Without one, the refusal names the columns as most of them can be told apart.
  const cellCount = ({ records }: (typeof read)[number]) => records[0]?.length ?? 0;
  const widest = read.toSorted((one, other) => cellCount(other) - cellCount(one))[0];
  return { delimiter: widest?.delimiter ?? ',', above: 0 };
}

/** Whole lines, which the header is among; all of a text that has just one. */
function wholeLines(beginning: string): string {
  const end = beginning.lastIndexOf('\n');
  return end < 0 ? beginning : beginning.slice(0, end + 1);
}

/** A row of a sheet ends with its last cell that is filled in. */
function workbookRows(
  rows: readonly TableRow[],
  tickets: TicketColumns,
  columnsOf: HeaderReader,
): InputRow[] {
  const found = rows.slice(0, HEADER_WITHIN).findIndex(({ cells }) => tickets.isHeader(cells));
  const above = Math.max(0, found);
  const columns = columnsOf(rows[above]?.cells ?? []);
  return rows.slice(above + 1).map(({ cells, line }) => {
    const whole = columns.map((_, at) => cells[at] ?? '');
    return { line, ...rowFromCells([...whole, ...cells.slice(columns.length)], columns) };
  });
}

async function* utf8(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}
