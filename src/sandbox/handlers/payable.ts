import { PayctlError, usageError } from '../../core/errors.js';
import type { Message } from '../../core/message.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import { customer } from '../../messages/customer.js';
import { MOST_SATANG } from '../ledger/ledger.js';
import type { HandlerContext } from './handler-context.js';

export interface PayOptions {
  /** In baht; needed where the code leaves it open. */
  amount?: string | undefined;
  /** From the account (QR 30) or, for QR CS and PPCS, by card. */
  by?: 'account' | 'card' | undefined;
  /** Account to pay from; by default the seeded customer's. */
  account?: string | undefined;
  /** Gives up. */
  fail?: boolean;
  /** How long the customer takes; only e-wallet payments show it. */
  pendingMs?: number | undefined;
}

/** The result of a payment by the customer. */
export interface CustomerPaymentResult {
  kind: string;
  /** outTradeNo, or id of the payment. */
  reference: string;
  state: 'paid' | 'failed' | 'pending';
  /** In baht. */
  amount: string;
  /** transRef of the slip, where there is one. */
  slip?: string;
}

export interface Payable {
  /** The text of its QR, or its link. */
  payload: string;
  /** The reference of whoever created it. */
  reference: string;
  /** In satang; null if the customer chooses the amount. */
  amount: bigint | null;
  createdAt: number;
  /** No bank here made it: any biller's code can be paid. */
  isForeign?: boolean;
  /** Moves the money and records the confirmation. Throws PayctlError REJECTED or USAGE. */
  pay(options: PayOptions): CustomerPaymentResult;
}

/** Whatever of a family the customer can pay; its handlers export it as `payables`. */
export interface Payables {
  /** By its payload, its id or its reference. */
  find(context: HandlerContext, target: string): Payable | undefined;
  /** Those that wait to be paid: the `most` newest. */
  open(context: HandlerContext, most: number): Payable[];
}

/** The result of a payment of so many satang. */
export function paidResult(
  kind: string,
  reference: string,
  amount: bigint,
  state: CustomerPaymentResult['state'] = 'paid',
): CustomerPaymentResult {
  return { kind, reference, state, amount: formatAmount(amount) };
}

/** REJECTED: the customer cannot pay, and nothing has happened. */
export function cannotPayError(why: Message): PayctlError {
  return new PayctlError('REJECTED', customer.cannotPay(why));
}

/** In satang: what is asked for, which nothing else pays, or what the customer chooses where that is null. */
export function amountToPay(asked: bigint | null, { amount }: PayOptions): bigint {
  const offered = amount === undefined ? undefined : parseAmount(amount);
  const isAmount = offered !== undefined && offered > 0n && offered <= MOST_SATANG;
  if (amount !== undefined && !isAmount) throw usageError(customer.amountWrong(amount));
  const due = asked ?? offered;
  if (due === undefined || due <= 0n) throw usageError(customer.amountOpen, customer.setAmount);
  if (offered !== undefined && offered !== due)
    throw cannotPayError(customer.asksFor(formatAmount(due)));
  return due;
}
