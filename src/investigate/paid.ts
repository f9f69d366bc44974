import { maskValue } from '../bank/privacy.js';
import { withoutUndefined } from '../core/fields.js';
import type { Evidence } from './evidence.js';
import { findPayment, type PaidMoment, paidMoments } from './facts.js';

/** One payment, with who paid where the bank says it; masked. */
export interface PaidBy extends PaidMoment {
  payer?: string;
}

/** Each payment once, in order of time. */
export function listPaid(evidence: Evidence): PaidBy[] {
  const { statements } = evidence;
  const payments = paidMoments(evidence).map((one) => {
    const statement = statements.find(({ payer, paidAt, transactionId }) => {
      const isSame = one.transactionId ? transactionId === one.transactionId : paidAt === one.at;
      return payer !== undefined && isSame;
    });
    return { ...one, ...withoutUndefined({ payer: masked(statement?.payer) }) };
  });
  return payments.sort((a, b) => a.at - b.at);
}

function masked(name: string | undefined): string | undefined {
  return name && maskValue(name, 'name');
}

/** How much, who and when, by whoever knows it: the bank first. */
export function summarizePayment(evidence: Evidence): {
  amount?: string;
  payer?: string;
  at?: number;
} {
  const { amount, paidAt } = findPayment(evidence);
  const { statements, confirmed, sent } = evidence;
  const [confirmation] = confirmed;
  const payment = sent.find(({ role, superseded }) => role === 'payment' && !superseded);
  const statement = statements.find((one) => one.amount !== undefined);
  return withoutUndefined({
    amount: amount ?? statement?.amount ?? payment?.amount ?? confirmation?.amount,
    payer: masked(statements.map((one) => one.payer).find(Boolean)),
    at: paidAt ?? statement?.paidAt ?? confirmation?.paidAt ?? payment?.at,
  });
}
