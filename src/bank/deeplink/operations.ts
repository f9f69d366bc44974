import * as z from 'zod/mini';
import type { Json } from '../../core/json.js';
import { bank, field as says } from '../../messages/bank.js';
import {
  type BankStatus,
  NO_SUCH_ENTITY,
  optionalObject,
  scalar,
  textAt,
  word,
  words,
} from '../answers.js';
import { fieldAt } from '../check.js';
import { type Operation, operation } from '../define.js';
import { amountNumber, digits, reference, text, wholeNumber } from '../fields.js';
import { billCreated } from '../qr/records.js';
import { byTransactionId, readers } from './references.js';

const DAY_SECONDS = 86_400;

/** Any other number is shown, and not final: clients disagree about 3 and 4. */
const STATUS_BY_CODE: Readonly<Record<string, BankStatus>> = {
  0: { class: 'PENDING', meaning: bank.nobodyPaid },
  1: { class: 'SUCCESS' },
  2: { class: 'REJECTED', meaning: bank.customerCancelled },
  5: { class: 'REJECTED', meaning: bank.deeplinkExpired },
};

function deeplinkStatus(data: Json): BankStatus {
  const state = textAt(data, 'statusCode');
  if (state === undefined) return { class: 'PENDING' };
  const status = Object.hasOwn(STATUS_BY_CODE, state) ? STATUS_BY_CODE[state] : undefined;
  return { class: 'PENDING', ...status, state };
}

const shared = {
  specified: false,
  unknownPath: true,
  owner: 'apiKey',
  language: 'EN/TH',
  subject: 'application',
  payment: 'bill',
} as const;

/** Not in the specification, not even its path: known from public clients. */
export const create = operation({
  ...shared,
  id: 'deeplink.create',
  method: 'POST',
  path: '/v3/deeplink/transactions',
  status: 201,
  summary: "Create a link that opens the bank's app for a payment",
  notes: [
    'transactionSubType is ["BP"] (bill payment) unless --data has another; extraData and paymentInfo of merchantMetaData go by --data too.',
  ],
  effect: 'create',
  role: 'creation',
  repeatable: true,
  input: z.looseObject({
    channel: z.optional(text("channel of the bank's app, sent as a header by public clients")),
    transactionType: z._default(text('kind of transaction', { known: ['PURCHASE'] }), 'PURCHASE'),
    transactionSubType: z._default(z.array(z.string()), ['BP']),
    sessionValidityPeriod: z.optional(
      wholeNumber('how long the link can be paid, in seconds', 1, DAY_SECONDS),
    ),
    sessionValidUntil: z.optional(
      text('until when, if sessionValidityPeriod is not given (Bangkok time or ISO 8601)'),
    ),
    billPayment: z.looseObject({
      paymentAmount: amountNumber('amount in baht', 13, { flag: '--payment-amount' }),
      accountTo: digits(15, 'biller id, 15 digits', { flag: '--account-to' }),
      ref1: reference('reference 1', { flag: '--ref1' }),
      ref2: z.optional(reference('reference 2', { flag: '--ref2' })),
      ref3: z.optional(
        reference('reference 3: prefix of the biller and a value', { flag: '--ref3' }),
      ),
    }),
    merchantMetaData: z.optional(
      z.looseObject({
        callbackUrl: z.optional(
          text('address to which the app returns', { flag: '--callback-url' }),
        ),
        merchantInfo: z.optional(
          z.looseObject({
            name: z.optional(text('name of the shop in the app', { flag: '--merchant-info-name' })),
          }),
        ),
      }),
    ),
  }),
  travels: { channel: 'header' },
  settings: { 'billPayment.accountTo': 'billerId' },
  data: z.looseObject({
    transactionId: z.string().check(z.minLength(1)),
    deeplinkUrl: z.string().check(z.minLength(1)),
    userRefId: word,
  }),
  amount: 'billPayment.paymentAmount',
  created: (sent, answer) => {
    const bill = (name: string) => fieldAt(sent, `billPayment.${name}`);
    return [
      { ask: byTransactionId, value: textAt(answer, 'transactionId') ?? '' },
      billCreated({
        ...{ ppId: bill('accountTo'), amount: bill('paymentAmount') },
        ...{ ref1: bill('ref1'), ref2: bill('ref2') },
      }),
    ];
  },
  example: {
    'billPayment.paymentAmount': '100.00',
    'billPayment.accountTo': '123456789012345',
    'billPayment.ref1': 'INVOICE001',
    sessionValidityPeriod: '900',
    'merchantMetaData.callbackUrl': 'https://shop.example/paid',
  },
  answer: {
    transactionId: '3c6a2f0e-94b1-4c8e-8a53-7d2e51b6f0a9',
    deeplinkUrl: 'examplebank://purchase/3c6a2f0e-94b1-4c8e-8a53-7d2e51b6f0a9',
    userRefId: 'EXAMPLE-API-KEY',
  },
  view: { fields: ['deeplinkUrl', 'transactionId', 'userRefId'] },
  sandbox: 'makes a link of 15 minutes; `sandbox pay` is the customer',
});

/** Not in the specification, not even its path: known from public clients. */
export const inquire = operation({
  ...shared,
  id: 'deeplink.inquire',
  method: 'GET',
  path: '/v2/transactions/{transactionId}',
  summary: 'Ask what became of a deeplink',
  notes: [
    'statusCode 0 is pending, 1 paid, 2 cancelled, 5 expired. Sources disagree about 3 and 4: they are shown, and not taken for final.',
  ],
  effect: 'read',
  role: 'inquiry',
  input: z.looseObject({
    transactionId: text('id of the deeplink, from its creation', {
      max: 64,
      pattern: [/^[A-Za-z0-9-]*$/, says.lettersDigitsDash],
    }),
  }),
  travels: { transactionId: 'path' },
  positional: 'transactionId',
  data: z.looseObject({
    transactionId: word,
    statusCode: scalar,
    paidAmount: scalar,
    ...words('userRefId', 'createdTimestamp', 'updatedTimestamp', 'errorMessage'),
    billPayment: optionalObject({
      paymentAmount: scalar,
      ...words('accountTo', 'ref1', 'ref2', 'ref3', 'currency'),
      ...words('accountFrom', 'senderName', 'senderAccountValue', 'senderProxyValue'),
    }),
  }),
  echoes: { transactionId: 'transactionId' },
  readPayments: readers.inquire,
  bankStatus: deeplinkStatus,
  absence: NO_SUCH_ENTITY,
  example: { transactionId: '3c6a2f0e-94b1-4c8e-8a53-7d2e51b6f0a9' },
  answer: {
    transactionId: '3c6a2f0e-94b1-4c8e-8a53-7d2e51b6f0a9',
    statusCode: 1,
    paidAmount: 100,
    createdTimestamp: '2026-01-31T09:00:00.000+07:00',
    updatedTimestamp: '2026-01-31T09:01:00.000+07:00',
    billPayment: { paymentAmount: 100, accountTo: '123456789012345', ref1: 'INVOICE001' },
  },
  view: { fields: ['statusCode', 'paidAmount', 'transactionId', 'updatedTimestamp'] },
  sandbox: 'tells how the link stands',
});

/** The creation, then its inquiry. */
export const operations: readonly Operation[] = [create, inquire];
