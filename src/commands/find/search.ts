import { loadSearches } from '../../bank/families.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { bangkokDate, DAY_MS, parseMoment } from '../../core/time.js';
import type { BankGap } from '../../find/bank.js';
import { sightingOfConfirmation } from '../../find/confirmations.js';
import {
  type Answer,
  enoughFor,
  find,
  type LocalSource,
  type Seen,
  type Wanted,
} from '../../find/find.js';
import { mayFit, relatedSightings, SLACK_MS, sightingsOfJournal } from '../../find/journal.js';
import {
  KINDS,
  type Kind,
  type Sighting,
  type SourceName,
  type State,
} from '../../find/payment.js';
import { type Bank, bankFor, createAsker } from '../../investigate/ask.js';
import { finding } from '../../messages/finding.js';
import type { Context } from '../../runtime/context.js';
import { received } from '../listen/inbox.js';

/** Default of --limit. */
export const LIMIT = 1000;

/** What a person looks for; what is absent narrows nothing. */
export interface SearchCriteria {
  amount?: string | undefined;
  /** Bangkok days, YYYY-MM-DD. */
  from?: string | undefined;
  to?: string | undefined;
  /** Paid at or after, and before: milliseconds since the epoch. */
  since?: number | undefined;
  until?: number | undefined;
  payer?: string | undefined;
  ref1?: string | undefined;
  kinds?: readonly Kind[] | undefined;
  state?: State | undefined;
  machine?: string | undefined;
  limit?: number | undefined;
}

/** Asks the bank, the journal and the confirmations of this profile. Reads only. */
export async function searchPayments(context: Context, wanted: Wanted): Promise<Answer> {
  const bank = await bankFor(context);
  const searches = await loadSearches();
  const { ahead = 0 } = bank;
  const local = await localSources(context, bank, byOwnClock(wanted, ahead));
  return find({ ...wanted, ahead }, { bank, searches, ask: createAsker(bank), local });
}

/** These days by the clock of the bank, and by that of this machine. */
function byOwnClock(wanted: Wanted, ahead: number): Wanted {
  const { since, until } = wanted;
  return { ...wanted, since: since - Math.max(ahead, 0), until: until - Math.min(ahead, 0) };
}

/** Throws USAGE for days that run backwards. */
export function wantedOf(criteria: SearchCriteria, now: number): Wanted {
  const { from, to, kinds = KINDS, limit = LIMIT, amount: baht } = criteria;
  const { ref1, payer, state, machine } = criteria;
  const last = to ?? bangkokDate((criteria.until ?? now + 1) - 1);
  const end = to === undefined ? (criteria.until ?? now) : startOfDay(to) + DAY_MS;
  const first = from === undefined ? (criteria.since ?? end - WINDOW_MS) : startOfDay(from);
  const since = Math.max(first, criteria.since ?? first);
  // The whole last day counts, because the clock of the bank may be ahead of ours.
  const until = Math.min(startOfDay(last) + DAY_MS, criteria.until ?? Number.POSITIVE_INFINITY);
  const days = { from: from ?? bangkokDate(since), to: last };
  if (days.to < days.from) {
    const called = to === undefined ? finding.today(last) : `--to ${last}`;
    throw usageError(finding.backwards(days.from, called), finding.earlierFirst);
  }
  return {
    ...{ days, since, until, kinds, limit },
    ...(baht !== undefined && { amount: baht }),
    ...(ref1 !== undefined && { ref1 }),
    ...(payer !== undefined && { payer }),
    ...(state !== undefined && { state }),
    ...(machine !== undefined && { machine }),
  };
}

const WINDOW_MS = 3 * DAY_MS;

function startOfDay(date: string): number {
  return parseMoment(date) ?? Number.NaN;
}

/** What this machine knows, each source on its own. */
async function localSources(context: Context, bank: Bank, wanted: Wanted): Promise<LocalSource[]> {
  const { services } = context;
  const { baseUrl } = await services.connection();
  const owner = { baseUrl, company: bank.settings('companyId') };
  return [
    () =>
      tryOrGap('journal', async () => {
        return sightingsOfJournal(await services.journal(), owner, wanted, enoughFor(wanted));
      }),
    (known) =>
      tryOrGap('confirmation', () => confirmationsOf(context, owner.company, wanted, known)),
    ({ sightings }) =>
      tryOrGap('journal', async () => ({
        sightings: await relatedSightings(await services.journal(), owner, wanted, sightings),
      })),
  ];
}

async function tryOrGap<T>(source: SourceName, ask: () => Promise<T>): Promise<T | BankGap> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return { source, class: error.exitClass, why: error.said };
  }
}

/**
 * Confirmations of these days, and those of payments that other sources place in them. None came before
 * its payment was made, so those are enough that came since the others have all.
 */
async function confirmationsOf(
  context: Context,
  company: string | undefined,
  wanted: Wanted,
  { sightings: others, since }: Required<Seen>,
): Promise<Seen> {
  const keys = new Set(others.flatMap((sighting) => sighting.keys));
  const [first, end] = [since - SLACK_MS, wanted.until + SLACK_MS];
  const [sightings, enough]: [Sighting[], number] = [[], enoughFor(wanted)];
  let fitting = 0;
  for await (const stored of received(context, { since: first, newestFirst: true })) {
    const sighting = sightingOfConfirmation(stored, company);
    if (sighting === undefined) continue;
    const isOfThen = sighting.at >= first && sighting.at < end;
    if (isOfThen || sighting.keys.some((key) => keys.has(key))) sightings.push(sighting);
    const isWanted = sighting.at >= since && sighting.at < wanted.until;
    if (isWanted && mayFit(sighting, wanted)) fitting += 1;
    if (fitting >= enough) return { sightings, since: Date.parse(stored.receivedAt) };
  }
  return { sightings };
}
