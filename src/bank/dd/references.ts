import { parseCompactDateTime } from '../../core/time.js';
import { reference as says } from '../../messages/reference.js';
import { textAt } from '../answers.js';
import { findForeignCurrency } from '../doubt.js';
import {
  type AskContext,
  type PaymentReaders,
  paymentStanding,
  type Question,
  type Reference,
} from '../reference.js';

function byRefNumber(refNumber: string, { known }: AskContext): Question[] {
  const { merchantId, refDateTime, customerRef } = known;
  const asked = says.directDebit(refNumber, refDateTime ?? says.unknown);
  const input = { merchantId, refNumber, refDateTime, customerRef };
  return [{ operation: 'dd.payment', asked, input }];
}

/** The inquiry of a registration. */
export function byRegRef(regRef: string, { known: { merchantId } }: AskContext): Question[] {
  return [
    {
      operation: 'dd.registration',
      asked: says.registration(regRef),
      input: { merchantId, regRef },
    },
  ];
}

const code = { shape: /^[\x21-\x7e]{1,20}$/, signs: [], fallback: says.upToCharacters(20) };

/** The partner's reference of a charge; not in the specification. */
export const refNumberReference: Reference = {
  ...code,
  field: 'refNumber',
  payment: 'dd',
  order: 7,
  needs: ['refDateTime', 'customerRef'],
  ask: byRefNumber,
};

/** What names a charge and a registration. */
export const references: readonly Reference[] = [
  refNumberReference,
  {
    ...code,
    field: 'regRef',
    payment: 'registration',
    order: 8,
    needs: [],
    ask: byRegRef,
    followUp: (regRef) => ['dd', 'registration', '--reg-ref', regRef],
  },
];

/** How the data of its inquiries read as payments; the fields are public facts. */
export const readers = {
  payment: (data, statusClass) => [
    {
      standing: paymentStanding(statusClass),
      word: textAt(data, 'statusCode'),
      code: textAt(data, 'responseCode'),
      reason: textAt(data, 'statusDesc'),
      amount: textAt(data, 'amount'),
      currency: findForeignCurrency(data) ?? textAt(data, 'currency'),
      transactionId: textAt(data, 'txnNumber'),
      paidAt: parseCompactDateTime(textAt(data, 'txnDateTime') ?? ''),
    },
  ],
  registration: (data, statusClass) => [
    {
      standing: paymentStanding(statusClass),
      word: textAt(data, 'statusCode'),
      code: textAt(data, 'errorCode'),
      reason: textAt(data, 'statusDesc'),
    },
  ],
} satisfies PaymentReaders;
