import type { Operation } from '../bank/define.js';
import { loadCatalogue, loadFamily } from '../bank/families.js';
import { isInitiation } from '../bank/transfer/references.js';
import { at, textOf } from '../core/json.js';
import { compareAmounts } from '../core/money.js';
import { pagesOf, withTurns } from '../core/pages.js';
import { DAY_MS } from '../core/time.js';
import { bankOf, claimKey } from '../journal/claim.js';
import { type History, inspectHistory, inspectStored } from '../journal/history.js';
import { type Journal, knownOperation } from '../journal/journal.js';
import { charges, chargesWithNames, type Filter, type Names } from '../journal/list.js';
import type { Row } from '../journal/rows.js';
import { attemptsOf, evidenceOf, mayRepeat, STATES as ROW_STATES } from '../journal/state.js';
import { initiatedAmount, tokenizerOf } from '../journal/transfer-record.js';
import {
  KINDS,
  type Kind,
  kindOf,
  referenceKey,
  type Sighting,
  type State,
  transactionKey,
} from './payment.js';

/** A charge that may have moved money. */
interface Charge {
  row: Row;
  operation: Operation;
}

/** Milliseconds since the epoch; `until` is exclusive. */
export interface Period {
  since: number;
  until: number;
}

/** A charge may be sent just before the bank's own moment of the payment. */
export const SLACK_MS = DAY_MS;

/** It is sent after it only where the clocks of the bank and of a machine differ. */
const SKEW_MS = 60 * 60_000;

/** Whose charges count, and under which company where they name none. */
export interface Owner {
  baseUrl: string;
  company: string | undefined;
}

/** What is looked for. A part that is absent narrows nothing. */
export interface Narrowing extends Period {
  kinds: readonly Kind[];
  amount?: string;
  state?: State;
  machine?: string;
  isSummed?: boolean;
}

/** By how much the moments of a payment may differ from one source to another. */
export function slackOf({ isSummed }: Pick<Narrowing, 'isSummed'>): number {
  return isSummed ? SKEW_MS : SLACK_MS;
}

/**
 * Charges of this bank that fit, unless proven not executed, and reversals that succeeded; the newest
 * ones where there are more than `enough`.
 */
export async function sightingsOfJournal(
  journal: Journal,
  owner: Owner,
  wanted: Narrowing,
  enough = Number.POSITIVE_INFINITY,
): Promise<{ sightings: Sighting[]; since?: number }> {
  // "No charges" must be true: a directory that is not there counts as empty only where it can be made.
  await journal.store.claims.prepare();
  const reading = new Reading(journal, owner, wanted.isSummed);
  const rows = charges(journal, await filterOf(wanted), { newestFirst: true, limit: enough });
  const seen = await reading.sightings(rows, { until: wanted.until, enough });
  const transfers = await reading.sightings(transfersOf(journal, wanted));
  return { ...seen, sightings: [...seen.sightings, ...transfers.sightings] };
}

async function filterOf(wanted: Narrowing): Promise<Filter> {
  const { amount, state, machine, kinds, since, until } = wanted;
  const isWanted = ({ payment, role }: Operation) => {
    const kind = kindOf(payment);
    const isAsked = kind !== undefined && kinds.includes(kind);
    return isAsked && (state !== 'reversed' || role === 'reversal');
  };
  const isEvery = KINDS.every((kind) => kinds.includes(kind)) && state !== 'reversed';
  const operations = isEvery ? undefined : (await loadCatalogue()).filter(isWanted);
  return {
    ...{ since: since - slackOf(wanted), amount, machine },
    // A payment can be given back at any later time.
    until: state === 'reversed' ? undefined : until + SKEW_MS,
    operations: operations?.map(({ id }) => id),
    ...(state !== undefined && state !== 'reversed' && { states: rowStatesOf(state) }),
  };
}

/** The states of charges in the journal of which such a payment may be made. */
function rowStatesOf(state: State): Row['state'][] {
  return ROW_STATES.filter((name) => STATES[name] === state);
}

/** A transfer that was initiated longer ago is not confirmed any more. */
const INITIATED_MS = 31 * DAY_MS;

