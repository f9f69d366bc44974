import { parseAmount } from '../core/money.js';
import { excerpt } from '../core/text.js';
import type { PaymentKind, PaymentRecord } from './reference.js';

/** Why an answer is not about what was asked, or cannot be true. Its texts are safe to print. */
export type Doubt =
  | { id: 'other'; field: string; theirs: string; ours: string }
  | { id: 'no-amount' }
  | { id: 'amount'; amount: string }
  | { id: 'currency'; currency: string }
  | { id: 'both'; transactionId: string };

/** What is known of the question. */
interface Asked {
  ref1?: string;
  payment: PaymentKind;
  /** The amount is known from elsewhere: without one the answer is believed. */
  mayLackAmount?: boolean;
}

/** The doubts about what an answer says, by the payments that raise them. */
export function doubtsIn(said: readonly PaymentRecord[], asked: Asked): Map<PaymentRecord, Doubt> {
  const doubts = new Map<PaymentRecord, Doubt>();
  for (const one of said) {
    const doubt = otherReference(one, asked) ?? doubtOf(one, asked) ?? bothWays(one, said);
    if (doubt) doubts.set(one, doubt);
  }
  return doubts;
}

function otherReference({ ref1 }: PaymentRecord, asked: Asked): Doubt | undefined {
  if (!ref1 || !asked.ref1 || ref1 === asked.ref1) return undefined;
  return { id: 'other', field: 'reference 1', theirs: excerpt(ref1, 50), ours: asked.ref1 };
}

/** Money that moved has an amount above zero. */
function doubtOf(
  { standing, amount, currency }: PaymentRecord,
  { payment, mayLackAmount }: Asked,
): Doubt | undefined {
  // A registration moves no money.
  if (payment === 'registration') return undefined;
  if (standing !== 'paid' && standing !== 'partial') return undefined;
  if (amount === undefined) return mayLackAmount ? undefined : { id: 'no-amount' };
  const satang = parseAmount(amount);
  if (satang === undefined || satang === 0n) return { id: 'amount', amount: excerpt(amount, 30) };
  // Between accounts of a foreign currency it is transferred.
  const other = payment === 'transfer' ? undefined : foreignCurrency(currency);
  return other === undefined ? undefined : { id: 'currency', currency: excerpt(other, 10) };
}

/** One transaction is paid, or given back. */
function bothWays(
  { standing, transactionId }: PaymentRecord,
  said: readonly PaymentRecord[],
): Doubt | undefined {
  if (!transactionId || (standing !== 'paid' && standing !== 'reversed')) return undefined;
  const opposite = standing === 'paid' ? 'reversed' : 'paid';
  const isBoth = said.some(
    (one) => one.transactionId === transactionId && one.standing === opposite,
  );
  return isBoth ? { id: 'both', transactionId: excerpt(transactionId, 50) } : undefined;
}

/** The currency where it is not baht, by its letters or its number; undefined where none is named. */
export function foreignCurrency(currency: string | undefined): string | undefined {
  return currency === undefined || /^(THB|764)$/i.test(currency) ? undefined : currency;
}

export function doubtText(doubt: Doubt): string {
  switch (doubt.id) {
    case 'other':
      return `the answer is about another call: ${doubt.field} is ${doubt.theirs}, sent was ${doubt.ours}`;
    case 'no-amount':
      return 'the answer says that it was paid, and no amount';
    case 'amount':
      return `the answer says that ${doubt.amount} was paid, which is no amount above zero`;
    case 'currency':
      return `the answer says that it was paid in ${doubt.currency}, not in baht`;
    case 'both':
      return `the answer lists transaction ${doubt.transactionId} as paid and as given back`;
  }
}
