import type { Json } from '../core/json.js';
import { compareAmounts } from '../core/money.js';
import { bangkokDate, DAY_MS } from '../core/time.js';
import { cellIn, fieldText } from '../web/data.js';
import type { CommandResult } from './commands.js';
import { href } from './format.js';
import { type Listed, listedIn } from './pages/payment-list.js';
import { filtersIn, type PaymentPage } from './pages/payments.js';

/** Rows of a page. */
const SIZE = 50;
/** Read beyond the page: a payment is marked that has its double on the next one. */
const BEYOND = 50;
/** Sorted otherwise than by time, so many of the newest are read. */
const SORTED = 500;

/** Runs `find` with options by their names. */
export type Search = (options: Readonly<Record<string, Json>>) => Promise<CommandResult>;

/** One page of the payments that fit what somebody asked for. */
export function pageOfPayments(
  query: URLSearchParams,
  now: number,
  search: Search,
): Promise<PaymentPage> {
  const isNewestFirst = ['', 'newest'].includes(query.get('sort') ?? '');
  return isNewestFirst ? newestPage(query, now, search) : sortedPage(query, now, search);
}

/** Goes on after the last payment of the page before: at its moment, and after so many of that moment. */
async function newestPage(
  query: URLSearchParams,
  now: number,
  search: Search,
): Promise<PaymentPage> {
  const [before, seen] = [Date.parse(query.get('before') ?? ''), countIn(query, 'seen')];
  const isFurther = Number.isFinite(before);
  const ran = await search({
    ...wantedBy(query, now),
    limit: String(SIZE + BEYOND + seen + 1),
    ...(isFurther && { until: new Date(before + 1).toISOString() }),
  });
  const all = listedIn(ran).slice(isFurther ? seen : 0);
  const rows = all.slice(0, SIZE);
  const last = rows.at(-1);
  const hasMore = all.length > SIZE && last !== undefined;
  if (!hasMore) return { ran, rows, isCut: false, earlier: earlierDays(query, now) };
  const at = Date.parse(cellIn(last.record, 'at'));
  const alike = rows.filter(({ record }) => Date.parse(cellIn(record, 'at')) === at).length;
  const shown = alike + (isFurther && at === before ? seen : 0);
  const cursor = { before: new Date(at).toISOString(), seen: String(shown) };
  return { ran, rows, isCut: false, next: href('/payments', { ...filtersIn(query), ...cursor }) };
}

async function sortedPage(
  query: URLSearchParams,
  now: number,
  search: Search,
): Promise<PaymentPage> {
  const ran = await search({ ...wantedBy(query, now), limit: String(SORTED) });
  const order = ORDERS.get(query.get('sort') ?? '');
  const all = order ? listedIn(ran).sort(order) : listedIn(ran);
  const from = countIn(query, 'page') * SIZE;
  const rows = all.slice(from, from + SIZE);
  const page = String(countIn(query, 'page') + 1);
  return {
    ...{ ran, rows, isCut: all.length >= SORTED },
    ...(all.length > from + SIZE && { next: href('/payments', { ...filtersIn(query), page }) }),
  };
}

const ORDERS = new Map<string, (one: Listed, other: Listed) => number>([
  ['oldest', (one, other) => listedTime(one) - listedTime(other)],
  ['largest', (one, other) => compareAmounts(listedAmount(other), listedAmount(one)) ?? 0],
  ['smallest', (one, other) => compareAmounts(listedAmount(one), listedAmount(other)) ?? 0],
]);

function listedTime({ record }: Listed): number {
  return Date.parse(fieldText(record, 'at'));
}

function listedAmount({ record }: Listed): string {
  return fieldText(record, 'amount') || '0';
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

/** The fields of the form as the command takes them. */
export function wantedBy(query: URLSearchParams, now: number): Record<string, Json> {
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
