import { maskValue } from '../bank/privacy.js';
import { defined } from '../core/fields.js';
import type { Evidence } from './evidence.js';
import { hasMoved, paymentIn } from './facts.js';

/** One payment that the bank tells of. */
export interface Paid {
  transactionId?: string;
  amount?: string;
  /** Masked. */
  payer?: string;
  /** Milliseconds since the epoch. */
  paidAt?: number;
}

/** Each payment once, however many inquiries tell of it, in order of time. */
export function paidOf({ statements }: Pick<Evidence, 'statements'>): Paid[] {
  const found = new Map<string, Paid>();
  // One inquiry tells the moment alone, another the transaction too.
  const named = statements.filter(hasMoved).sort((a, b) => order(a) - order(b));
  for (const { transactionId, amount, payer, paidAt } of named) {
    const moment = `${Math.floor((paidAt ?? 0) / 1000)} ${amount}`;
    const key = transactionId ?? moment;
    const isKnown = transactionId === undefined && [...found.values()].some(isAt(moment));
    if (found.has(key) || isKnown) continue;
    found.set(
      key,
      defined({ transactionId, amount, paidAt, payer: payer && maskValue(payer, 'name') }),
    );
  }
  return [...found.values()].sort((a, b) => (a.paidAt ?? 0) - (b.paidAt ?? 0));
}

function order({ transactionId }: Paid): number {
  return transactionId === undefined ? 1 : 0;
}

function isAt(moment: string) {
  return ({ amount, paidAt }: Paid) => `${Math.floor((paidAt ?? 0) / 1000)} ${amount}` === moment;
}

/** How much, who and when, by whoever knows it: the bank first. */
export function summaryOf(evidence: Evidence): { amount?: string; payer?: string; at?: number } {
  const { amount, paidAt } = paymentIn(evidence);
  const { statements, confirmed, sent } = evidence;
  const [confirmation] = confirmed;
  const payment = sent.find(({ role }) => role === 'payment');
  const payer = statements.map((one) => one.payer).find(Boolean);
  const told = statements.find((one) => one.amount !== undefined);
  return defined({
    amount: amount ?? told?.amount ?? payment?.amount ?? confirmation?.amount,
    payer: payer && maskValue(payer, 'name'),
    at: paidAt ?? told?.paidAt ?? confirmation?.paidAt ?? payment?.at,
  });
}
