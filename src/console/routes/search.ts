import { join } from 'node:path';
import { loadReferences } from '../../bank/families.js';
import { defined } from '../../core/fields.js';
import type { Message } from '../../core/message.js';
import { temporaryDirectory } from '../../host/disk.js';
import { refundableOf } from '../../investigate/next.js';
import type { Ticket } from '../../investigate/report-page.js';
import { slipIn } from '../../investigate/report-slip.js';
import { isKnown } from '../../investigate/spellings.js';
import { consoleWords } from '../../messages/console.js';
import { searchWords } from '../../messages/console-search.js';
import { foreignFormat, isImage } from '../../qr/image-limits.js';
import { html } from '../../web/html.js';
import type { CommandResult } from '../commands.js';
import type { Answer, RequestContext, Route } from '../console.js';
import { failureCard } from '../notices.js';
import { type ReportedTicket, reportPage } from '../pages/report.js';
import { resultsPage } from '../pages/results.js';
import { slipCard, slipTone } from '../pages/slip.js';
import { startPage } from '../pages/start.js';
import { mayBeReference, type Query, readQuery } from '../query.js';

export const searchRoutes: readonly Route[] = [
  { method: 'GET', path: '/', answer: ({ frame }) => ({ page: startPage(frame) }) },
  { method: 'GET', path: '/search', answer: search },
  {
    method: 'GET',
    path: '/report',
    answer: (request) => report(request, request.query.get('id') ?? '', aboutIn(request.query)),
  },
  { method: 'POST', path: '/slip', answer: slip },
];

async function search(request: RequestContext): Promise<Answer> {
  const text = (request.query.get('q') ?? '').trim();
  if (text === '') return { to: '/' };
  const query = readQuery(text);
  if (query.kind === 'reference') return report(request, query.id);
  if (query.kind === 'name' && mayBeReference(query, text)) {
    const asked = await investigate(request, text);
    if (asked.ticket && isKnown(asked.ticket.evidence)) return reported(request, asked);
  }
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
  if (query.kind === 'day') return { from: query.day, to: query.day };
  return query.kind === 'amount' ? { amount: query.amount } : { payer: query.payer };
}

function daysIn(query: URLSearchParams): Record<string, string> {
  const [from, to] = [query.get('from'), query.get('to')];
  return { ...(from && { from }), ...(to && { to }) };
}

/** What a page says of a payment beside its reference, by the names of the options of `investigate`. */
type About = Readonly<Record<string, string>>;

/** Of an address; `bank` and what is expected are those of a slip. */
function aboutIn(query: URLSearchParams): { about: About; slip?: About } {
  const given = (name: string) => query.get(name)?.trim() || undefined;
  const [amount, order, sendingBank] = [given('amount'), given('order'), given('bank')];
  const about = defined({ date: given('date'), since: given('since'), amount, sendingBank });
  if (sendingBank === undefined) return { about };
  return { about, slip: { sendingBank, ...expectedOf(amount, order) } };
}

function expectedOf(amount: string | undefined, order: string | undefined): About {
  return defined({ expectAmount: amount, expectOrder: order });
}

async function report(
  request: RequestContext,
  id: string,
  { about, slip: asSlip }: ReturnType<typeof aboutIn> = { about: {} },
): Promise<Answer> {
  const asked = await investigate(request, id, about);
  const { commands, frame } = request;
  const call = { command: ['slip', 'verify'], typed: id };
  const ran = asSlip && (await commands.run({ ...call, options: asSlip }));
  return reported(request, asked, ran && { card: slipCard(frame, ran), tone: slipTone(ran) });
}

interface Asked {
  id: string;
  ran: CommandResult;
  ticket?: Ticket;
}

async function investigate(
  { commands, audit }: RequestContext,
  id: string,
  options: About = {},
): Promise<Asked> {
  const asked = await commands.investigate({ command: ['investigate'], options, typed: id });
  audit.write({ action: 'investigate', what: id, exit: asked.ran.exit });
  return { id, ...asked };
}

async function reported(
  request: RequestContext,
  { id, ran, ticket }: Asked,
  slip?: ReportedTicket['slip'],
): Promise<Answer> {
  const { frame } = request;
  if (ticket === undefined) return noticeOf(request, ran.problem, id);
  const isRefundable = !slip && !frame.readOnly && (await canGiveBack(ticket.evidence));
  return { page: reportPage(frame, { ticket, isRefundable, ...(slip && { slip }) }) };
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
  const { commands, audit, frame, form } = request;
  const field = (name: string) => form.fields.get(name)?.trim() || undefined;
  const [amount, order] = [field('amount'), field('order')];
  const { ran, ticket } = await commands.investigate({
    command: ['investigate'],
    options: defined({ amount }),
    words: [PICTURE],
    cwd,
  });
  const what = ticket?.picture && `sha256:${ticket.picture}`;
  audit.write({ action: 'slip', ...(what && { what }), exit: ran.exit });
  if (ticket === undefined) return { ...noticeOf(request, ran.problem), status: 422 };
  if (!slipIn(ticket.evidence)) return { page: reportPage(frame, { ticket, isRefundable: false }) };
  const options = expectedOf(amount, order);
  const verified = await commands.run({
    command: ['slip', 'verify'],
    options,
    words: [PICTURE],
    cwd,
  });
  const shown = { card: slipCard(frame, verified), tone: slipTone(verified) };
  return { page: reportPage(frame, { ticket, isRefundable: false, slip: shown }) };
}

function withNote({ frame }: RequestContext, text: Message): Answer {
  return { page: startPage(frame, html`<p class="note" role="alert">${text}</p>`), status: 422 };
}

function noticeOf({ frame }: RequestContext, problem: CommandResult['problem'], id = '') {
  return { page: startPage(frame, problem && failureCard(frame, problem), id) };
}