/** Confirmed transfers: a confirmation has no amount of its own, but follows an initiation that has. */
async function* transfersOf(
  journal: Journal,
  { amount, kinds, since, until }: Narrowing,
): AsyncGenerator<Row> {
  if (amount === undefined || !kinds.includes('transfer')) return;
  const references = new Set<string>();
  const initiated = charges(journal, {
    ...{ amount, since: since - INITIATED_MS, until: until + SKEW_MS },
    operations: (await loadFamily('transfer')).map(({ id }) => id).filter(isInitiation),
  });
  for await (const { key } of initiated) {
    const { entries } = (await inspectHistory(journal, key)).history;
    const ids = entries.map((entry) => 'outcome' in entry && tokenizerOf(entry.outcome));
    for (const id of ids) if (typeof id === 'string') references.add(id);
  }
  const span = { since: since - SLACK_MS, until: until + SKEW_MS };
  yield* chargesWithNames(journal, { references }, span);
}

/**
 * What else the journal has of payments that others have seen: reversals after the period, because a
 * payment can be given back at any later time; and where only some charges were looked for, the charges
 * of these payments that do not fit themselves.
 */
export async function relatedSightings(
  journal: Journal,
  owner: Owner,
  wanted: Narrowing,
  known: readonly Sighting[],
): Promise<Sighting[]> {
  const isNarrow = [wanted.amount, wanted.state, wanted.machine].some((one) => one !== undefined);
  const since = isNarrow ? wanted.since - SLACK_MS : wanted.until + SKEW_MS;
  if (since > journal.clock.now()) return [];
  const fitting = isNarrow ? known.filter((one) => mayFit(one, wanted)) : known;
  const rows = chargesWithNames(journal, namesOf(fitting, isNarrow), { since });
  const { sightings } = await new Reading(journal, owner).sightings(rows);
  if (!isNarrow) return sightings.filter(({ isReversal }) => isReversal);
  const there = new Set(known.map((one) => JSON.stringify(one)));
  const keys = new Set(fitting.flatMap((one) => one.keys));
  return sightings.filter((one) => {
    // Several names may lead to one charge.
    const text = JSON.stringify(one);
    const isNew = !there.has(text) && one.keys.some((key) => keys.has(key));
    there.add(text);
    return isNew;
  });
}

/** A bill can be paid many times under its reference; `byId`: also by the ids of the bank. */
function namesOf(sightings: readonly Sighting[], byId: boolean): Names {
  const references = new Set(
    sightings.flatMap(({ kind, reference }) => (kind === 'bill' ? [] : reference)),
  );
  const texts = new Set(byId ? sightings.map(({ transactionId }) => transactionId) : []);
  for (const names of [references, texts]) names.delete('');
  return { references, texts };
}

