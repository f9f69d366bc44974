import { reference as says } from '../../messages/reference.js';
import { textAt } from '../answers.js';
import { findForeignCurrency } from '../doubt.js';
import {
  type PaymentReaders,
  parseCompactMoment,
  paymentStanding,
  type Question,
  type Reference,
  STARTS_WITH_DATE,
} from '../reference.js';

/** The inquiry of a card QR. */
export function byQrId(qrId: string): Question[] {
  return [{ operation: 'qr.inquire', asked: says.qr(qrId), input: { qrId } }];
}

/** What names a card QR ("Limits": up to 20 characters, and publicly known 23 digits). */
export const references: readonly Reference[] = [
  {
    field: 'qrId',
    payment: 'card',
    order: 2,
    shape: /^(?:[A-Za-z0-9_-]{1,20}|[0-9]{23})$/,
    signs: [
      [
        (id) => /^(?:[0-9]{20}|[0-9]{23})$/.test(id) && STARTS_WITH_DATE.test(id),
        says.dateAndDigits,
      ],
    ],
    fallback: says.upToLetters(20),
    needs: [],
    ask: byQrId,
    followUp: (qrId) => ['qr', 'inquire', qrId],
  },
];

/** How the data of the inquiry read as a payment ("QR CS transaction record"). */
export const readers = {
  inquire: (data, statusClass) => [
    {
      standing: paymentStanding(statusClass),
      word: textAt(data, 'transactionType'),
      amount: textAt(data, 'amount'),
      currency: findForeignCurrency(data),
      transactionId: textAt(data, 'transactionId'),
      paidAt: parseCompactMoment(textAt(data, 'transactionDateandTime')),
    },
  ],
} satisfies PaymentReaders;
