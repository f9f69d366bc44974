import type { Search } from '../../bank/reference.js';
import type { StoredMessage } from '../../callbacks/stored.js';
import { usageError } from '../../core/errors.js';
import { parseAmount } from '../../core/money.js';
import { bangkokDate, DAY_MS, parseMoment } from '../../core/time.js';
import { tolerate } from '../../core/tolerate.js';
import type { BankGap } from '../../find/bank.js';
import { ChargeReading } from '../../find/charge-reading.js';
import { confirmationSighting } from '../../find/confirmations.js';
import {
  enoughFor,
  type FoundPayments,
  find,
  type LocalSource,
  type PaymentCriteria,
} from '../../find/find.js';
import {
  isInPart,
  journalSightings,
  mayFit,
  relatedSightings,
  SKEW_MS,
  SLACK_MS,
  slackFor,
} from '../../find/journal.js';
import { ORDERS, orderingFor, sightingPosition } from '../../find/order.js';
import {
  KINDS,
  type NamedKind,
  type Seen,
  type Sighting,
  type SourceName,
  STATES,
} from '../../find/payment.js';
import { type AskedBank, createAsker } from '../../investigate/ask.js';
import { recordLists } from '../../messages/calls.js';
import { finding } from '../../messages/finding.js';
import { choice, flag, option, text, type ValuesOf } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import {
  count,
  parseChoice,
  soughtAmount,
  soughtDay,
  soughtMoment,
} from '../../runtime/value-parsers.js';
import { messageKey, type TimeRange } from '../../state/inbox.js';
import { isUpTo } from '../../state/ordering.js';
import { received } from '../listen/inbox.js';

/** Default of --limit. */
const LIMIT = 1000;

export const ASKED = {
  amount: option('--amount <baht>', 'exactly this amount', soughtAmount),
  from: option('--from <date>', 'first Bangkok day: YYYY-MM-DD, today, yesterday, -7d', soughtDay, {
    fallback: 'the last three days',
  }),
  to: option('--to <date>', 'last Bangkok day, included', soughtDay, { fallback: 'until now' }),
  since: option('--since <time>', 'paid at or after: an ISO time, or -2h', soughtMoment),
  until: option('--until <time>', 'paid before', soughtMoment),
  payer: text('--payer <name>', 'any part of the name of who paid, in any letter case'),
  ref1: text('--ref1 <text>', 'reference 1 of a bill'),
  kinds: option('--kind <kinds>', `only these, with commas: ${KINDS.join(', ')}`, parseKinds, {
    fallback: 'all',
  }),
  state: choice('--state <state>', 'only payments in this state', STATES),
  machine: text('--machine <name>', 'of those that share a store, who sent it or heard of it'),
  sort: choice('--sort <order>', 'which payments come first', ORDERS, { fallback: 'newest' }),
  beginAt: option(
    '--begin-at <place>',
    'from this moment on in that order; by amount from BAHT,MOMENT on',
    beginning,
  ),
  limit: option('--limit <n>', 'at most this many payments, the first', records, {
    fallback: String(LIMIT),
  }),
  sums: flag('--sums', 'only how many payments of each state there are, and their sum'),
};

/** What a person looks for; what is absent narrows nothing. */
export type SearchCriteria = Partial<ValuesOf<typeof ASKED>>;

function parseKinds(given: string, flag: string): NamedKind[] {
  const words = given.split(',').map((word) => word.trim());
  return [...new Set(words.map((word) => parseChoice(word, KINDS, flag)))];
}

function records(given: string, flag: string): number {
  const number = count(given, flag);
  if (number > 0) return number;
  throw usageError(recordLists.limitZero(flag));
}

/** `MOMENT`, or `BAHT,MOMENT`. */
function beginning(given: string, flag: string, now: number): Beginning {
  const [moment = '', amount, more] = given.split(',').reverse();
  // What has no amount counts as nothing.
  const isAmount = amount === undefined || parseAmount(amount) !== undefined;
  if (more !== undefined || !isAmount) throw usageError(finding.badBeginning);
  return { at: soughtMoment(moment, flag, now), amount };
}

