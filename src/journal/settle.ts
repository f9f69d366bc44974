import type { Outcome } from '../client/outcome.js';
import { payctl } from '../core/command-line.js';
import { PayctlError, usageError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { journalMessages } from '../messages/journal.js';
import { addEntries, extendHistory, type History, readHistory } from './history.js';
import { type Connect, openCharge } from './inquiry.js';
import { type Journal, knownOperation, type SettledAs, type Settlement, stamp } from './journal.js';
import { list, unknownReferenceError } from './list.js';
import { objectionTo, resolve } from './resolve.js';
import { type ChargeRow, chargeRow } from './rows.js';

export interface SettlementDecision {
  reference: string;
  /** Which of the reference's charges, where several are open (`ewallet.refund`). */
  operation?: string;
  as: SettledAs;
  note: string;
}

/**
 * Records a person's decision about a charge that no inquiry can decide. A decision that lets money be
 * sent again must not contradict the bank, so the bank is asked once more. Rejects with PayctlError:
 * NOT_FOUND for an unknown reference, CONFLICT for one that is final, in flight or known to the bank,
 * USAGE where several match, UNAVAILABLE or OUTCOME_UNKNOWN where the bank could not tell.
 */
export async function settle(
  journal: Journal,
  { connect, ...decision }: SettlementDecision & { connect: Connect },
): Promise<ChargeRow> {
  const before = selectCharge(decision, await findCharges(journal, decision));
  return recordDecision(journal, decision, await askBefore(journal, decision, before, connect));
}

/** The charge as it is once nothing speaks against the decision. Throws where the bank contradicts it. */
export async function askBefore(
  journal: Journal,
  { as }: SettlementDecision,
  row: ChargeRow,
  connect: Connect,
): Promise<ChargeRow> {
  return as === 'not-executed' ? rowAfterInquiry(journal, row, connect) : row;
}

/** Adds the decision, unless the charge is no longer as in `row`; returns the charge as it is then. */
async function recordDecision(
  journal: Journal,
  { reference, as, note }: SettlementDecision,
  row: ChargeRow,
): Promise<ChargeRow> {
  if (isProven(row)) return row;
  const history = await unchangedHistory(journal, reference, row);
  const settlement = newSettlement(journal, { as, note });
  const added = await addEntries(journal, history, [settlement]);
  if (added === undefined) throw changedMeanwhileError(reference);
  return chargeRow(journal, extendHistory(history, added, [settlement])) ?? row;
}

/** Two inquiries have proven that it was not executed: the person's word is not needed. */
export function isProven({ state }: ChargeRow): boolean {
  return state === 'not-executed';
}

/** The charge as it was in `row`. Throws CONFLICT where it is no longer so. */
export async function unchangedHistory(
  journal: Journal,
  reference: string,
  row: ChargeRow,
): Promise<History> {
  const history = await readHistory(journal, row.key);
  if (isSame(chargeRow(journal, history), row)) return history;
  throw changedMeanwhileError(reference);
}

/** The same attempts, in the same state. Not by requestUId: `--request-uid` may give two attempts the same. */
function isSame(now: ChargeRow | undefined, before: ChargeRow): boolean {
  return now?.state === before.state && now.attempts === before.attempts;
}

export function newSettlement(
  journal: Journal,
  { as, note }: Pick<SettlementDecision, 'as' | 'note'>,
): Settlement {
  return { type: 'settlement', ...stamp(journal), as, note };
}

export function changedMeanwhileError(reference: string): PayctlError {
  return new PayctlError('CONFLICT', journalMessages.changedMeanwhile(reference), {
    hint: showHint(reference),
  });
}

/** The charge after the bank was asked again. Throws where the bank contradicts the person. */
async function rowAfterInquiry(
  journal: Journal,
  row: ChargeRow,
  connect: Connect,
): Promise<ChargeRow> {
  const { key, profile, baseUrl, reference } = row;
  const operation = await knownOperation(journal, row.operation);
  if (operation?.resolution === undefined) return row;
  const access = await connect({ profile, baseUrl });
  if (access === undefined) {
    throw new PayctlError('UNAVAILABLE', journalMessages.mustAsk(reference, baseUrl), {
      hint: payctl.on(profile)`journal settle ${reference} --as not-executed --note TEXT`,
      executed: 'unknown',
    });
  }
  const history = await readHistory(journal, key);
  const charge = openCharge(journal, history, operation, access);
  await resolve(journal, [charge], { waitMs: 0 });
  const objection = objectionTo(journal, charge);
  if (objection !== undefined) throw settlementRefusedError(objection, reference);
  const after = chargeRow(journal, charge.history) ?? row;
  // While the bank was asked, another person may have decided, or the charge may have been sent again.
  if (isProven(after) || isSame(after, row)) return after;
  throw changedMeanwhileError(reference);
}

function settlementRefusedError(
  { class: kind, message, hint }: Outcome,
  reference: string,
): PayctlError {
  if (kind === 'UNAVAILABLE' || kind === 'OUTCOME_UNKNOWN') {
    const facts = { executed: 'unknown', hint } as const;
    return new PayctlError(kind, journalMessages.notRecorded(message), facts);
  }
  return new PayctlError('CONFLICT', journalMessages.notUnexecuted(reference, message), {
    hint: showHint(reference),
  });
}

function showHint(reference: string): Message {
  return payctl`journal show ${reference}`;
}

/** The charges that a reference (or a key) names, whatever became of them. */
export async function findCharges(
  journal: Journal,
  { reference, operation }: Pick<SettlementDecision, 'reference' | 'operation'>,
): Promise<ChargeRow[]> {
  const operations = operation === undefined ? undefined : [operation];
  return (await list(journal, { operations, texts: [reference] })).filter(
    (row) => row.reference === reference || row.key === reference,
  );
}

/** Which of these charges can be settled so. Throws where it is none, or not one alone. */
export function selectCharge(
  { reference, as }: SettlementDecision,
  rows: readonly ChargeRow[],
): ChargeRow {
  const open = rows.filter(
    ({ state }) =>
      state === 'unknown' ||
      state === 'pending' ||
      // The mistake that could charge twice can be corrected; the other way round nothing can.
      (state === 'settled-not-executed' && as === 'executed'),
  );
  const [row, another] = open;
  if (row && another === undefined) return row;
  if (another) {
    const names = open.map((candidate) => `${candidate.operation} ${candidate.key}`).join(', ');
    throw usageError(journalMessages.severalCharges(reference, names), journalMessages.sayWhich);
  }
  const [ended] = rows;
  if (ended) {
    throw new PayctlError('CONFLICT', journalMessages.cannotSettle(reference, ended.state), {
      hint: showHint(reference),
    });
  }
  throw unknownReferenceError(reference);
}
