import * as z from 'zod/mini';
import { fromPlain, type Json, textFields } from '../../core/json.js';
import { field as says } from '../../messages/bank.js';
import { chargeNames } from '../../messages/charges.js';
import {
  type BankStatus,
  NO_SUCH_ENTITY,
  optionalObject,
  scalar,
  textAt,
  word,
  words,
} from '../answers.js';
import { type Operation, operation, type View } from '../define.js';
import { amountNumber, digits, refDateTimeField, text } from '../fields.js';
import { byRegRef, readers, refNumberReference } from './references.js';

const validationMessages = z.nullish(z.array(z.looseObject({ message: word, description: word })));
const envelopeFields = { ...words('merchantId', 'encryptedValue'), validationMessages };

/** The registration result, decrypted; from public documents. */
const registrationRecord = z.looseObject({
  ...envelopeFields,
  ...words('regRef', 'ref1', 'ref2'),
  statusCode: scalar,
  statusDesc: word,
  errorCode: scalar,
  ...words('accountNo', 'backURL'),
});

/** A charge and its inquiry, decrypted; from public documents. */
const paymentRecord = z.looseObject({
  ...envelopeFields,
  ...words('refNumber', 'refDateTime'),
  amount: scalar,
  ...words('currency', 'customerRef', 'txnNumber', 'txnDateTime'),
  statusCode: scalar,
  statusDesc: word,
  responseCode: scalar,
});

/** Without an address for the customer, but with a reason, the bank refused the registration. */
function registerStatus(data: Json): BankStatus {
  if (textAt(data, 'registrationResponse.webUrl') !== undefined) return { class: 'SUCCESS' };
  const reason =
    textAt(data, 'validationMessages.0.description') ??
    textAt(data, 'validationMessages.0.message');
  if (reason === undefined) return { class: 'SUCCESS' };
  return { class: 'REJECTED', reason };
}

/** By `statusCode`: 0 is registered; 0003, 0006 and 9999 have failed; all others are not final. */
function registrationStatus(data: Json): BankStatus {
  const state = textAt(data, 'statusCode');
  if (state === undefined) return { class: 'PENDING' };
  if (/^0+$/.test(state)) return { class: 'SUCCESS', state };
  const failed = ['0003', '0006', '9999'].includes(state);
  return failed ? refusedStatus(data, state, 'errorCode') : { class: 'PENDING', state };
}

/** By `statusCode`: 1000 is paid, 1001 rejected, 1002 failed; all others are not final. */
function chargeStatus(data: Json): BankStatus {
  const state = textAt(data, 'statusCode');
  if (state === undefined) return { class: 'PENDING' };
  if (state === '1000') return { class: 'SUCCESS', state };
  const failed = state === '1001' || state === '1002';
  return failed ? refusedStatus(data, state, 'responseCode') : { class: 'PENDING', state };
}

function refusedStatus(data: Json, state: string, codeField: string): BankStatus {
  return {
    class: 'REJECTED',
    state,
    code: textAt(data, codeField),
    reason: textAt(data, 'statusDesc'),
  };
}

/** Fields that stay outside `encryptedValue` where the payload travels encrypted. */
const CLEAR_FIELDS = ['merchantId', 'subAccountId'] as const;

const statusView: View = {
  fields: [
    'statusCode',
    'statusDesc',
    'responseCode',
    'errorCode',
    'regRef',
    'refNumber',
    'amount',
    'currency',
    'txnNumber',
    'txnDateTime',
  ],
};

const codes = ['business code', 'direct-debit payment code'] as const;

const shared = {
  method: 'POST',
  specified: false,
  owner: 'apiKey',
  language: 'EN/TH',
  subject: 'application',
  clearFields: CLEAR_FIELDS,
} as const;

const ENCRYPTION =
  "With the bank's public key (setting ddPublicKey) the fields travel encrypted and are shown in clear; without it they go as plain JSON.";

const merchantId = text('merchant id of the payment gateway', { max: 15 });
const subAccountId = text('sub-account of the merchant', { max: 12 });
const regRef = text('your reference of the registration', { max: 20 });
const citizenId = z.optional(digits(13, 'citizen id of the customer'));
const refNumber = text('your reference of the charge', { max: 20 });
const refDateTime = refDateTimeField('moment of the charge, Bangkok time, yyyyMMddHHmmss');
const customerRef = z.optional(text('your reference of the customer', { max: 20 }));