/** Asks the bank, the journal and the confirmations of this profile. Reads only. */
export async function searchPayments(
  services: Services,
  { bank, searches }: { bank: AskedBank; searches: readonly Search[] },
  wanted: PaymentCriteria,
): Promise<FoundPayments> {
  const { ahead = 0 } = bank;
  const local = await localSources(services, bank, byOwnClock(wanted, ahead));
  return find({ ...wanted, ahead }, { bank, searches, ask: createAsker(bank), local });
}

/** These days by the clock of the bank, and by that of this machine. */
function byOwnClock(wanted: PaymentCriteria, ahead: number): PaymentCriteria {
  const { since, until } = wanted;
  return { ...wanted, since: since - Math.max(ahead, 0), until: until - Math.min(ahead, 0) };
}

/** Throws USAGE for days that run backwards. */
export function toWanted(criteria: SearchCriteria, now: number): PaymentCriteria {
  const { from, to, kinds = KINDS, sums, amount } = criteria;
  const { limit = sums ? Number.POSITIVE_INFINITY : LIMIT } = criteria;
  const { ref1, payer, state, machine, sort = 'newest' } = criteria;
  const last = to ?? bangkokDate((criteria.until ?? now + 1) - 1);
  const end = to === undefined ? (criteria.until ?? now) : startOfDay(to) + DAY_MS;
  const first = from === undefined ? (criteria.since ?? end - WINDOW_MS) : startOfDay(from);
  // The whole last day counts, because the clock of the bank may be ahead of ours.
  const span = beginningAt(criteria, {
    since: Math.max(first, criteria.since ?? first),
    until: Math.min(startOfDay(last) + DAY_MS, criteria.until ?? Number.POSITIVE_INFINITY),
  });
  const { since } = span;
  const days = { from: from ?? bangkokDate(since), to: last };
  if (days.to < days.from) {
    const called = to === undefined ? finding.today(last) : `--to ${last}`;
    throw usageError(finding.backwards(days.from, called), finding.earlierFirst);
  }
  return {
    ...{ days, ...span, kinds, limit, ...orderingFor(sort) },
    ...{ amount, ref1, payer, state, machine },
    ...(sums && { isSummed: true }),
  };
}

/** Where a list begins: a moment, in an order by amount also an amount. */
export interface Beginning {
  at: number;
  amount?: string;
}

function beginningAt({ beginAt, sort = 'newest' }: SearchCriteria, { since, until }: TimeRange) {
  if (beginAt === undefined) return { since, until };
  const { at, amount } = beginAt;
  const isByAmount = sort === 'largest' || sort === 'smallest';
  if (isByAmount !== (amount !== undefined)) throw usageError(finding.badBeginning);
  if (amount !== undefined) return { since, until, beginAt: { at, amount } };
  return sort === 'newest'
    ? { since, until: Math.min(until, at + 1) }
    : { since: Math.max(since, at), until };
}

const WINDOW_MS = 3 * DAY_MS;

function startOfDay(date: string): number {
  return parseMoment(date) ?? Number.NaN;
}

/** What this machine knows, each source on its own. */
async function localSources(
  services: Services,
  bank: AskedBank,
  wanted: PaymentCriteria,
): Promise<LocalSource[]> {
  const { baseUrl } = await services.connection();
  const owner = { baseUrl, company: bank.settings('companyId') };
  let opened: ChargeReading | undefined;
  const charges = async () => {
    opened ??= new ChargeReading(await services.journal(), owner, wanted.isSummed);
    return opened;
  };
  return [
    () =>
      askOrReportGap('journal', async () => {
        return journalSightings(await charges(), wanted, enoughFor(wanted));
      }),
    (known) =>
      askOrReportGap('confirmation', () =>
        findConfirmations(services, owner.company, wanted, known),
      ),
    (known) =>
      askOrReportGap('journal', async () => ({
        sightings: await relatedSightings(await charges(), wanted, known),
      })),
  ];
}

function askOrReportGap<T>(source: SourceName, ask: () => Promise<T>): Promise<T | BankGap> {
  return tolerate(ask, (error) => ({ source, class: error.exitClass, why: error.said }));
}

