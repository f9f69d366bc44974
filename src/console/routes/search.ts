import { join } from 'node:path';
import { loadReferences } from '../../bank/families.js';
import type { Message } from '../../core/message.js';
import { temporaryDirectory } from '../../host/disk.js';
import { refundableOf } from '../../investigate/next.js';
import { slipIn } from '../../investigate/report-slip.js';
import { consoleWords } from '../../messages/console.js';
import { searchWords } from '../../messages/console-search.js';
import { foreignFormat, isImage } from '../../qr/image-limits.js';
import { html } from '../../web/html.js';
import type { CommandResult } from '../commands.js';
import type { Answer, RequestContext, Route } from '../console.js';
import { failureCard } from '../notices.js';
import { reportPage } from '../pages/report.js';
import { resultsPage } from '../pages/results.js';
import { slipCard } from '../pages/slip.js';
import { startPage } from '../pages/start.js';
import { mayBeReference, type Query, readQuery } from '../query.js';

export const searchRoutes: readonly Route[] = [
  { method: 'GET', path: '/', act: 'look', answer: ({ frame }) => ({ page: startPage(frame) }) },
  { method: 'GET', path: '/search', act: 'look', answer: search },
  {
    method: 'GET',
    path: '/report',
    act: 'look',
    answer: (request) => report(request, request.query.get('id') ?? '', request.query.get('date')),
  },
  { method: 'POST', path: '/slip', act: 'look', answer: slip },
];

async function search(request: RequestContext): Promise<Answer> {
  const text = (request.query.get('q') ?? '').trim();
  if (text === '') return { to: '/' };
  const query = readQuery(text);
  if (query.kind === 'reference') return report(request, query.id);
  const { commands, audit, query: given, frame } = request;
  const ran = await commands.run({
    command: ['find'],
    options: { ...wantedBy(query), ...daysIn(given) },
  });
  audit.write({ action: 'find', what: text, kind: query.kind, exit: ran.exit });
  // What is not in a list may still have been paid: only a reference has a verdict.
  return { page: resultsPage(frame, given, { ran, mayBeReference: mayBeReference(query, text) }) };
}

function wantedBy(query: Exclude<Query, { kind: 'reference' }>): Record<string, string> {
  return query.kind === 'amount' ? { amount: query.amount } : { payer: query.payer };
}

function daysIn(query: URLSearchParams): Record<string, string> {
  const [from, to] = [query.get('from'), query.get('to')];
  return { ...(from && { from }), ...(to && { to }) };
}

async function report(request: RequestContext, id: string, date?: string | null): Promise<Answer> {
  const { commands, audit, frame } = request;
  const { ran, ticket } = await commands.investigate({
    command: ['investigate'],
    ...(date && { options: { date } }),
    typed: id,
  });
  audit.write({ action: 'investigate', what: id, exit: ran.exit });
  if (ticket === undefined) return noticeOf(request, ran.problem, id);
  const isRefundable = frame.may('refund') && (await canGiveBack(ticket.evidence));
  return { page: reportPage(frame, { ticket, isRefundable }) };
}

async function canGiveBack(evidence: Parameters<typeof refundableOf>[0]): Promise<boolean> {
  return refundableOf(evidence, await loadReferences()) !== undefined;
}

/** A picture: what it shows is investigated, and a slip is held against the bank's record of it. */
async function slip(request: RequestContext): Promise<Answer> {
  const { form } = request;
  const bytes = form.files.get('file')?.bytes;
  if (bytes === undefined || bytes.length === 0) {
    return withNote(request, consoleWords.noFile);
  }
  if (!isImage(bytes) && foreignFormat(bytes) === undefined) {
    return withNote(request, searchWords.notPicture);
  }
  const { path: cwd, remove } = temporaryDirectory();
  try {
    request.files.create(join(cwd, PICTURE), bytes);
    return await lookedAt(request, cwd);
  } finally {
    remove();
  }
}

/** What the commands call a picture, whatever its name was. */
const PICTURE = 'slip.png';

async function lookedAt(request: RequestContext, cwd: string): Promise<Answer> {
  const { commands, audit, frame } = request;
  const { ran, ticket } = await commands.investigate({
    command: ['investigate'],
    words: [PICTURE],
    cwd,
  });
  const what = ticket?.picture && `sha256:${ticket.picture}`;
  audit.write({ action: 'slip', ...(what && { what }), exit: ran.exit });
  if (ticket === undefined) return { ...noticeOf(request, ran.problem), status: 422 };
  const card = slipIn(ticket.evidence)
    ? slipCard(frame, await commands.run({ command: ['slip', 'verify'], words: [PICTURE], cwd }))
    : undefined;
  return { page: reportPage(frame, { ticket, isRefundable: false, ...(card && { slip: card }) }) };
}

function withNote({ frame }: RequestContext, text: Message): Answer {
  return { page: startPage(frame, html`<p class="note" role="alert">${text}</p>`), status: 422 };
}

function noticeOf({ frame }: RequestContext, problem: CommandResult['problem'], id = '') {
  return { page: startPage(frame, problem && failureCard(frame, problem), id) };
}
