import { findReferenceColumn, readCarried } from '../../commands/batch/tickets/ticket-columns.js';
import { isJsonObject, type JsonObject, jsonText, parseJson } from '../../core/json.js';
import type { Message } from '../../core/message.js';
import { csvLine } from '../../format/csv.js';
import { consoleWords } from '../../messages/console.js';
import { ticketWords as words } from '../../messages/console-tickets.js';
import type { CommandCall, CommandResult } from '../commands.js';
import type { RequestContext, Route, RouteResult } from '../console.js';
import { isTooLarge } from '../gzip-limit.js';
import { type TicketResult, ticketsPage } from '../pages/tickets.js';

export const ticketRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/tickets',
    act: 'look',
    answer: ({ frame }) => ({ page: ticketsPage(frame) }),
  },
  { method: 'POST', path: '/tickets', act: 'look', answer: lookUp },
  { method: 'POST', path: '/tickets.csv', act: 'export', answer: download },
];

/** Somebody waits for the page, and the bank allows a few calls a second. */
const MOST_ROWS = 100;

async function lookUp(request: RequestContext): Promise<RouteResult> {
  const { frame, form, field, commands, audit } = request;
  const file = form.files.get('file');
  const column = field('column');
  if (file === undefined) return refused(request, words.noFile, 422);
  if (await isTooLarge(file)) return refused(request, consoleWords.tooLarge, 413);
  const call: CommandCall = {
    command: ['batch'],
    words: ['investigate', '-'],
    options: column === '' ? {} : { referenceColumn: column },
    ...{ input: file, isByLine: true, isFileless: true, say: frame.say },
  };
  const rows = parseLines(await commands.run({ ...call, isDry: true })).length;
  if (rows > MOST_ROWS) return refused(request, words.tooMany(rows, MOST_ROWS), 422);
  const ran = await commands.run(call);
  audit.write({ action: 'tickets', exit: ran.exit });
  const lines = parseLines(ran);
  const found = {
    rows: lines.map((record) => toTicketRow(record, column)),
    csv: toCsv(lines),
    ...(ran.problem && { problem: ran.problem }),
  };
  return { page: ticketsPage(frame, found, column) };
}

/** The table of the page, as the command gave it: what is downloaded is what was seen. */
function download({ form }: RequestContext): RouteResult {
  const text = `\ufeff${form.fields.get('csv') ?? ''}`;
  return { text, type: 'text/csv; charset=utf-8', name: 'tickets.csv' };
}

function refused({ frame, field }: RequestContext, message: Message, status: number): RouteResult {
  const found = { rows: [], csv: '', problem: { message } };
  return { page: ticketsPage(frame, found, field('column')), status };
}

function parseLines({ data }: CommandResult): JsonObject[] {
  if (typeof data !== 'string') return [];
  return data.split('\n').flatMap((line) => {
    const record = line === '' ? undefined : parseJson(line);
    return isJsonObject(record) ? [record] : [];
  });
}

function toTicketRow(record: JsonObject, column: string): TicketResult {
  const name = findReferenceColumn(Object.keys(record), column === '' ? undefined : column);
  const reference = name === undefined ? undefined : jsonText(record[name]);
  return { record, reference: reference ?? '', carried: readCarried(record) };
}

function toCsv(lines: readonly JsonObject[]): string {
  const names = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  const cells = lines.map((line) => names.map((name) => jsonText(line[name]) ?? ''));
  return [names, ...cells].map(csvLine).join('');
}
