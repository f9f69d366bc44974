import { parseMoment } from '../../core/time.js';
import { reference as says } from '../../messages/reference.js';
import { textAt } from '../answers.js';
import { foreignCurrency } from '../doubt.js';
import {
  type PaymentReaders,
  paymentStanding,
  type Question,
  type Reference,
  UUID,
} from '../reference.js';

/** The inquiry of a link. */
export function byTransactionId(transactionId: string): Question[] {
  const asked = says.deeplink(transactionId);
  return [{ operation: 'deeplink.inquire', asked, input: { transactionId } }];
}

/** The id of a link. The payment made through it is a bill payment with an id of its own. */
const transactionIdReference: Reference = {
  field: 'transactionId',
  payment: 'bill',
  order: 9,
  shape: UUID,
  signs: [],
  fallback: says.uuid,
  needs: [],
  ask: byTransactionId,
  followUp: (transactionId) => ['deeplink', 'inquire', transactionId],
};

/** What names a link. */
export const references = [transactionIdReference];

/** Words for final codes: a number beside an amount would say nothing. */
const REASONS: Readonly<Record<string, string>> = { 2: 'cancelled', 5: 'expired' };

/** How the data of the inquiry read as a payment; the fields are public facts. */
export const readers = {
  inquire: (data, statusClass) => {
    const standing = paymentStanding(statusClass);
    const isPaid = standing === 'paid';
    return [
      {
        standing,
        reason: REASONS[textAt(data, 'statusCode') ?? ''],
        amount: textAt(data, isPaid ? 'paidAmount' : 'billPayment.paymentAmount'),
        currency: foreignCurrency(textAt(data, 'billPayment.currency')),
        ...(isPaid && { paidAt: parseMoment(textAt(data, 'updatedTimestamp') ?? '') }),
        billerId: textAt(data, 'billPayment.accountTo'),
        ref1: textAt(data, 'billPayment.ref1'),
        ref2: textAt(data, 'billPayment.ref2'),
        payer: textAt(data, 'billPayment.senderName'),
      },
    ];
  },
} satisfies PaymentReaders;
