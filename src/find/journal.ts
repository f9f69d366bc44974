import type { Operation } from '../bank/define.js';
import { isInitiation } from '../bank/transfer/references.js';
import { at, textOf } from '../core/json.js';
import { DAY_MS } from '../core/time.js';
import { bankOf } from '../journal/claim.js';
import { inspectHistory } from '../journal/history.js';
import { type Journal, knownOperation } from '../journal/journal.js';
import { charges, chargesUnder } from '../journal/list.js';
import type { Row } from '../journal/rows.js';
import { attemptsOf, evidenceOf, mayRepeat } from '../journal/state.js';
import { initiatedAmount } from '../journal/transfer-record.js';
import { kindOf, referenceKey, type Sighting, type State, transactionKey } from './payment.js';

/** Milliseconds since the epoch; `until` is exclusive. */
export interface Period {
  since: number;
  until: number;
}

/** A charge may be sent just before the bank's own moment of the payment. */
export const SLACK_MS = DAY_MS;

/** Whose charges count, and under which company where they name none. */
export interface Owner {
  baseUrl: string;
  company: string | undefined;
}

/** Charges of this bank in a period, unless proven not executed, and reversals that succeeded. */
export async function sightingsOfJournal(
  journal: Journal,
  owner: Owner,
  { since, until }: Period,
): Promise<Sighting[]> {
  // "No charges" must be true: a directory that is not there counts as empty only where it can be made.
  await journal.store.claims.prepare();
  const span = { since: since - SLACK_MS, until: until + SLACK_MS };
  return new Reading(journal, owner).sightings(charges(journal, span));
}

/** Reversals after the period: a payment can be given back at any later time. */
export async function laterReversals(
  journal: Journal,
  owner: Owner,
  { until }: Period,
  known: readonly Sighting[],
): Promise<Sighting[]> {
  const since = until + SLACK_MS;
  if (since > journal.clock.now()) return [];
  const references = new Set(
    known.flatMap(({ kind, reference }) => (kind === 'bill' ? [] : reference)),
  );
  references.delete('');
  const later = chargesUnder(journal, references, { since });
  const sightings = await new Reading(journal, owner).sightings(later);
  return sightings.filter(({ isReversal }) => isReversal);
}

/** Looks up each operation once. */
class Reading {
  readonly #journal: Journal;
  readonly #owner: Owner;
  readonly #here: string;
  readonly #operations = new Map<string, Operation | undefined>();

  constructor(journal: Journal, owner: Owner) {
    this.#journal = journal;
    this.#owner = owner;
    this.#here = bankOf(owner.baseUrl);
  }

  async sightings(rows: AsyncIterable<Row>): Promise<Sighting[]> {
    const sightings: Sighting[] = [];
    for await (const row of rows) {
      if (row.baseUrl === '' || bankOf(row.baseUrl) !== this.#here) continue;
      const operation = await this.#operation(row.operation);
      if (!operation || !isPayment(row, operation)) continue;
      const sighting = await sightingOf(this.#journal, row, operation, this.#owner.company);
      if (sighting) sightings.push(sighting);
    }
    return sightings;
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
  row: Row,
  operation: Operation,
  ownCompany: string | undefined,
): Promise<Sighting | undefined> {
  const kind = kindOf(operation.payment);
  const { history } = await inspectHistory(journal, row.key);
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