/**
 * Confirmations of payments that were made in these days, and those that say another time of payments that
 * other sources place in them. None came long before its payment was made.
 */
async function findConfirmations(
  services: Services,
  company: string | undefined,
  wanted: PaymentCriteria,
  { sightings: others, upTo }: Seen,
): Promise<Seen> {
  const paid = confirmationSpan(wanted, upTo);
  const reading = new ConfirmationReading(company, others, paid);
  const undated = { paid: 'unknown', since: paid.since, newestFirst: true } as const;
  for await (const stored of received(services, undated)) reading.take(stored);
  const limit = enoughFor(wanted);
  const { newestFirst, byAmount, beginAt, ref1 } = wanted;
  const dated = { paid, limit, newestFirst, byAmount, beginAt, mentioning: ref1 };
  let [end, fitting] = [upTo, 0];
  for await (const stored of received(services, dated)) {
    const sighting = reading.take(stored);
    if (sighting === undefined || !isInPart(sighting, wanted)) continue;
    const position = sightingPosition(sighting);
    if (!isUpTo(wanted, position, end)) break;
    if (mayFit(sighting, wanted)) fitting += 1;
    if (fitting >= limit) end = position;
  }
  // What else says something of a payment changes no sum.
  if (wanted.isSummed && ref1 === undefined) return { sightings: reading.sightings };
  const texts = reading.namesUpTo(wanted, end);
  // Where the list is a part of it, not even those of the period have all been read.
  const isPart = [end, beginAt, ref1].some((one) => one !== undefined);
  const besides = { texts, paid: isPart ? NEVER : paid };
  for await (const stored of received(services, { besides })) {
    if (Date.parse(stored.receivedAt) >= paid.since - SLACK_MS) reading.take(stored);
  }
  return { sightings: reading.sightings, upTo: end };
}

const NEVER: TimeRange = { since: 0, until: 0 };

/** When what confirms a payment that is wanted may say that it was made; others are found by their names. */
function confirmationSpan(wanted: PaymentCriteria, upTo: Seen['upTo']): TimeRange {
  const { since, until, newestFirst, byAmount } = wanted;
  const end = byAmount ? undefined : upTo?.at;
  return {
    since: (newestFirst ? Math.max(since, end ?? since) : since) - slackFor(wanted),
    until: (newestFirst ? until : Math.min(until, end ?? until)) + SKEW_MS,
  };
}

function isWithin({ at }: Sighting, { since, until }: TimeRange): boolean {
  return at >= since && at < until;
}

/** Takes each confirmation once, of payments of these days or that others place in them. */
class ConfirmationReading {
  readonly sightings: Sighting[] = [];
  readonly #company: string | undefined;
  readonly #others: readonly Sighting[];
  readonly #keys: ReadonlySet<string>;
  readonly #paid: TimeRange;
  readonly #taken = new Set<string>();

  constructor(company: string | undefined, others: readonly Sighting[], paid: TimeRange) {
    this.#company = company;
    this.#others = others;
    this.#keys = new Set(others.flatMap(({ keys }) => keys));
    this.#paid = paid;
  }

  /** undefined where it was taken before, or is not wanted. */
  take(stored: StoredMessage): Sighting | undefined {
    const key = messageKey(stored.confirmation);
    const sighting = confirmationSighting(stored, this.#company);
    if (sighting === undefined || this.#taken.has(key)) return undefined;
    const isOfOthers = sighting.keys.some((one) => this.#keys.has(one));
    if (!isOfOthers && !isWithin(sighting, this.#paid)) return undefined;
    this.#taken.add(key);
    this.sightings.push(sighting);
    return sighting;
  }

  /** The references by which the payments of others are confirmed. */
  namesUpTo(wanted: PaymentCriteria, end: Seen['upTo']): string[] {
    const names = new Set<string>();
    for (const other of this.#others) {
      if (!isUpTo(wanted, sightingPosition(other), end)) continue;
      const { kind, transactionId, reference } = other;
      names.add(transactionId);
      if (kind !== 'bill') names.add(reference);
    }
    names.delete('');
    return [...names];
  }
}
