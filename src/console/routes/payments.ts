import type { Json } from '../../core/json.js';
import { compareAmounts } from '../../core/money.js';
import { bangkokDate, DAY_MS } from '../../core/time.js';
import { csvLine } from '../../format/csv.js';
import { pageNames } from '../../messages/console.js';
import { paymentListWords as words } from '../../messages/console-payments.js';
import { labels } from '../../messages/labels.js';
import { cellIn, textIn } from '../../web/data.js';
import type { CommandResult } from '../commands.js';
import type { Answer, RequestContext, Route } from '../console.js';
import { href, labelFor, momentOf } from '../format.js';
import { KINDS, type Listed, listedIn, STATES, sourcesOf } from '../pages/payment-list.js';
import { filtersIn, type PaymentPage, paymentsPage } from '../pages/payments.js';

export const paymentRoutes: readonly Route[] = [
  { method: 'GET', path: '/payments', act: 'look', answer: payments },
  { method: 'GET', path: '/payments.csv', act: 'export', answer: csv },
  { method: 'GET', path: '/payments.xlsx', act: 'export', answer: xlsx },
];

/** Rows of a page. */
const SIZE = 50;
/** Read beyond the page: a payment is marked that has its double on the next one. */
const BEYOND = 50;
/** Sorted otherwise than by time, all are read that `find` reads unless told otherwise. */
const SORTED = 1_000;
const EXPORTED = 10_000;

async function payments(request: RequestContext): Promise<Answer> {
  const { frame, query } = request;
  const isNewestFirst = ['', 'newest'].includes(query.get('sort') ?? '');
  const page = isNewestFirst ? await newestPage(request) : await sortedPage(request);
  return { page: paymentsPage(frame, query, page) };
}

/** Goes on after the last payment of the page before: at its moment, and after so many of that moment. */
async function newestPage(request: RequestContext): Promise<PaymentPage> {
  const { query, frame } = request;
  const [before, seen] = [Date.parse(query.get('before') ?? ''), countIn(query, 'seen')];
  const isFurther = Number.isFinite(before);
  const ran = await search(request, SIZE + BEYOND + seen + 1, isFurther ? before + 1 : undefined);
  const all = listedIn(ran).slice(isFurther ? seen : 0);
  const rows = all.slice(0, SIZE);
  const last = rows.at(-1);
  const hasMore = all.length > SIZE && last !== undefined;
  if (!hasMore) return { ran, rows, isCut: false, earlier: earlierDays(query, frame.now) };
  const at = Date.parse(cellIn(last.record, 'at'));
  const alike = rows.filter(({ record }) => Date.parse(cellIn(record, 'at')) === at).length;
  const shown = alike + (isFurther && at === before ? seen : 0);
  const cursor = { before: new Date(at).toISOString(), seen: String(shown) };
  return { ran, rows, isCut: false, next: href('/payments', { ...filtersIn(query), ...cursor }) };
}

async function sortedPage(request: RequestContext): Promise<PaymentPage> {
  const { query } = request;
  const ran = await search(request, SORTED);
  const all = listedIn(ran).sort(ORDERS[query.get('sort') ?? ''] ?? (() => 0));
  const from = countIn(query, 'page') * SIZE;
  const rows = all.slice(from, from + SIZE);
  const page = String(countIn(query, 'page') + 1);
  return {
    ...{ ran, rows, isCut: all.length >= SORTED },
    ...(all.length > from + SIZE && { next: href('/payments', { ...filtersIn(query), page }) }),
  };
}

const ORDERS: Readonly<Record<string, (one: Listed, other: Listed) => number>> = {
  oldest: (one, other) => timeOf(one) - timeOf(other),
  largest: (one, other) => compareAmounts(amountOf(other), amountOf(one)) ?? 0,
  smallest: (one, other) => compareAmounts(amountOf(one), amountOf(other)) ?? 0,
};

function timeOf({ record }: Listed): number {
  return Date.parse(textIn(record, 'at'));
}

function amountOf({ record }: Listed): string {
  return textIn(record, 'amount') || '0';
}

function countIn(query: URLSearchParams, name: string): number {
  const count = Number.parseInt(query.get(name) ?? '', 10);
  return count > 0 && count < 10_000 ? count : 0;
}

/** How far `find` goes back unless told otherwise, and how much more a link adds. */
const [WINDOW_MS, EARLIER_MS] = [2 * DAY_MS, 30 * DAY_MS];

/** The same list from a month earlier on. */
function earlierDays(query: URLSearchParams, now: number): string | undefined {
  const first = Date.parse(query.get('from') || bangkokDate(now - WINDOW_MS));
  if (!Number.isFinite(first)) return undefined;
  const from = new Date(first - EARLIER_MS).toISOString().slice(0, 10);
  return href('/payments', { ...filtersIn(query), from });
}

async function search(
  { commands, audit, query, frame }: RequestContext,
  limit: number,
  until?: number,
): Promise<CommandResult> {
  const options = { ...wantedBy(query, frame.now), limit: String(limit) };
  const ran = await commands.run({
    command: ['find'],
    options: until === undefined ? options : { ...options, until: new Date(until).toISOString() },
  });
  audit.write({ action: 'payments', what: query.get('payer') ?? '', kind: 'name', exit: ran.exit });
  return ran;
}

/** The fields of the form as the command takes them. */
function wantedBy(query: URLSearchParams, now: number): Record<string, Json> {
  const field = (name: string) => (query.get(name) ?? '').trim();
  const [from, to, start, end] = [field('from'), field('to'), field('start'), field('end')];
  // A time without a day is one of today.
  const first = from || (start ? bangkokDate(now) : '');
  const last = to || (end ? first || bangkokDate(now) : '');
  const given = {
    ...{ from: first, to: last, amount: field('amount'), payer: field('payer') },
    ...{ kind: field('kind'), state: field('state') },
    since: start && `${first}T${start}:00+07:00`,
    until: end && `${last}T${end}:00+07:00`,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

async function csv(request: RequestContext): Promise<Answer> {
  const lines = (await exported(request)).map(csvLine);
  // Spreadsheets take a file for UTF-8 by its mark.
  const text = `\ufeff${lines.join('')}`;
  return { text, type: 'text/csv; charset=utf-8', name: 'payments.csv' };
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function xlsx(request: RequestContext): Promise<Answer> {
  const { default: writeSheet } = await import('write-excel-file/node');
  const rows = await exported(request);
  const sheet = request.frame.say(pageNames.payments);
  const text = await writeSheet(rows, { sheet, stickyRowsCount: 1 }).toBuffer();
  return { text, type: XLSX, name: 'payments.xlsx' };
}

/** What the page lists, all of it, as text: a spreadsheet must not take a reference for a number. */
async function exported(request: RequestContext): Promise<string[][]> {
  const { say } = request.frame;
  const rows = listedIn(await search(request, EXPORTED));
  const head = [labels.time, labels.reference, labels.transaction, labels.amountBaht, labels.state];
  const more = [labels.payer, labels.kind, labels.sources, words.possibleDuplicate];
  return [
    [...head, ...more].map(say),
    ...rows.map(({ record, isDouble }) => {
      const text = (name: string) => textIn(record, name);
      return [
        ...[say(momentOf(text('at'))), text('reference'), text('transactionId'), text('amount')],
        ...[say(labelFor(STATES, text('state'))), text('payer')],
        ...[say(labelFor(KINDS, text('kind'))), say(sourcesOf(record) ?? '')],
        isDouble ? say(words.yes) : '',
      ];
    }),
  ];
}
