import type { Json } from '../core/json.js';
import type { Message } from '../core/message.js';
import { parseAmount } from '../core/money.js';
import { excerpt } from '../core/text.js';
import { bank } from '../messages/bank.js';
import { textAt } from './answers.js';
import { agrees } from './questions.js';
import type { PaymentKind, PaymentRecord } from './reference.js';

/**
 * Why a valid answer is not believed: it is about something else, or cannot be true. Its texts are
 * safe to print, and nothing of another payment is among them: it is somebody else's.
 */
export type Doubt =
  | { id: 'other'; field: string }
  | { id: 'no-amount' }
  | { id: 'amount'; amount: string }
  | { id: 'currency'; currency: string }
  | { id: 'currencies'; currency: string; wanted: string }
  | { id: 'both' };

/** What the payment must agree with, by the inquiry that was sent. */
interface ExpectedPayment {
  ref1?: string;
  billerId?: string;
  payment: PaymentKind;
  /** An answer without an amount is believed: it is known from elsewhere. */
  mayLackAmount?: boolean;
}

/** The doubts about what an answer says, by the payments that raise them. */
export function findDoubts(
  payments: readonly PaymentRecord[],
  expected: ExpectedPayment,
): Map<PaymentRecord, Doubt> {
  const doubts = new Map<PaymentRecord, Doubt>();
  for (const payment of payments) {
    const doubt =
      wrongReference(payment, expected) ??
      amountDoubt(payment, expected) ??
      paidAndReversed(payment, payments);
    if (doubt) doubts.set(payment, doubt);
  }
  return doubts;
}

function wrongReference(payment: PaymentRecord, expected: ExpectedPayment): Doubt | undefined {
  const places = [
    ['reference 1', payment.ref1, expected.ref1],
    ['biller id', payment.billerId, expected.billerId],
  ] as const;
  for (const [field, theirs, ours] of places) {
    if (!agrees(theirs, ours)) return { id: 'other', field };
  }
  return undefined;
}

/** Money that moved has an amount above zero, in the currency that was asked for. */
function amountDoubt(
  { standing, amount, currency, wantedCurrency = currency }: PaymentRecord,
  { payment, mayLackAmount }: ExpectedPayment,
): Doubt | undefined {
  // A registration moves no money.
  if (payment === 'registration') return undefined;
  if (standing !== 'paid' && standing !== 'partial') return undefined;
  if (amount === undefined) return mayLackAmount ? undefined : { id: 'no-amount' };
  const satang = parseAmount(amount);
  if (satang === undefined || satang === 0n) return { id: 'amount', amount: excerpt(amount, 30) };
  if (currency !== undefined && wantedCurrency !== undefined && currency !== wantedCurrency) {
    const [moved, wanted] = [excerpt(currency, 10), excerpt(wantedCurrency, 10)];
    return { id: 'currencies', currency: moved, wanted };
  }
  // Transfers between accounts in a foreign currency are regular.
  const other = payment === 'transfer' ? undefined : foreignCurrency(currency);
  return other === undefined ? undefined : { id: 'currency', currency: excerpt(other, 10) };
}

/** A list cannot have the same transaction both as paid and as reversed. */
function paidAndReversed(
  payment: PaymentRecord,
  payments: readonly PaymentRecord[],
): Doubt | undefined {
  const { standing } = payment;
  if (standing !== 'paid' && standing !== 'reversed') return undefined;
  const opposite = standing === 'paid' ? 'reversed' : 'paid';
  const isListed = payments.some(
    (other) => other.standing === opposite && isSameTransaction(payment, other),
  );
  return isListed ? { id: 'both' } : undefined;
}

/** By its id in any letter case; where one of them lacks it, by amount and moment. */
export function isSameTransaction(one: PaymentRecord, other: PaymentRecord): boolean {
  if (one.transactionId && other.transactionId)
    return one.transactionId.toLowerCase() === other.transactionId.toLowerCase();
  return agrees(one.amount, other.amount, true) && one.paidAt === other.paidAt;
}

/** The currency that data name (`currency` or `currencyCode`) where it is not baht. */
export function findForeignCurrency(data: Json): string | undefined {
  const named = ['currency', 'currencyCode'].map((field) => textAt(data, field));
  return named.map(foreignCurrency).find((currency) => currency !== undefined);
}

/** The currency where it is not baht (`THB` or `764`); undefined where none is named. */
export function foreignCurrency(currency: string | undefined): string | undefined {
  return currency === undefined || /^(THB|764)$/i.test(currency) ? undefined : currency;
}

/** Words for fields whose names differ from one kind of payment to another. */
const FIELD_NAMES: Readonly<Record<string, Message>> = {
  'reference 1': bank.reference1,
  'biller id': bank.billerId,
};

/** The doubt in words. */
export function doubtMessage(doubt: Doubt): Message {
  switch (doubt.id) {
    case 'other':
      return bank.otherCall(FIELD_NAMES[doubt.field] ?? doubt.field);
    case 'no-amount':
      return bank.paidWithoutAmount;
    case 'amount':
      return bank.paidNothing(doubt.amount);
    case 'currency':
      return bank.paidInForeign(doubt.currency);
    case 'currencies':
      return bank.paidInOther(doubt.currency, doubt.wanted);
    case 'both':
      return bank.paidAndRefunded;
  }
}
