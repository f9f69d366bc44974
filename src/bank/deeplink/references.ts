import { parseMoment } from '../../core/time.js';
import { reference as says } from '../../messages/reference.js';
import { textAt } from '../answers.js';
import { foreignCurrency } from '../doubt.js';
import { paymentStanding, type Question, type Readers, type Reference } from '../reference.js';

export function byTransactionId(transactionId: string): Question[] {
  const asked = says.deeplink(transactionId);
  return [{ operation: 'deeplink.inquire', asked, input: { transactionId } }];
}

/** Of a link: the payment that it leads to is one of a bill, and has an id of its own. */
const transactionIdReference: Reference = {
  field: 'transactionId',
  payment: 'bill',
  order: 9,
  shape: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  signs: [],
  fallback: says.uuid,
  needs: [],
  ask: byTransactionId,
  again: (transactionId) => ['deeplink', 'inquire', transactionId],
};

export const references = [transactionIdReference];

/** A number would say nothing to who reads it beside an amount. */
const REASONS: Readonly<Record<string, string>> = { 2: 'cancelled', 5: 'expired' };

export const readers = {
  inquire: (data, ended) => {
    const standing = paymentStanding(ended);
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
} satisfies Readers;
