import type { Json } from '../core/json.js';
import { bangkokDate, DAY_MS } from '../core/time.js';
import { cellText } from '../web/data.js';
import type { CommandResult } from './commands.js';
import { href } from './format.js';
import { type Listed, toListed } from './pages/payment-list.js';
import { type PaymentPage, readFilters } from './pages/payments.js';

/** Rows of a page. */
const SIZE = 50;
/** Read beyond the page: a payment is marked that has its double on the next one. */
const BEYOND = 50;
/** Runs `find` with options by their names. */
export type FindCommand = (options: Readonly<Record<string, Json>>) => Promise<CommandResult>;

/**
 * One page of the payments that fit what somebody asked for. It begins with the last payment of the page
 * before: at its place in the order, and after so many of that place.
 */
export async function pageOfPayments(
  query: URLSearchParams,
  now: number,
  search: FindCommand,
): Promise<PaymentPage> {
  const [beginAt, seen] = [query.get('begin') ?? '', parseCount(query, 'seen')];
  const ran = await search({
    ...wantedBy(query, now),
    limit: String(SIZE + BEYOND + seen + 1),
    ...(beginAt && { beginAt }),
  });
  const all = toListed(ran).slice(seen);
  const rows = all.slice(0, SIZE);
  const last = rows.at(-1);
  const hasMore = all.length > SIZE && last !== undefined;
  if (!hasMore) return { ran, rows, earlier: earlierDays(query, now) };
  const begin = listedPlace(last, query);
  const alike = rows.filter((one) => listedPlace(one, query) === begin).length;
  const shown = String(alike + (begin === beginAt ? seen : 0));
  return { ran, rows, next: href('/payments', { ...readFilters(query), begin, seen: shown }) };
}

/** As `--begin-at` takes it. */
function listedPlace({ record }: Listed, query: URLSearchParams): string {
  const [amount, at] = [cellText(record, 'amount') || '0', cellText(record, 'at')];
  return ['largest', 'smallest'].includes(query.get('sort') ?? '') ? `${amount},${at}` : at;
}

function parseCount(query: URLSearchParams, name: string): number {
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
  return href('/payments', { ...readFilters(query), from });
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
    ...{ kind: field('kind'), state: field('state'), sort: field('sort') },
    since: start && `${first}T${start}:00+07:00`,
    until: end && `${last}T${end}:00+07:00`,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}
