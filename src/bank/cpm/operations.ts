import * as z from 'zod/mini';
import { at, type Json } from '../../core/json.js';
import { bangkokHour } from '../../core/time.js';
import { bank, field as says } from '../../messages/bank.js';
import { chargeNames } from '../../messages/charges.js';
import { scalar, textAt, words } from '../answers.js';
import { hasReversal } from '../bill/records.js';
import { type Operation, operation } from '../define.js';
import { amountText, digits, reference, text } from '../fields.js';
import { partnerTransactionIdReference } from './references.js';

const LAST_REFUND_HOUR = 23;

const shared = {
  method: 'POST',
  specified: false,
  effect: 'money',
  owner: 'apiKey',
  language: 'EN/TH',
  subject: 'application',
  reference: 'partnerTransactionId',
} as const;

const partnerTransactionId = text('your reference: biller id and 20 capital letters or digits', {
  max: 35,
  pattern: [/^[A-Za-z0-9]*$/, says.lettersAndDigits],
});

/** Fields of the answer, by the names that the inquiry has for them; null where it has none. */
const PAYMENT_FIELDS = {
  originalTransaction: null,
  partnerTransactionId: 'partnerTransactionId',
  transactionId: 'transactionId',
  transactionDateTime: 'transactionDateandTime',
  exchangeRate: 'exchangeRate',
  transactionAmount: 'amount',
  transactionCurrency: null,
  equivalenceTransactionAmount: 'equivalentAmount',
  equivalenceTransactionCurrency: 'equivalentCurrencyCode',
  payerBankCode: 'sendingBankCode',
  payerTepaCode: 'tepaCode',
  billerId: 'payeeProxyId',
  reference1: 'billPaymentRef1',
  reference2: 'billPaymentRef2',
  reference3: 'billPaymentRef3',
  slipId: null,
};

const REFUND_FIELDS = {
  partnerTransactionId: 'partnerTransactionId',
  transactionId: 'transactionId',
  refundTransactionDateTime: null,
};

/** The call's own answer, made of the record of the inquiry. */
function asOwnAnswer(names: Readonly<Record<string, string | null>>) {
  return (inquired: Json): Json => {
    const record = at(inquired, '0');
    const facts = Object.entries(names).map(([name, inquiredName]): [string, Json] => [
      name,
      inquiredName === null ? null : (at(record, inquiredName) ?? null),
    ]);
    return Object.fromEntries(facts);
  };
}

/** "POST /v1/payment/merchant/rtp/confirm": "Endpoints known by path only", fields from public documents. */
export const pay = operation({
  ...shared,
  id: 'cpm.pay',
  name: chargeNames.tillPayment,
  role: 'payment',
  payment: 'cpm',
  path: '/v1/payment/merchant/rtp/confirm',
  summary: 'Charge the QR that the customer presents',
  notes: ['Publicly known to need a client certificate on the live service.'],
  input: z.looseObject({
    qrData: text("text read from the customer's QR"),
    payeeBillerId: digits(15, 'biller id, 15 digits'),
    transactionAmount: amountText('amount in baht', { digits: 15 }),
    reference1: reference('reference 1'),
    reference2: z.optional(
      reference('reference 2', { conditional: 'for billers with two references' }),
    ),
    reference3: z.optional(reference('reference 3: prefix of the biller and a value')),
    partnerTransactionId,
    payeeTerminalNo: z.optional(text('terminal id')),
    transactionCurrency: z.optional(text('currency of the amount', { max: 3, known: ['THB'] })),
  }),
  settings: { payeeBillerId: 'billerId', payeeTerminalNo: 'terminalId' },
  data: z.looseObject({
    transactionAmount: scalar,
    exchangeRate: scalar,
    ...words('partnerTransactionId', 'transactionId', 'transactionDateTime', 'slipId'),
  }),
  amount: 'transactionAmount',
  currency: 'transactionCurrency',
  payee: ['payeeBillerId', 'reference1'],
  echoes: {
    partnerTransactionId: 'partnerTransactionId',
    transactionAmount: 'transactionAmount',
    // Its name in the inquiry.
    amount: 'transactionAmount',
    currency: 'transactionCurrency',
  },
  bankStatus: (data) => ({
    class: textAt(data, 'transactionId') === undefined ? 'PENDING' : 'SUCCESS',
  }),
  resolution: {
    reference: partnerTransactionIdReference,
    data: asOwnAnswer(PAYMENT_FIELDS),
    // A record is a payment that was made, also where it has been refunded since.
    verdict: (data) => (Array.isArray(data) && data.length > 0 ? { class: 'SUCCESS' } : undefined),
  },
  example: {
    qrData: 'CUSTOMER-QR-TEXT',
    payeeBillerId: '123456789012345',
    transactionAmount: '100.00',
    reference1: 'INVOICE001',
    partnerTransactionId: '123456789012345ABCDEFGHIJ0123456789',
  },
  view: { fields: ['transactionAmount', 'transactionId', 'transactionDateTime'] },
  sandbox: "debits the account behind a customer's QR",
});

/**
 * "POST /v1/payment/merchant/rtp/refund": "Endpoints known by path only", fields from public
 * documents; the hour is in "Limits".
 */
export const refund = operation({
  ...shared,
  id: 'cpm.refund',
  name: chargeNames.tillRefund,
  role: 'reversal',
  payment: 'cpm',
  path: '/v1/payment/merchant/rtp/refund',
  summary: 'Refund a consumer-presented QR payment in full',
  notes: ['A full refund succeeds only before 23:00 Bangkok time on the day of the payment.'],
  input: z.looseObject({ partnerTransactionId }),
  data: z.looseObject(words('partnerTransactionId', 'transactionId', 'refundTransactionDateTime')),
  echoes: { partnerTransactionId: 'partnerTransactionId' },
  // No state word is known; only a refund has this time.
  bankStatus: (data) => ({
    class: textAt(data, 'refundTransactionDateTime') === undefined ? 'PENDING' : 'SUCCESS',
  }),
  warn: (_input, { now }) => (bangkokHour(now) >= LAST_REFUND_HOUR ? [bank.refundTooLate] : []),
  resolution: {
    reference: partnerTransactionIdReference,
    data: asOwnAnswer(REFUND_FIELDS),
    verdict: (data) => (hasReversal(data) ? { class: 'SUCCESS', state: 'R' } : undefined),
  },
  example: { partnerTransactionId: '123456789012345ABCDEFGHIJ0123456789' },
  view: { fields: ['partnerTransactionId', 'transactionId', 'refundTransactionDateTime'] },
  sandbox: 'refunds in full, until 23:00 of the day in Bangkok',
});

/** In the order of the specification. */
export const operations: readonly Operation[] = [pay, refund];
