import { parseAmount } from '../core/money.js';
import { inspectHistory } from './history.js';
import type { Attempt, Journal } from './journal.js';
import { charges, list } from './list.js';
import type { ChargeRow } from './rows.js';
import { groupAttempts, mayRepeat, strongestEvidence } from './state.js';

interface RefundQuery {
  /** Who signed in. */
  subject: string;
  /** The operations that refund. */
  operations: readonly string[];
  /** Milliseconds since the epoch. */
  since: number;
}

/**
 * What somebody has refunded since a moment, in satang: sent and executed, or perhaps executed; what
 * a proposal released is not theirs. undefined where an amount cannot be told.
 */
export async function sumRefunds(
  journal: Journal,
  { subject, operations, since }: RefundQuery,
): Promise<bigint | undefined> {
  let sum = 0n;
  for await (const row of charges(journal, { operations, since })) {
    if (row.state === 'rejected' || (row.state !== 'corrupt' && mayRepeat(row.state))) continue;
    const { history } = await inspectHistory(journal, row.key);
    const attempts = groupAttempts(history.entries);
    if (!attempts.some((attempt) => isRefundBy(journal, attempt, subject))) continue;
    const satang = parseAmount((await findAmount(journal, row)) ?? '');
    if (satang === undefined) return undefined;
    sum += satang;
  }
  return sum;
}

function isRefundBy(journal: Journal, attempt: Attempt, subject: string): boolean {
  const { intent } = attempt;
  if (intent.subject !== subject || intent.proposal !== undefined) return false;
  return !mayRepeat(strongestEvidence(journal, attempt).state);
}

/** An operation that refunds all does not say how much; the payment of the same reference does. */
async function findAmount(
  journal: Journal,
  { amount, reference }: ChargeRow,
): Promise<string | undefined> {
  if (amount !== null) return amount;
  const payments = await list(journal, { reference });
  return payments.find((row) => row.amount !== null)?.amount ?? undefined;
}
