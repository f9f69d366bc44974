import type { Json } from '../../core/json.js';
import { reference as says } from '../../messages/reference.js';
import { textAt } from '../answers.js';
import { foreignCurrency } from '../doubt.js';
import {
  type AskContext,
  type PaymentReaders,
  parseCompactMoment,
  type Question,
  type Reference,
  STARTS_WITH_DATE,
} from '../reference.js';

function byTransRef(transRef: string, { known, settings }: AskContext): Question[] {
  const sendingBank = known.sendingBank ?? settings('payerBankCode');
  const asked = says.slip(transRef, sendingBank ?? says.unknown);
  return [{ operation: 'slip.verify', asked, input: { transRef, sendingBank }, kind: 'slip' }];
}

/** The transaction reference in the mini QR of a slip. */
export const references: readonly Reference[] = [
  {
    field: 'transRef',
    payment: 'bill',
    order: 4,
    shape: /^[A-Za-z0-9_-]{12,35}$/,
    signs: [
      [
        (id) =>
          STARTS_WITH_DATE.test(id) && /[A-Za-z]/.test(id) && id.length >= 18 && id.length <= 25,
        says.dateAndLetters,
      ],
    ],
    fallback: says.lettersWithin(12, 35),
    needs: ['sendingBank'],
    ask: byTransRef,
  },
];

/** How the data of the inquiry read as a payment: a slip is made of a paid one. */
export const readers = {
  verify: (data) => [
    {
      standing: 'paid',
      amount: textAt(data, 'amount'),
      currency: foreignCurrency(textAt(data, 'paidLocalCurrency')),
      paidAt: parseCompactMoment(`${textAt(data, 'transDate')} ${textAt(data, 'transTime')}`),
      billerId: findBiller(data),
      ref1: textAt(data, 'ref1'),
      ref2: textAt(data, 'ref2'),
    },
  ],
} satisfies PaymentReaders;

function findBiller(data: Json): string | undefined {
  if (textAt(data, 'receiver.proxy.type') !== 'BILLERID') return undefined;
  return textAt(data, 'receiver.proxy.value');
}
