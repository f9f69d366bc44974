import type { Operation } from '../bank/define.js';
import { isInitiation } from '../bank/transfer/references.js';
import { at, jsonText } from '../core/json.js';
import { readPages } from '../core/pages.js';
import { claimKey, normalizeBankUrl } from '../journal/claim.js';
import { type History, inspectStored } from '../journal/history.js';
import { type Journal, knownOperation } from '../journal/journal.js';
import type { ChargeRow } from '../journal/rows.js';
import { decidingAttempt, groupAttempts, mayRepeat, strongestEvidence } from '../journal/state.js';
import { initiatedAmount } from '../journal/transfer-record.js';
import {
  type PaymentState,
  paymentKind,
  referenceKey,
  type Seen,
  type Sighting,
  transactionKey,
} from './payment.js';

/** A charge that may have moved money. */
interface Charge {
  row: ChargeRow;
  operation: Operation;
}

/** Whose charges count, and under which company where they name none. */
export interface Owner {
  baseUrl: string;
  company: string | undefined;
}

/** Charges whose lines are read at once. */
const PAGE = 100;

/** Of one search: looks up each operation, and reads each charge, once. */
export class ChargeReading {
  readonly journal: Journal;
  readonly #owner: Owner;
  readonly #here: string;
  readonly #isSummed: boolean;
  readonly #operations = new Map<string, Operation | undefined>();
  /** The keys of charges whose sightings were returned. */
  readonly #returned = new Set<string>();

  constructor(journal: Journal, owner: Owner, isSummed = false) {
    this.journal = journal;
    this.#owner = owner;
    this.#isSummed = isSummed;
    this.#here = normalizeBankUrl(owner.baseUrl);
  }

  /** Of charges that it has not returned before. `upTo` is where it stopped: where it had enough of those that count. */
  async sightings(
    rows: AsyncIterable<ChargeRow>,
    stop?: { enough: number; counts(sighting: Sighting): boolean },
  ): Promise<Seen> {
    const sightings: Sighting[] = [];
    let payments = 0;
    for await (const charge of this.#read(this.#payments(rows))) {
      const sighting =
        'sighting' in charge
          ? charge.sighting
          : await readSighting(this.journal, charge, this.#owner.company);
      this.#returned.add(charge.row.key);
      if (sighting) sightings.push(sighting);
      if (sighting && !sighting.isReversal && stop?.counts(sighting)) payments += 1;
      if (stop && payments >= stop.enough) {
        const { amount, startedAt } = charge.row;
        return { sightings, upTo: { amount: amount ?? '', at: Date.parse(startedAt) } };
      }
    }
    return { sightings };
  }

  /** Those that may have moved money of the owner, each once. */
  async *#payments(rows: AsyncIterable<ChargeRow>): AsyncGenerator<Charge> {
    const seen = new Set(this.#returned);
    for await (const row of rows) {
      if (seen.has(row.key)) continue;
      seen.add(row.key);
      if (row.baseUrl === '' || normalizeBankUrl(row.baseUrl) !== this.#here) continue;
      const operation = await this.#operation(row.operation);
      if (operation && isPayment(row, operation)) yield { row, operation };
    }
  }

  async *#read(
    charges: AsyncIterable<Charge>,
  ): AsyncGenerator<Charge & ({ history: History } | { sighting: Sighting })> {
    for await (const page of readPages(charges, PAGE)) {
      const known = new Map(page.map((charge) => [charge, this.#sightingOfRow(charge)]));
      const unread = page.flatMap((charge) => (known.get(charge) ? [] : charge.row));
      const claims = await this.journal.store.claims.readMany(unread);
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
      ...{ at: Date.parse(startedAt), state: PAYMENT_STATES[state] },
      ...(machine && { machine }),
    };
  }

  async #operation(id: string): Promise<Operation | undefined> {
    if (!this.#operations.has(id)) {
      this.#operations.set(id, await knownOperation(this.journal, id));
    }
    return this.#operations.get(id);
  }
}

/** What may be repeated was not executed, and a refused refund changes nothing. */
function isPayment({ state }: ChargeRow, operation: Operation): boolean {
  if (state === 'corrupt' || mayRepeat(state) || !movesMoney(operation)) return false;
  return operation.role !== 'reversal' || state !== 'rejected';
}

/** An initiation moves nothing, and nothing is refunded where an unpaid code is closed. */
export function movesMoney({ id, closesUnpaid }: Pick<Operation, 'id' | 'closesUnpaid'>): boolean {
  return !isInitiation(id) && !closesUnpaid;
}

async function readSighting(
  journal: Journal,
  { row, operation, history }: Charge & { history: History },
  ownCompany: string | undefined,
): Promise<Sighting | undefined> {
  const kind = paymentKind(operation.payment);
  const attempt = decidingAttempt(journal, groupAttempts(history.entries));
  if (kind === undefined || attempt === undefined) return undefined;
  const { intent } = attempt;
  const isReversal = operation.role === 'reversal';
  const { data = null } = strongestEvidence(journal, attempt).outcome ?? {};
  const transactionId = jsonText(at(data, operation.transaction ?? 'transactionId')) ?? '';
  const ref1 = REF1.flatMap((name) => jsonText(intent.input[name]) || []).at(0);
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
    state: isReversal ? reversalState(row.state) : PAYMENT_STATES[row.state],
    amount,
    ref1,
    ...(isReversal && { isReversal }),
    ...(row.machine && { machine: row.machine }),
  };
}

/** While its outcome is open, so is that of the payment. */
function reversalState(state: ChargeRow['state']): PaymentState {
  const done = PAYMENT_STATES[state];
  return done === 'paid' || done === 'partial' ? 'reversed' : done;
}

/** What the families call reference 1 of a bill. */
const REF1 = ['reference1', 'ref1'];

/** How a payment stands whose charge does so. */
export const PAYMENT_STATES: Readonly<Record<ChargeRow['state'], PaymentState>> = {
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
