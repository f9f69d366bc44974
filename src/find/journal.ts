import type { Operation } from '../bank/define.js';
import { loadCatalogue, loadFamily } from '../bank/families.js';
import { isInitiation } from '../bank/transfer/references.js';
import { compareAmounts } from '../core/money.js';
import { DAY_MS } from '../core/time.js';
import { inspectHistory } from '../journal/history.js';
import type { Journal } from '../journal/journal.js';
import { charges, chargesWithNames, type Filter, type Names } from '../journal/list.js';
import { type ChargeRow, MIN_TEXT_LENGTH } from '../journal/rows.js';
import { STATES } from '../journal/state.js';
import { readTokenizerId } from '../journal/transfer-record.js';
import { type AmountPosition, comparePositions, isUpTo, type Ordering } from '../state/ordering.js';
import { type ChargeReading, movesMoney, PAYMENT_STATES } from './charge-reading.js';
import { sightingPosition } from './order.js';
import {
  KINDS,
  type NamedKind,
  type PaymentState,
  paymentKind,
  type Seen,
  type Sighting,
} from './payment.js';

/** Milliseconds since the epoch; `until` is exclusive. */
export interface Period {
  since: number;
  until: number;
}

/** A charge may be sent just before the bank's own moment of the payment. */
export const SLACK_MS = DAY_MS;

/** It is sent after it only where the clocks of the bank and of a machine differ. */
export const SKEW_MS = 60 * 60_000;

/** What is looked for. A part that is absent narrows nothing. */
export interface Narrowing extends Period, Ordering {
  kinds: readonly NamedKind[];
  amount?: string;
  ref1?: string;
  state?: PaymentState;
  /** The machine that sent it or heard of it, of those that share a store. */
  machine?: string;
  /** Only counts and sums are asked for, nothing else that is known of a payment. */
  isSummed?: boolean;
}

/** By how much the moments of a payment may differ from one source to another. */
export function slackFor(wanted: Narrowing): number {
  return wanted.isSummed || !isNewestFirst(wanted) ? SKEW_MS : SLACK_MS;
}

/**
 * Sorted otherwise, what is only in the slack would come first; for such lists it is looked up by its names
 * instead.
 */
function isNewestFirst({ newestFirst, byAmount }: Ordering): boolean {
  return newestFirst === true && !byAmount;
}

/**
 * Charges of this bank that fit, unless proven not executed, and reversals that succeeded; the first
 * ones where there are more than `enough`.
 */
export async function journalSightings(
  reading: ChargeReading,
  wanted: Narrowing,
  enough = Number.POSITIVE_INFINITY,
): Promise<Seen> {
  const { journal } = reading;
  // "No charges" must be true: a directory that is not there counts as empty only where it can be made.
  await journal.store.claims.prepare();
  const filter = await toFilter(wanted);
  const { newestFirst, byAmount } = wanted;
  const rows = charges(journal, filter, {
    ...{ newestFirst, byAmount, beginAt: chargesFrom(wanted), limit: enough },
  });
  const counts = (sighting: Sighting) => isInPart(sighting, wanted);
  const seen = await reading.sightings(rows, { enough, counts });
  const isOfAll = byAmount && wanted.amount === undefined;
  const others = isOfAll
    ? chargesWithoutAmount(journal, filter)
    : confirmedTransfers(journal, wanted);
  const more = await reading.sightings(others);
  return { ...seen, sightings: [...seen.sightings, ...more.sightings] };
}

/** What has no amount of its own may have that of another: a transfer that of its initiation. */
async function* chargesWithoutAmount(journal: Journal, filter: Filter): AsyncGenerator<ChargeRow> {
  const { operations } = filter;
  const moving = (await loadCatalogue()).filter((one) => one.effect !== 'read' && movesMoney(one));
  const ids = moving.map(({ id }) => id);
  const some = operations ? ids.filter((id) => operations.includes(id)) : ids;
  yield* charges(journal, { ...filter, operations: some, amount: null });
}

function chargesFrom({ beginAt, newestFirst }: Ordering): AmountPosition | undefined {
  return beginAt && { ...beginAt, at: beginAt.at + (newestFirst ? SKEW_MS : -SKEW_MS) };
}

/** Whether it is of the period, and not before where the list begins. */
export function isInPart(sighting: Sighting, wanted: Narrowing): boolean {
  const { since, until, beginAt } = wanted;
  const { at } = sighting;
  const isThen = at >= since && at < until;
  return isThen && (!beginAt || comparePositions(wanted, sightingPosition(sighting), beginAt) >= 0);
}

