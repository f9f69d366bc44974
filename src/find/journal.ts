import type { Operation } from '../bank/define.js';
import { isInitiation } from '../bank/transfer/references.js';
import { at, textOf } from '../core/json.js';
import { DAY_MS } from '../core/time.js';
import { bankOf } from '../journal/claim.js';
import { inspectHistory } from '../journal/history.js';
import { type Journal, knownOperation } from '../journal/journal.js';
import { list } from '../journal/list.js';
import type { Row } from '../journal/rows.js';
import { attemptsOf, evidenceOf, mayRepeat } from '../journal/state.js';
import { initiatedAmounts } from '../journal/transfer-record.js';
import { kindOf, referenceKey, type Sighting, type State, transactionKey } from './payment.js';

/** From when until when, milliseconds since the epoch; the end does not belong to it. */
export interface Period {
  since: number;
  until: number;
}

/** A charge may be sent just before the bank's own moment of the payment. */
const SLACK_MS = DAY_MS;

/** Charges of this bank that moved money, may have, or were refused; and what they gave back. */
export async function sightingsOfJournal(
  journal: Journal,
  baseUrl: string,
  { since, until }: Period,
  company: string | undefined,
): Promise<Sighting[]> {
  // "No charges" must be true: a directory that is not there counts as empty only where it can be made.
  await journal.store.claims.prepare();
  const here = bankOf(baseUrl);
  const all = (await list(journal)).filter((row) => {
    return row.baseUrl !== '' && bankOf(row.baseUrl) === here;
  });
  const initiated = await initiatedAmounts(journal, all);
  const operations = await operationsOf(journal, all);
  const found: Sighting[] = [];
  for (const row of all) {
    const operation = operations.get(row.operation);
    const started = Date.parse(row.startedAt);
    if (!operation || !isPayment(row, operation) || started < since - SLACK_MS) continue;
    // What was paid in this time may be given back at any time after it.
    if (operation.role !== 'reversal' && started >= until + SLACK_MS) continue;
    const amount = initiated.get(row.reference);
    const sighting = await sightingOf(journal, row, operation, { amount, company });
    if (sighting) found.push(sighting);
  }
  return found;
}

async function operationsOf(journal: Journal, rows: readonly Row[]) {
  const operations = new Map<string, Operation | undefined>();
  for (const id of new Set(rows.map(({ operation }) => operation))) {
    operations.set(id, await knownOperation(journal, id));
  }
  return operations;
}

/** An initiation moves nothing, and nothing was executed where it may be repeated. */
function isPayment({ state, operation }: Row, { role, undoes }: Operation): boolean {
  if (state === 'corrupt' || mayRepeat(state) || isInitiation(operation)) return false;
  return role !== 'reversal' || (undoes !== 'closed unpaid' && STATES[state] === 'paid');
}

interface Own {
  /** Of the initiation. */
  amount: string | undefined;
  /** Of the profile. */
  company: string | undefined;
}

async function sightingOf(
  journal: Journal,
  row: Row,
  operation: Operation,
  own: Own,
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
  const amount = intent.amount ?? own.amount;
  const company = operation.payment === 'ewallet' ? (intent.company ?? own.company) : undefined;
  const names = referenceKey(operation.payment, intent.reference, company);
  // A refund that names no payment of ours tells of none.
  if (isReversal && names.length === 0) return undefined;
  return {
    ...{ source: 'journal', kind, transactionId, at: Date.parse(intent.at) },
    keys: isReversal ? names : [...transactionKey(transactionId), ...names],
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
