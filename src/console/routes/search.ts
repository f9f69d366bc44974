import { join } from 'node:path';
import { loadReferences } from '../../bank/families.js';
import { withoutUndefined } from '../../core/fields.js';
import type { Message } from '../../core/message.js';
import { typedDay } from '../../core/typed-input.js';
import { temporaryDirectory } from '../../host/disk.js';
import { findRefundable } from '../../investigate/refundable.js';
import { slipAmong } from '../../investigate/report-slip.js';
import { isKnown } from '../../investigate/spellings.js';
import type { Ticket } from '../../investigate/ticket.js';
import { consoleWords } from '../../messages/console.js';
import { searchWords } from '../../messages/console-search.js';
import { foreignFormat, imageHeader, isImage } from '../../qr/image-limits.js';
import { type Html, html } from '../../web/html.js';
import type { CommandResult } from '../commands.js';
import type { RequestContext, Route, RouteResult } from '../console.js';
import { href, paymentLink } from '../format.js';
import { failureCard, noteList } from '../notices.js';
import { type ReportedTicket, reportPage } from '../pages/report.js';
import { slipCard } from '../pages/slip.js';
import { startPage } from '../pages/start.js';
import { mayBeReference, type Query, readQuery } from '../query.js';
import { waitingFor } from './approvals.js';

export const searchRoutes: readonly Route[] = [
  { method: 'GET', path: '/', act: 'look', answer: start },
  { method: 'GET', path: '/search', act: 'look', answer: search },
  {
    method: 'GET',
    path: '/p/*',
    act: 'look',
    answer: (request) => report(request, request.rest, readAbout(request.query)),
  },
  {
    method: 'GET',
    path: '/report',
    act: 'look',
    answer: ({ query }) => {
      const { id = '', ...about } = Object.fromEntries(query);
      return { to: paymentLink(id, about) };
    },
  },
  { method: 'POST', path: '/slip', act: 'look', answer: slip },
  { method: 'GET', path: '/slip/*', act: 'look', poll: true, answer: picture },
];

async function start(request: RequestContext): Promise<RouteResult> {
  const { commands, frame, today, received } = request;
  const options = { from: 'today', sums: true, timeout: '5s', retries: '0' };
  const count = () => commands.run({ command: ['find'], options });
  const limit = '5';
  const newest = () => commands.run({ command: ['listen', 'list'], options: { limit } });
  const overview = {
    waiting: await waitingFor(request),
    received: await received.get(limit, newest),
    today: await today.get(count),
  };
  return { page: startPage(frame, { overview }) };
}

async function search(request: RequestContext): Promise<RouteResult> {
  const text = (request.query.get('q') ?? '').trim();
  if (text === '') return { to: '/' };
  const query = readQuery(text);
  if (query.kind === 'reference') return report(request, query.id);
  if (query.kind === 'name' && mayBeReference(query, text)) {
    const asked = await investigate(request, text);
    if (asked.ticket && isKnown(asked.ticket.evidence)) return reported(request, asked);
  }
  request.audit.write({ action: 'find', what: text, kind: query.kind });
  // What is not in a list may still have been paid: only a reference has a verdict.
  const q = mayBeReference(query, text) ? text : undefined;
  return { to: href('/payments', { ...filterFor(query, request.frame.now), q }) };
}

function filterFor(query: Exclude<Query, { kind: 'reference' }>, now: number) {
  switch (query.kind) {
    case 'amount':
      return { amount: query.amount };
    case 'name':
      return { payer: query.payer };
    case 'day': {
      const day = typedDay(query.day, now);
      return { from: day, to: day };
    }
  }
}

/** What a page says of a payment beside its reference, by the names of the options of `investigate`. */
type About = Readonly<Record<string, string>>;

/** Of an address; `bank` and what is expected are those of a slip. */
function readAbout(query: URLSearchParams): { about: About; slip?: Expected } {
  const given = (name: string) => query.get(name)?.trim() || undefined;
  const [amount, order, sendingBank] = [given('amount'), given('order'), given('bank')];
  const refDateTime = given('charged')
    ?.replace(/[^0-9]/g, '')
    .padEnd(14, '0');
  const days = { date: given('date'), since: given('since'), refDateTime };
  const about = withoutUndefined({ ...days, amount, sendingBank });
  return sendingBank === undefined ? { about } : { about, slip: { amount, order, sendingBank } };
}

/** What somebody expects of a slip. */
interface Expected {
  amount: string | undefined;
  order: string | undefined;
  sendingBank?: string;
}

function verifying({ amount, order, sendingBank }: Expected): About {
  return withoutUndefined({ sendingBank, expectAmount: amount, expectOrder: order });
}

