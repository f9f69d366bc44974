import { join } from 'node:path';
import { loadReferences } from '../../bank/families.js';
import type { Message } from '../../core/message.js';
import { temporaryDirectory } from '../../host/disk.js';
import { refundableOf } from '../../investigate/next.js';
import { slipIn } from '../../investigate/report-slip.js';
import { consoleWords } from '../../messages/console.js';
import { searchWords } from '../../messages/console-search.js';
import { foreignFormat, imageHeader, isImage } from '../../qr/image-limits.js';
import { type Html, html } from '../../web/html.js';
import type { CommandResult } from '../commands.js';
import type { Answer, RequestContext, Route } from '../console.js';
import { paymentLink } from '../format.js';
import { failureCard } from '../notices.js';
import { reportPage } from '../pages/report.js';
import { resultsPage } from '../pages/results.js';
import { slipCard } from '../pages/slip.js';
import { MOST_OF_TODAY, startPage } from '../pages/start.js';
import { mayBeReference, type Query, readQuery } from '../query.js';

export const searchRoutes: readonly Route[] = [
  { method: 'GET', path: '/', act: 'look', answer: start },
  { method: 'GET', path: '/search', act: 'look', answer: search },
  {
    method: 'GET',
    path: '/p/*',
    act: 'look',
    answer: (request) => report(request, request.rest, daysOf(request.query)),
  },
  {
    method: 'GET',
    path: '/report',
    act: 'look',
    answer: ({ query }) => ({ to: paymentLink(query.get('id') ?? '', query.get('date') ?? '') }),
  },
  { method: 'POST', path: '/slip', act: 'look', answer: slip },
  { method: 'GET', path: '/slip/*', act: 'look', poll: true, answer: picture },
];

/** Nobody waits longer for the figures of the day: the search is what the page is for. */
const WAIT_MS = 1_500;

async function start({ commands, frame, today, received }: RequestContext): Promise<Answer> {
  const options = { from: 'today', limit: String(MOST_OF_TODAY), timeout: '5s', retries: '0' };
  const count = () => commands.run({ command: ['find'], options });
  const limit = '5';
  const newest = () => commands.run({ command: ['listen', 'list'], options: { limit } });
  const overview = {
    received: await received.get(limit, newest),
    today: await today.get(count, WAIT_MS),
  };
  return { page: startPage(frame, { overview }) };
}

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

/** The page of one payment, with what came of the last button above it. */
export async function report(
  request: RequestContext,
  id: string,
  when: Readonly<Record<string, string>> = {},
  notice?: Html,
): Promise<Answer> {
  const { commands, audit, frame } = request;
  const { ran, ticket } = await commands.investigate({
    command: ['investigate'],
    options: when,
    typed: id,
  });
  audit.write({ action: 'investigate', what: id, exit: ran.exit });
  if (ticket === undefined) return noticeOf(request, ran.problem, id);
  const isRefundable = frame.may('refund') && (await canGiveBack(ticket.evidence));
  const [sent] = ticket.evidence.sent;
  const charges =
    sent && (await commands.run({ command: ['journal', 'show'], typed: sent.reference }));
  const more = { ...(charges && { charges }), ...(notice && { notice }) };
  return { page: reportPage(frame, { ticket, isRefundable, ...more }) };
}

/** What somebody says of when it was paid. */
function daysOf(query: URLSearchParams): Record<string, string> {
  const [date, charged] = [query.get('date'), query.get('charged')];
  return {
    ...(date && { date }),
    ...(charged && { refDateTime: charged.replace(/[^0-9]/g, '').padEnd(14, '0') }),
  };
}

async function canGiveBack(evidence: Parameters<typeof refundableOf>[0]): Promise<boolean> {
  return refundableOf(evidence, await loadReferences()) !== undefined;
}

/** A picture: what it shows is investigated, and a slip is held against the bank's record of it. */
async function slip(request: RequestContext): Promise<Answer> {
  const { form, pictures, nonce } = request;
  const sent = form.files.get('file')?.bytes;
  const earlier = form.fields.get('picture') ?? '';
  const bytes = sent?.length ? sent : pictures.find(earlier);
  if (bytes === undefined) {
    return withNote(request, earlier ? searchWords.slipGone : consoleWords.noFile);
  }
  if (!isImage(bytes) && foreignFormat(bytes) === undefined) {
    return withNote(request, searchWords.notPicture);
  }
  const key = sent?.length ? nonce() : earlier;
  pictures.keep(key, bytes);
  const { path: cwd, remove } = temporaryDirectory();
  try {
    request.files.create(join(cwd, PICTURE), bytes);
    return await lookedAt(request, cwd, key);
  } finally {
    remove();
  }
}

/** The picture of a slip that was sent, for its page. */
function picture({ pictures, rest }: RequestContext): Answer {
  const bytes = pictures.find(rest);
  const format = bytes && imageHeader(bytes)?.format;
  if (bytes === undefined || format === undefined) return { to: '/' };
  return { text: bytes, type: `image/${format}` };
}

/** What the commands call a picture, whatever its name was. */
const PICTURE = 'slip.png';

async function lookedAt(request: RequestContext, cwd: string, key: string): Promise<Answer> {
  const { commands, audit, frame, form } = request;
  const field = (name: string) => (form.fields.get(name) ?? '').trim();
  const [amount, order, isAccepted] = [field('amount'), field('order'), field('accept') !== ''];
  const { ran, ticket } = await commands.investigate({
    command: ['investigate'],
    words: [PICTURE],
    cwd,
    ...(amount && { options: { amount } }),
  });
  const what = ticket?.picture && `sha256:${ticket.picture}`;
  audit.write({ action: 'slip', ...(what && { what }), exit: ran.exit });
  if (ticket === undefined) return { ...noticeOf(request, ran.problem), status: 422 };
  if (slipIn(ticket.evidence) === undefined) {
    return { page: reportPage(frame, { ticket, isRefundable: false }) };
  }
  const once = isAccepted && frame.may('accept');
  if (once) audit.write({ action: 'slip-accept', ...(what && { what }) });
  const verified = await commands.run({
    command: ['slip', 'verify'],
    words: [PICTURE],
    cwd,
    options: {
      ...(amount && { 'expect-amount': amount }),
      ...(order && { 'expect-ref1': order }),
      ...(once && { once }),
    },
  });
  const ended = { action: 'slip-accepted', ...(what && { what }), exit: verified.exit };
  const notes = once ? verified.notes.concat(audit.writeAfter(ended)) : verified.notes;
  const shown = { ran: { ...verified, notes }, key, amount, order, once, verdict: ran.exit };
  return { page: reportPage(frame, { ticket, isRefundable: false, slip: slipCard(frame, shown) }) };
}

function withNote({ frame }: RequestContext, text: Message): Answer {
  const notice = html`<p class="note" role="alert">${text}</p>`;
  return { page: startPage(frame, { notice }), status: 422 };
}

function noticeOf({ frame }: RequestContext, problem: CommandResult['problem'], asked = '') {
  const notice = problem && failureCard(frame, problem);
  return { page: startPage(frame, { asked, ...(notice && { notice }) }) };
}