/** "POST /v1/registration/web/init": "Endpoints known by path only", fields from public documents. */
export const register = operation({
  ...shared,
  id: 'dd.register',
  path: '/v1/registration/web/init',
  summary: 'Start the direct-debit registration of a customer',
  notes: [
    ENCRYPTION,
    'The customer goes on at webUrl: by the app with PIN, or by ATM or debit card. The test environment has the app only.',
  ],
  effect: 'create',
  role: 'registration',
  payment: 'registration',
  input: z.looseObject({
    merchantId,
    subAccountId,
    regRef,
    citizenId,
    ref1: text('reference 1', { max: 20 }),
    ref2: z.optional(text('reference 2', { max: 20 })),
    remarks: z.optional(text('remarks', { max: 100 })),
    backUrl: text('address to which the customer returns', { max: 255 }),
  }),
  settings: { merchantId: 'ddMerchantId', subAccountId: 'subAccountId' },
  data: z.looseObject({
    merchantId: word,
    registrationResponse: optionalObject({ webUrl: word }),
    validationMessages,
  }),
  reference: 'regRef',
  company: 'merchantId',
  bankStatus: registerStatus,
  created: (sent) => [
    { ask: byRegRef, value: String(sent.regRef), known: textFields(fromPlain(sent)) },
  ],
  example: {
    merchantId: '1234567890',
    subAccountId: '000000000001',
    regRef: 'REG0001',
    ref1: 'CUSTOMER7',
    backUrl: 'https://shop.example/registered',
  },
  view: { fields: ['merchantId', 'webUrl'] },
  codes,
  sandbox: 'gives the web address; `sandbox registration` is the customer',
});

/** "POST /v1/registration/inquiry": "Endpoints known by path only", fields from public documents. */
export const registration = operation({
  ...shared,
  id: 'dd.registration',
  aliases: [['dd', 'status']],
  path: '/v1/registration/inquiry',
  summary: 'Ask what became of a direct-debit registration',
  notes: [ENCRYPTION],
  effect: 'read',
  role: 'inquiry',
  payment: 'registration',
  input: z.looseObject({ merchantId, regRef, citizenId }),
  settings: { merchantId: 'ddMerchantId' },
  data: registrationRecord,
  reference: 'regRef',
  echoes: { regRef: 'regRef' },
  readPayments: readers.registration,
  bankStatus: registrationStatus,
  example: { merchantId: '1234567890', regRef: 'REG0001' },
  view: statusView,
  codes: ['direct-debit registration code', 'business code'],
  sandbox: 'tells how the registration stands',
});

/** "POST /v1/payment/direct/ddpay": "Endpoints known by path only", fields from public documents. */
export const charge = operation({
  ...shared,
  id: 'dd.charge',
  name: chargeNames.directDebit,
  path: '/v1/payment/direct/ddpay',
  summary: "Charge a registered customer's account",
  notes: [ENCRYPTION],
  effect: 'money',
  role: 'payment',
  payment: 'dd',
  input: z.looseObject({
    merchantId,
    subAccountId,
    refNumber,
    refDateTime,
    amount: amountNumber('amount in baht', 12),
    currency: z._default(
      text('currency of the amount', {
        pattern: [/^[A-Z]{3}$/, says.threeCapitals],
      }),
      'THB',
    ),
    accountNumber: digits(10, 'account to charge, 10 digits'),
    customerRef,
  }),
  settings: { merchantId: 'ddMerchantId', subAccountId: 'subAccountId' },
  generated: { refDateTime: 'refDateTime' },
  data: paymentRecord,
  reference: 'refNumber',
  company: 'merchantId',
  amount: 'amount',
  currency: 'currency',
  payee: ['merchantId', 'subAccountId'],
  echoes: { refNumber: 'refNumber', amount: 'amount' },
  transaction: 'txnNumber',
  bankStatus: chargeStatus,
  resolution: {
    reference: refNumberReference,
    verdict: (data) => {
      const status = chargeStatus(data);
      return status.state === undefined ? undefined : status;
    },
  },
  example: {
    merchantId: '1234567890',
    subAccountId: '000000000001',
    refNumber: 'CHARGE0001',
    refDateTime: '20260131090000',
    amount: '100.00',
    currency: 'THB',
    accountNumber: '1234567890',
  },
  view: statusView,
  codes,
  sandbox: 'debits the registered account once for a reference',
});

/** "POST /v1/payment/inquiry": "Endpoints known by path only", fields from public documents. */
export const payment = operation({
  ...shared,
  id: 'dd.payment',
  aliases: [['dd', 'inquire']],
  path: '/v1/payment/inquiry',
  summary: 'Ask what became of a direct-debit charge',
  notes: [ENCRYPTION, 'refDateTime is that of the charge.'],
  effect: 'read',
  role: 'inquiry',
  payment: 'dd',
  input: z.looseObject({ merchantId, refNumber, refDateTime, customerRef }),
  settings: { merchantId: 'ddMerchantId' },
  data: paymentRecord,
  reference: 'refNumber',
  echoes: { refNumber: 'refNumber', merchantId: 'merchantId' },
  readPayments: readers.payment,
  bankStatus: chargeStatus,
  absence: NO_SUCH_ENTITY,
  example: { merchantId: '1234567890', refNumber: 'CHARGE0001', refDateTime: '20260131090000' },
  view: statusView,
  codes,
  sandbox: 'tells what became of the charge',
});

/** In the order of the specification. */
export const operations: readonly Operation[] = [register, registration, charge, payment];