/** The page of one payment. */
export async function report(
  request: RequestContext,
  id: string,
  { about, slip: expected }: ReturnType<typeof readAbout> = { about: {} },
  notice?: Html,
): Promise<RouteResult> {
  const asked = await investigate(request, id, about);
  const { commands, frame } = request;
  if (expected === undefined) return reported(request, asked, { notice });
  const call = { command: ['slip', 'verify'], typed: id, options: verifying(expected) };
  const ran = await commands.run(call);
  const slip = slipCard(frame, { ran, ...expected }, isPaid(asked.ticket));
  return reported(request, asked, { slip });
}

async function investigate({ commands, audit }: RequestContext, id: string, options: About = {}) {
  const asked = await commands.investigate({ command: ['investigate'], options, typed: id });
  audit.write({ action: 'investigate', what: id, exit: asked.ran.exit });
  return { id, ...asked };
}

/** @param extras what came of the last button, or the slip that was looked at */
async function reported(
  request: RequestContext,
  { id, ran, ticket, charges }: Awaited<ReturnType<typeof investigate>>,
  extras: { notice?: Html | undefined; slip?: ReportedTicket['slip'] } = {},
): Promise<RouteResult> {
  const { frame } = request;
  if (ticket === undefined) return problemPage(request, ran.problem, id);
  const isRefundable =
    !extras.slip &&
    frame.may('refund') &&
    findRefundable(ticket.evidence, await loadReferences()) !== undefined;
  const parts = { charges, ...extras };
  return { page: reportPage(frame, { ticket, isRefundable, ...withoutUndefined(parts) }) };
}

/** Nothing speaks against the payment itself: it was not reversed, nor made twice. */
function isPaid(ticket: Ticket | undefined): boolean {
  return ticket?.report.verdict.class === 'SUCCESS';
}

/** A picture: what it shows is investigated, and a slip is held against the bank's record of it. */
async function slip(request: RequestContext): Promise<RouteResult> {
  const { form, field, pictures, nonce } = request;
  const sent = form.files.get('file');
  const earlier = field('picture');
  const bytes = sent?.length ? sent : pictures.get(earlier);
  if (bytes === undefined) {
    return withNote(request, earlier ? searchWords.slipGone : consoleWords.noFile);
  }
  if (!isImage(bytes) && foreignFormat(bytes) === undefined) {
    return withNote(request, searchWords.notPicture);
  }
  const key = sent?.length ? nonce() : earlier;
  pictures.set(key, bytes);
  const { path: cwd, remove } = temporaryDirectory();
  try {
    request.files.create(join(cwd, PICTURE), bytes);
    return await lookedAt(request, cwd, key);
  } finally {
    remove();
  }
}

/** The picture of a slip that was sent, for its page. */
function picture({ pictures, rest }: RequestContext): RouteResult {
  const bytes = pictures.get(rest);
  const format = bytes && imageHeader(bytes)?.format;
  if (bytes === undefined || format === undefined) return { to: '/' };
  return { text: bytes, type: `image/${format}` };
}

/** What the commands call a picture, whatever its name was. */
const PICTURE = 'slip.png';

async function lookedAt(request: RequestContext, cwd: string, key: string): Promise<RouteResult> {
  const { commands, audit, frame, field } = request;
  const expected = { amount: field('amount') || undefined, order: field('order') || undefined };
  const once = field('accept') !== '' && frame.may('accept');
  const { ran, ticket } = await commands.investigate({
    command: ['investigate'],
    options: withoutUndefined({ amount: expected.amount }),
    words: [PICTURE],
    cwd,
  });
  const what = ticket?.picture && `sha256:${ticket.picture}`;
  const about = what === undefined ? {} : { what };
  audit.write({ action: 'slip', ...about, exit: ran.exit });
  if (ticket === undefined) return { ...problemPage(request, ran.problem), status: 422 };
  if (!slipAmong(ticket.evidence))
    return { page: reportPage(frame, { ticket, isRefundable: false }) };
  if (once) audit.write({ action: 'slip-accept', ...about });
  const options = { ...verifying(expected), ...(once && { once }) };
  const verified = await commands.run({
    command: ['slip', 'verify'],
    words: [PICTURE],
    options,
    cwd,
  });
  const end = { action: 'slip-accepted', ...about, exit: verified.exit };
  const notice = once ? noteList(frame, audit.writeAfter(end)) : undefined;
  const looked = { ran: verified, key, ...expected, once };
  const slip = slipCard(frame, looked, isPaid(ticket));
  return {
    page: reportPage(frame, { ticket, isRefundable: false, slip, ...withoutUndefined({ notice }) }),
  };
}

function withNote({ frame }: RequestContext, text: Message): RouteResult {
  const notice = html`<p class="note" role="alert">${text}</p>`;
  return { page: startPage(frame, { notice }), status: 422 };
}

function problemPage({ frame }: RequestContext, problem: CommandResult['problem'], asked = '') {
  const notice = problem && failureCard(frame, problem);
  return { page: startPage(frame, { asked, ...(notice && { notice }) }) };
}