/** Whether a payment that this source has seen may be wanted, as far as it knows. */
export function mayFit(sighting: Sighting, wanted: Narrowing): boolean {
  const { state, machine, kinds } = wanted;
  return (
    kinds.includes(sighting.kind) &&
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

/** Charges whose lines are read at once. */
const PAGE = 100;

/** Looks up each operation once. */
class Reading {
  readonly #journal: Journal;
  readonly #owner: Owner;
  readonly #here: string;
  readonly #isSummed: boolean;
  readonly #operations = new Map<string, Operation | undefined>();

  constructor(journal: Journal, owner: Owner, isSummed = false) {
    this.#journal = journal;
    this.#owner = owner;
    this.#isSummed = isSummed;
    this.#here = bankOf(owner.baseUrl);
  }

  /** Of rows from the newest on, `since` is where it stopped: where it had enough payments of before `until`. */
  async sightings(
    rows: AsyncIterable<Row>,
    stop?: { until: number; enough: number },
  ): Promise<{ sightings: Sighting[]; since?: number }> {
    const sightings: Sighting[] = [];
    let payments = 0;
    for await (const charge of withTurns(this.#read(this.#payments(rows)))) {
      const sighting =
        'sighting' in charge
          ? charge.sighting
          : await sightingOf(this.#journal, charge, this.#owner.company);
      if (sighting) sightings.push(sighting);
      if (sighting && !sighting.isReversal && stop && sighting.at < stop.until) payments += 1;
      if (stop && payments >= stop.enough) {
        return { sightings, since: Date.parse(charge.row.startedAt) };
      }
    }
    return { sightings };
  }

  /** Those that may have moved money of the owner. */
  async *#payments(rows: AsyncIterable<Row>): AsyncGenerator<Charge> {
    for await (const row of rows) {
      if (row.baseUrl === '' || bankOf(row.baseUrl) !== this.#here) continue;
      const operation = await this.#operation(row.operation);
      if (operation && isPayment(row, operation)) yield { row, operation };
    }
  }

  async *#read(
    charges: AsyncIterable<Charge>,
  ): AsyncGenerator<Charge & ({ history: History } | { sighting: Sighting })> {
    for await (const page of pagesOf(charges, PAGE)) {
      const known = new Map(page.map((charge) => [charge, this.#sightingOfRow(charge)]));
      const unread = page.flatMap((charge) => (known.get(charge) ? [] : charge.row));
      const claims = await this.#journal.store.claims.readMany(unread);
      const histories = new Map(claims.map((claim) => [claim.key, inspectStored(claim).history]));
      for (const charge of page) {
        const [sighting, history] = [known.get(charge), histories.get(charge.row.key)];
        if (sighting) yield { ...charge, sighting };
        else if (history) yield { ...charge, history };
      }
    }
  }

  /** For sums: the row says all of a wallet's payment that has ended, where its company is the own. */
  #sightingOfRow({ row, operation }: Charge): Sighting | undefined {
    const { key, reference, amount, startedAt, endedAt, state, machine } = row;
    const { company, baseUrl } = this.#owner;
    const isPlain = operation.payment === 'ewallet' && operation.role !== 'reversal';
    if (!this.#isSummed || !isPlain || endedAt === null || amount === null) return undefined;
    if (claimKey(baseUrl, operation.id, company, reference) !== key) return undefined;
    return {
      ...{ source: 'journal', kind: 'ewallet', transactionId: '', reference, amount },
      keys: referenceKey('ewallet', reference, company),
      ...{ at: Date.parse(startedAt), state: STATES[state] },
      ...(machine && { machine }),
    };
  }

  async #operation(id: string): Promise<Operation | undefined> {
    if (!this.#operations.has(id)) {
      this.#operations.set(id, await knownOperation(this.#journal, id));
    }
    return this.#operations.get(id);
  }
}

/** An initiation moves nothing, and what may be repeated was not executed. */
function isPayment({ state, operation }: Row, { role, undoes }: Operation): boolean {
  if (state === 'corrupt' || mayRepeat(state) || isInitiation(operation)) return false;
  return role !== 'reversal' || (undoes !== 'closed unpaid' && STATES[state] === 'paid');
}

async function sightingOf(
  journal: Journal,
  { row, operation, history }: Charge & { history: History },
  ownCompany: string | undefined,
): Promise<Sighting | undefined> {
  const kind = kindOf(operation.payment);
  const attempt = attemptsOf(history.entries).at(-1);
  if (kind === undefined || attempt === undefined) return undefined;
  const { intent } = attempt;
  const isReversal = operation.role === 'reversal';
  const { data = null } = evidenceOf(journal, attempt).outcome ?? {};
  const transactionId = textOf(at(data, operation.transaction ?? 'transactionId')) ?? '';
  const ref1 = REF1.flatMap((name) => textOf(intent.input[name]) || []).at(0);
  const isConfirmed = intent.amount === undefined && operation.payment === 'transfer';
  const amount = isConfirmed ? await initiatedAmount(journal, intent.reference) : intent.amount;
  const company = operation.payment === 'ewallet' ? (intent.company ?? ownCompany) : undefined;
  const keys = referenceKey(operation.payment, intent.reference, company);
  // A refund without the reference of a payment of ours says nothing about one.
  if (isReversal && keys.length === 0) return undefined;
  return {
    ...{ source: 'journal', kind, transactionId, at: Date.parse(intent.at) },
    keys: isReversal ? keys : [...transactionKey(transactionId), ...keys],
    reference: kind === 'bill' ? (ref1 ?? '') : intent.reference,
    state: isReversal ? 'reversed' : STATES[row.state],
    ...(amount !== undefined && { amount }),
    ...(ref1 !== undefined && { ref1 }),
    ...(isReversal && { isReversal }),
    ...(row.machine && { machine: row.machine }),
  };
}

/** What the families call reference 1 of a bill. */
const REF1 = ['reference1', 'ref1'];

const STATES: Readonly<Record<Row['state'], State>> = {
  'in-flight': 'unknown',
  unknown: 'unknown',
  corrupt: 'unknown',
  pending: 'pending',
  succeeded: 'paid',
  'settled-executed': 'paid',
  partial: 'partial',
  rejected: 'refused',
  'not-executed': 'refused',
  'settled-not-executed': 'refused',
};
