import type { PaymentStanding } from '../bank/reference.js';
import type { Text } from '../core/message.js';
import { baht } from './amounts.js';
import type { ConfirmedPayment, OwnCharge } from './own.js';

/** What the bank is asked about. */
export interface InquiryQuery {
  reference: string;
  transactionId: string;
  /** Bangkok day, YYYY-MM-DD. */
  day: string;
  charges: readonly OwnCharge[];
  confirmations: readonly ConfirmedPayment[];
}

/** One payment, as the bank tells of it. */
export interface BankPayment {
  standing: PaymentStanding;
  amount?: number;
  transactionId?: string;
  /** Milliseconds since the epoch. */
  at?: number;
}

/** What the bank says, or why it says nothing. Without payments it knows of none. */
export type InquiryAnswer = { payments: BankPayment[]; requestUId: string } | { why: Text };

/** Names a query: the same one is asked once. */
export function queryKey({ reference, transactionId, day }: InquiryQuery): string {
  return JSON.stringify([reference, transactionId, day]);
}

/** Whether money has reached us, as the bank says. */
export function isPaid({ standing }: BankPayment): boolean {
  return standing === 'paid' || standing === 'partial';
}

/** What the bank said of a record, or why it said nothing. */
export type Learned = { amount: string | null; paid: boolean; requestUId: string } | { why: Text };

/** Where some of the payments are those of the record, only they count. */
export function learnedFrom(
  answer: InquiryAnswer,
  isAbout: (payment: BankPayment) => boolean,
): Learned {
  if ('why' in answer) return answer;
  const { payments, requestUId } = answer;
  const own = payments.filter(isAbout);
  const some = own.length > 0 ? own : payments;
  const moved = some.filter(isPaid);
  const amounts = (moved.length > 0 ? moved : some).flatMap(({ amount }) => amount ?? []);
  const amount = amounts.length === 0 ? null : baht(amounts.reduce((sum, one) => sum + one, 0));
  return { amount, paid: moved.length > 0, requestUId };
}

/** Puts questions to the bank; undefined where it was stopped before all were answered. */
export type AskBank = (
  queries: readonly InquiryQuery[],
) => Promise<ReadonlyMap<string, InquiryAnswer>>;
