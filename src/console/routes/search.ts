import { loadReferences } from '../../bank/families.js';
import { refundableOf } from '../../investigate/give-back.js';
import { foreignFormat, isImage } from '../../qr/image-limits.js';
import { type Html, html } from '../../web/page.js';
import type { Answer, Asked, Route } from '../console.js';
import { failureOf } from '../layout.js';
import { foundPage } from '../pages/found.js';
import { reportPage } from '../pages/report.js';
import { isSlip, slipCard } from '../pages/slip.js';
import { startPage } from '../pages/start.js';
import { mayBeReference, type Query, readQuery } from '../query.js';

const NOT_FOUND = 6;

export const searchRoutes: readonly Route[] = [
  { method: 'GET', path: '/', answer: ({ frame }) => ({ page: startPage(frame) }) },
  { method: 'GET', path: '/search', answer: search },
  {
    method: 'GET',
    path: '/report',
    answer: (asked) => report(asked, asked.query.get('id') ?? '', asked.query.get('date')),
  },
  { method: 'POST', path: '/slip', answer: slip },
];

async function search(asked: Asked): Promise<Answer> {
  const text = (asked.query.get('q') ?? '').trim();
  if (text === '') return { to: '/' };
  const query = readQuery(text);
  if (query.kind === 'reference') return report(asked, query.id);
  const { commands, audit, query: given, frame } = asked;
  const ran = await commands.run({ argv: ['find', ...wantedBy(query), ...daysIn(given)] });
  audit.write({ action: 'find', what: text, exit: ran.exit });
  const isNone = ran.exit === NOT_FOUND && mayBeReference(query, text) && !given.has('from');
  return isNone ? report(asked, text) : { page: foundPage(frame, given, ran) };
}

function wantedBy(query: Exclude<Query, { kind: 'reference' }>): string[] {
  return query.kind === 'amount' ? [`--amount=${query.amount}`] : [`--payer=${query.payer}`];
}

function daysIn(query: URLSearchParams): string[] {
  return (['from', 'to'] as const).flatMap((name) => {
    const day = query.get(name);
    return day ? [`--${name}=${day}`] : [];
  });
}

async function report(asked: Asked, id: string, date?: string | null): Promise<Answer> {
  const { commands, audit, frame } = asked;
  const argv = ['investigate', ...(date ? [`--date=${date}`] : [])];
  const { ran, ticket } = await commands.investigate({ argv, typed: id });
  audit.write({ action: 'investigate', what: id, exit: ran.exit });
  if (ticket === undefined) return notice(asked, ran.problem);
  const isRefundable = !frame.readOnly && (await canGiveBack(ticket.evidence));
  return { page: reportPage(frame, { ticket, isRefundable }) };
}

async function canGiveBack(evidence: Parameters<typeof refundableOf>[0]): Promise<boolean> {
  return refundableOf(evidence, await loadReferences()) !== undefined;
}

/** A picture: what it shows is investigated, and a slip is held against the bank's record of it. */
async function slip(asked: Asked): Promise<Answer> {
  const { commands, audit, frame, form } = asked;
  const bytes = form.files.get('file')?.bytes;
  if (bytes === undefined || bytes.length === 0) {
    return { page: startPage(frame, html`<p class="note" role="alert">${frame.words.noFile}</p>`) };
  }
  if (!isImage(bytes) && foreignFormat(bytes) === undefined) {
    return {
      ...noticeOf(asked, html`<p class="note" role="alert">${frame.words.notPicture}</p>`),
      status: 422,
    };
  }
  const { ran, ticket } = await commands.investigate({ argv: ['investigate', '-'], input: bytes });
  audit.write({
    action: 'slip',
    ...(ticket?.picture && { what: `sha256:${ticket.picture}` }),
    exit: ran.exit,
  });
  if (ticket === undefined) return { ...(await notice(asked, ran.problem)), status: 422 };
  const card = isSlip(ticket.evidence.decoded)
    ? slipCard(frame, await commands.run({ argv: ['slip', 'verify', '-'], input: bytes }))
    : undefined;
  return { page: reportPage(frame, { ticket, isRefundable: false, ...(card && { slip: card }) }) };
}

function notice(
  asked: Asked,
  problem?: { message: string; hint?: string },
): Answer & { page: unknown } {
  return noticeOf(asked, problem && failureOf(asked.frame, problem));
}

function noticeOf({ frame }: Asked, text: Html | undefined) {
  return { page: startPage(frame, text) };
}
