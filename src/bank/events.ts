import { isJsonObject, type JsonObject, jsonText } from '../core/json.js';
import type { PaymentKind } from './reference.js';

/**
 * A message that the bank sends by itself ("Events"): a payment confirmation, or the status of a
 * registration.
 */
export interface EventShape {
  payment: PaymentKind;
  /** The offset of moments that come without one; Bangkok's by default. */
  offset?: 'Z';
  /** The reference by which an inquiry finds the payment, and its field in the message. */
  reference?: { field: string; in: string };
  /** Its fields beside those of the payment, from public documents: the specification shows none. */
  fields?: readonly string[];
  /** Further fields that an inquiry needs, by what the inquiry calls them. */
  known?: Readonly<Record<string, string>>;
  /** The same for fields that the profile has: its values take precedence. */
  own?: Readonly<Record<string, string>>;
}

const bill: EventShape = {
  payment: 'bill',
  reference: { field: 'reference1', in: 'billPaymentRef1' },
  known: { reference2: 'billPaymentRef2' },
  own: { billerId: 'payeeProxyId' },
};

/** By kind. `payment`: a payment that none of the known shapes fits. */
export const EVENTS = {
  qr30: {
    ...bill,
    fields: [
      ...['payeeProxyId', 'payeeProxyType', 'payeeAccountNumber', 'payeeName'],
      ...['payerProxyId', 'payerProxyType', 'payerAccountNumber', 'payerName'],
      ...['sendingBankCode', 'receivingBankCode', 'channelCode'],
      ...['billPaymentRef1', 'billPaymentRef2', 'billPaymentRef3'],
    ],
  },
  bill,
  card: {
    payment: 'card',
    offset: 'Z',
    reference: { field: 'qrId', in: 'qrId' },
    fields: [
      ...['merchantPAN', 'consumerPAN', 'merchantId', 'terminalId', 'qrId', 'invoice', 'note'],
      ...['traceNo', 'authorizeCode', 'paymentMethod', 'channelCode'],
    ],
  },
  wallet: {
    payment: 'ewallet',
    reference: { field: 'outTradeNo', in: 'qrId' },
    known: { terminalId: 'terminalId' },
    own: { companyId: 'companyId' },
    fields: [
      ...['merchantId', 'terminalId', 'qrId', 'companyId'],
      ...['exchangeRate', 'equivalentAmount', 'equivalentCurrencyCode'],
    ],
  },
  registration: { payment: 'registration', reference: { field: 'regRef', in: 'regRef' } },
  payment: { payment: 'other' },
} as const satisfies Readonly<Record<string, EventShape>>;

/** What a message is about, by the names of `EVENTS`. */
export type EventKind = keyof typeof EVENTS;

/** The shape of a kind. */
export function eventShape(kind: EventKind): EventShape {
  return EVENTS[kind];
}

/**
 * The kind of a message, by the fields that only it has. undefined for what names neither a payment
 * nor a registration.
 */
export function detectEventKind(fields: JsonObject): EventKind | undefined {
  const has = (...names: string[]) => names.some((name) => Object.hasOwn(fields, name));
  if (!jsonText(fields.transactionId) && !jsonText(fields.amount)) {
    const inner = isJsonObject(fields.body) ? fields.body : fields;
    const notice = ['regRef', 'encryptedValue'].some((name) => jsonText(inner[name]));
    return notice ? 'registration' : undefined;
  }
  if (has('consumerPAN', 'merchantPAN', 'traceNo', 'authorizeCode')) return 'card';
  if (has('payeeProxyId', 'payeeProxyType', 'thaiQRTag')) return 'qr30';
  if (has('billPaymentRef1') || /^Domestic Transfer/.test(jsonText(fields.transactionType) ?? '')) {
    return 'bill';
  }
  return has('qrId') ? 'wallet' : 'payment';
}

/** Fields of a message that must equal those of the bank's record, where that has them. */
export const EVENT_ECHOES = [
  'qrId',
  'billPaymentRef1',
  'billPaymentRef2',
  'billPaymentRef3',
] as const;

/** The fields by which a message can be searched. */
export const EVENT_REFERENCES = [
  'qrId',
  'invoice',
  'billPaymentRef1',
  'billPaymentRef2',
  'billPaymentRef3',
  'fastEasySlipNumber',
  'partnerTransactionId',
  'regRef',
  'ref1',
  'ref2',
  'body.regRef',
] as const;
