import { PayctlError, usageError } from '../../core/errors.js';
import type { Sqlite } from '../../host/sqlite.js';
import { customer } from '../../messages/customer.js';
import { recordBillConfirmation, recordCardConfirmation } from '../delivery/confirmations.js';
import { findAccount, InsufficientFunds, merchantAccount } from '../ledger/ledger.js';
import { type Qr, qrs } from '../ledger/tables.js';
import { CUSTOMER_ACCOUNT, CUSTOMER_CARD } from '../seed/seed.js';
import type { HandlerContext } from './handler-context.js';
import {
  amountToPay,
  type CustomerPaymentResult,
  cannotPayError,
  type PayOptions,
  paidResult,
} from './payable.js';
import { addPayment } from './payments.js';

/**
 * The latest code of these types that a customer may mean: by its id or payload (a biller may create the same
 * one twice), or by the reference of who made it.
 */
export function findToPay(store: Sqlite, types: readonly string[], target: string): Qr | undefined {
  const latestWhere = (condition: string) =>
    qrs.first(
      store,
      `WHERE ${condition} AND ${typeCondition(types)} ORDER BY rowid DESC LIMIT 1`,
      target,
    );
  return latestWhere('(id = ?1 OR payload = ?1)') ?? latestWhere('ref1 = ?1');
}

/** Codes of these types that can still be paid, the newest first. */
export function listOpenCodes(
  { store, now }: HandlerContext,
  types: readonly string[],
  most: number,
): Qr[] {
  return qrs.all(
    store,
    `WHERE ${typeCondition(types)} AND voided = 0 AND paid < COALESCE(times, 1)
       AND (expires_at IS NULL OR expires_at > ?1) ORDER BY rowid DESC LIMIT ?2`,
    now,
    most,
  );
}

function typeCondition(types: readonly string[]): string {
  return `type IN (${types.map((type) => `'${type}'`).join(', ')})`;
}

/** From the account of the customer: a payment of a bill. */
export function payByAccount(
  context: HandlerContext,
  code: Qr,
  options: PayOptions,
  kind: string,
): CustomerPaymentResult {
  const { biller, ref1, ref2, ref3 } = code;
  if (biller === null) throw cannotPayError(customer.cardsOnly);
  if (options.by === 'card') throw cannotPayError(customer.noCards);
  const payer = options.account ?? CUSTOMER_ACCOUNT;
  if (findAccount(context.store, payer) === undefined)
    throw new PayctlError('NOT_FOUND', customer.noAccount(payer));
  const payment = payCode(context, code, options, {
    channel: 'QR30',
    ...{ biller, ref1, ref2, ref3 },
    payer,
    payee: merchantAccount(context.store, biller),
  });
  recordBillConfirmation(context, payment);
  const paid = paidResult(kind, payment.id, payment.amount);
  return payment.slip === null ? paid : { ...paid, slip: payment.slip };
}

/** By card, over the scheme: a payment of the merchant, without slip. Throws as `payByAccount`. */
export function payByCard(
  context: HandlerContext,
  code: Qr,
  options: PayOptions,
): CustomerPaymentResult {
  if (options.account !== undefined) throw usageError(customer.cardHasNoAccount);
  const payment = payCode(context, code, options, {
    channel: 'QRCS',
    payer: `card:${CUSTOMER_CARD}`,
    payee: merchantAccount(context.store, code.merchant ?? ''),
  });
  recordCardConfirmation(context, payment, code);
  return paidResult('qrcs', payment.id, payment.amount);
}

type PaymentParties = Omit<Parameters<typeof addPayment>[3], 'amount' | 'qrId'>;

/** One payment of a code that may still be paid. */
function payCode(context: HandlerContext, code: Qr, options: PayOptions, sides: PaymentParties) {
  if (options.pendingMs !== undefined) throw usageError(customer.paidAtOnce);
  if (options.fail) throw cannotPayError(customer.gaveUp);
  if (code.voided) throw cannotPayError(customer.codeVoid);
  if (code.expiresAt !== null && code.expiresAt <= context.now)
    throw cannotPayError(customer.codeExpired);
  if (code.times !== null && code.paid >= code.times)
    throw cannotPayError(customer.paidAlready(code.paid));
  const amount = amountToPay(code.amount, options);
  qrs.update(context.store, { id: code.id }, { paid: code.paid + 1 });
  const reference = code.id === '' ? (code.ref1 ?? '') : code.id;
  try {
    return addPayment(context, 'customer.pay', reference, {
      ...sides,
      amount,
      qrId: code.id || null,
    });
  } catch (error) {
    if (error instanceof InsufficientFunds) {
      throw cannotPayError(customer.balanceTooSmall(error.account));
    }
    throw error;
  }
}