async function toFilter(wanted: Narrowing): Promise<Filter> {
  const { amount, ref1, state, machine, kinds, since, until } = wanted;
  const isWanted = ({ payment, role }: Operation) => {
    const kind = paymentKind(payment);
    const isAsked = kind !== undefined && kinds.includes(kind);
    return isAsked && (state !== 'reversed' || role === 'reversal');
  };
  const isEvery = KINDS.every((kind) => kinds.includes(kind)) && state !== 'reversed';
  const operations = isEvery ? undefined : (await loadCatalogue()).filter(isWanted);
  return {
    ...{ since: since - slackFor(wanted), amount, machine },
    // A payment can be refunded at any later time.
    until: state === 'reversed' ? undefined : until + SKEW_MS,
    operations: operations?.map(({ id }) => id),
    ...(ref1 !== undefined && ref1.length >= MIN_TEXT_LENGTH && { mentioning: ref1 }),
    ...(state !== undefined && state !== 'reversed' && { states: rowStatesFor(state) }),
  };
}

/** The states of charges in the journal of which such a payment may be made. */
function rowStatesFor(state: PaymentState): ChargeRow['state'][] {
  return STATES.filter((name) => PAYMENT_STATES[name] === state);
}

/** A transfer that was initiated longer ago is not confirmed any more. */
const INITIATED_MS = 31 * DAY_MS;

/** Confirmed transfers: a confirmation has no amount of its own, but follows an initiation that has. */
async function* confirmedTransfers(
  journal: Journal,
  { amount, kinds, since, until }: Narrowing,
): AsyncGenerator<ChargeRow> {
  if (amount === undefined || !kinds.includes('transfer')) return;
  const references = new Set<string>();
  const initiated = charges(journal, {
    ...{ amount, since: since - INITIATED_MS, until: until + SKEW_MS },
    operations: (await loadFamily('transfer')).map(({ id }) => id).filter(isInitiation),
  });
  for await (const { key } of initiated) {
    const { entries } = (await inspectHistory(journal, key)).history;
    const ids = entries.map((entry) => 'outcome' in entry && readTokenizerId(entry.outcome));
    for (const id of ids) if (typeof id === 'string') references.add(id);
  }
  const span = { since: since - SLACK_MS, until: until + SKEW_MS };
  yield* chargesWithNames(journal, { references }, span);
}

/**
 * What else the journal has of payments that others have seen: reversals after the period, because a
 * payment can be refunded at any later time; and where only some charges were looked for, the charges
 * of these payments that do not fit themselves.
 */
export async function relatedSightings(
  reading: ChargeReading,
  wanted: Narrowing,
  { sightings: known, upTo }: Seen,
): Promise<Sighting[]> {
  const { journal } = reading;
  const { amount, ref1, state, machine } = wanted;
  const isNarrow =
    !isNewestFirst(wanted) || [amount, ref1, state, machine].some((one) => one !== undefined);
  const since = isNarrow ? wanted.since - SLACK_MS : wanted.until + SKEW_MS;
  if (since > journal.clock.now()) return [];
  const fitting = isNarrow
    ? known.filter((one) => mayFit(one, wanted) && isUpTo(wanted, sightingPosition(one), upTo))
    : known;
  const rows = chargesWithNames(journal, paymentNames(fitting, isNarrow), { since });
  const { sightings } = await reading.sightings(rows);
  if (!isNarrow) return sightings.filter(({ isReversal }) => isReversal);
  const keys = new Set(fitting.flatMap((one) => one.keys));
  return sightings.filter((one) => one.keys.some((key) => keys.has(key)));
}

/** A bill can be paid many times under its reference; `byId`: also by the ids of the bank. */
function paymentNames(sightings: readonly Sighting[], byId: boolean): Names {
  const references = new Set(
    sightings.flatMap(({ kind, reference }) => (kind === 'bill' ? [] : reference)),
  );
  const texts = new Set(byId ? sightings.map(({ transactionId }) => transactionId) : []);
  for (const names of [references, texts]) names.delete('');
  return { references, texts };
}

/** Whether a payment that this source has seen may be wanted, as far as it knows. */
export function mayFit(sighting: Sighting, wanted: Narrowing): boolean {
  const { ref1, state, machine, kinds } = wanted;
  return (
    kinds.includes(sighting.kind) &&
    (ref1 === undefined || sighting.ref1 === ref1) &&
    saysAmount(sighting, wanted) &&
    (state === undefined || sighting.state === state) &&
    (machine === undefined || sighting.machine === machine)
  );
}

/** Whether a source says the amount that is wanted, or no amount is. */
export function saysAmount(
  { amount = '', bankAmount = '' }: Sighting,
  wanted: Pick<Narrowing, 'amount'>,
): boolean {
  const { amount: asked } = wanted;
  return (
    asked === undefined || [amount, bankAmount].some((one) => compareAmounts(one, asked) === 0)
  );
}
