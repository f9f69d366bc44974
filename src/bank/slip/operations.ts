import * as z from 'zod/mini';
import { field as says } from '../../messages/bank.js';
import { optionalObject, scalar, words } from '../answers.js';
import { type Operation, operation } from '../define.js';
import { digits, text } from '../fields.js';
import { readers } from './references.js';

const side = z.looseObject({
  ...words('displayName', 'name'),
  proxy: optionalObject(words('type', 'value')),
  account: optionalObject(words('type', 'value')),
});

/**
 * "GET /v1/payment/billpayment/transactions/{transRef}": "Endpoints known by path only", fields
 * from public documents.
 */
export const verify = operation({
  id: 'slip.verify',
  role: 'inquiry',
  payment: 'bill',
  method: 'GET',
  path: '/v1/payment/billpayment/transactions/{transRef}',
  summary: 'Verify a payment slip by the reference in its mini QR',
  notes: [
    'The mini QR names the sending bank; it holds no amount and no receiver: compare what the bank answers.',
  ],
  specified: false,
  effect: 'read',
  owner: 'apiKey',
  language: 'EN/TH',
  subject: 'application',
  input: z.looseObject({
    transRef: text('transaction reference of the slip', {
      pattern: [/^[A-Za-z0-9_-]{0,35}$/, says.transRef],
    }),
    sendingBank: digits(3, 'code of the sending bank, 3 digits'),
  }),
  travels: { transRef: 'path', sendingBank: 'query' },
  positional: 'transRef',
  settings: { sendingBank: 'payerBankCode' },
  data: z.looseObject({
    amount: scalar,
    paidLocalAmount: scalar,
    sender: z.nullish(side),
    receiver: z.nullish(side),
    // An answer that does not name the slip confirms nothing.
    transRef: z.string().check(z.minLength(1)),
    ...words('sendingBank', 'receivingBank', 'transDate', 'transTime'),
    ...words('paidLocalCurrency', 'countryCode', 'ref1', 'ref2', 'ref3'),
  }),
  echoes: { transRef: 'transRef', sendingBank: 'sendingBank' },
  readPayments: readers.verify,
  example: { transRef: '202601310900000001ABCDE', sendingBank: '014' },
  view: {
    fields: ['transRef', 'amount', 'transDate', 'transTime', 'sendingBank', 'receivingBank'],
  },
  sandbox: 'shows the slip of a payment that was made here',
});

/** The one call of this family. */
export const operations: readonly Operation[] = [verify];
