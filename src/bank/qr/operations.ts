import * as z from 'zod/mini';
import type { Problem } from '../../core/errors.js';
import { bank, field as says } from '../../messages/bank.js';
import { chargeNames } from '../../messages/charges.js';
import { bankStatusOf, textAt } from '../answers.js';
import { fieldAt, missingFields } from '../check.js';
import { type Fields, type Operation, operation } from '../define.js';
import {
  amountNumber,
  amountText,
  bangkokDateTimeField,
  channelDateTimeField,
  choice,
  text,
  wholeNumber,
} from '../fields.js';
import {
  billCreated,
  cardCreated,
  cardPayment,
  checkExpiry,
  checkKind,
  createdV1,
  createdV2,
  createV1Input,
  creationStatus,
  promptPay,
  warnExpiry,
} from './records.js';
import { readers } from './references.js';

const ISO_VARIANT = 'ISO20022_CANCELLATION_REQUEST';
const END_TO_END = 'originalPaymentInformationAndReversal.originalEndToEndIdentification';

/** Fields of qrcode/void, from public documents. */
const voidInput = z.looseObject({
  channelDateTime: channelDateTimeField('when the void is asked for'),
  bp: z.looseObject({
    reversalType: text('kind of reversal', {
      flag: '--reversal-type',
      known: ['CANCELLATION_REQUEST', 'REFUND_REQUEST', ISO_VARIANT],
    }),
    bpReference: text('reference of the payment at the payment hub', { flag: '--bp-reference' }),
  }),
  initiatingPartyId: z.optional(text('id of the party that asks')),
  originalPaymentInformationAndReversal: z.optional(
    z.looseObject({
      originalMessageIdentification: z.optional(
        text('message id of the payment', { max: 35, flag: '--original-message-identification' }),
      ),
      originalCreationDateTime: z.optional(
        channelDateTimeField('when the payment was made', {
          flag: '--original-creation-date-time',
        }),
      ),
      originalInstructionIdentification: z.optional(
        text('instruction id of the payment', {
          max: 35,
          flag: '--original-instruction-identification',
        }),
      ),
      originalEndToEndIdentification: z.optional(
        text('end-to-end id of the payment', {
          max: 35,
          flag: '--original-end-to-end-identification',
          conditional: `for ${ISO_VARIANT}`,
        }),
      ),
      originalInstructedAmount: z.optional(
        z.looseObject({
          transactionAmount: amountText(
            'amount of the payment',
            { digits: 13 },
            { flag: '--amount' },
          ),
          transactionCurrency: z.optional(text('its currency', { max: 3, flag: '--currency' })),
        }),
      ),
    }),
  ),
});

/** The ISO 20022 variant names the payment by its end-to-end id. */
function checkVoid(input: Fields): Problem[] {
  if (fieldAt(input, 'bp.reversalType') !== ISO_VARIANT) return [];
  return missingFields(input, [END_TO_END], ISO_VARIANT);
}

const shared = {
  specified: true,
  owner: 'apiKey',
  language: 'EN/TH',
  subject: 'application',
} as const;

/** "POST /v2/payment/qrcode/create". */
export const create = operation({
  ...shared,
  id: 'qr.create',
  strictRequestUId: true,
  method: 'POST',
  path: '/v2/payment/qrcode/create',
  summary: 'Create a Thai QR (QR 30) that pays from an account',
  notes: [
    'Without an amount the customer enters it.',
    'ref1, ref2 and ref3 hold only A-Z and 0-9.',
  ],
  effect: 'create',
  role: 'creation',
  payment: 'bill',
  repeatable: true,
  input: z.looseObject({
    qrType: z._default(choice(['PP'], 'kind of QR: PP (QR 30)'), 'PP'),
    amount: z.optional(amountNumber('amount in baht', 13)),
    ppType: z._default(choice(['BILLERID'], 'kind of PromptPay id'), 'BILLERID'),
    ...promptPay,
    numberOfTimes: z.optional(wholeNumber('how often the QR can be paid', 0, 9999)),
    expiryDate: z.optional(
      bangkokDateTimeField('when the QR expires, Bangkok time, YYYY-MM-DD HH:MM:SS', {
        conditional: 'with numberOfTimes',
      }),
    ),
  }),
  settings: { ppId: 'billerId' },
  data: createdV2,
  amount: 'amount',
  echoes: {
    'request.amount': 'amount',
    'request.ppId': 'ppId',
    'request.ref1': 'ref1',
    'request.ref2': 'ref2',
    'request.ref3': 'ref3',
  },
  bankStatus: creationStatus,
  check: checkExpiry,
  warn: warnExpiry,
  created: (sent) => [billCreated(sent)],
  example: {
    qrType: 'PP',
    amount: '100.00',
    ppType: 'BILLERID',
    ppId: '123456789012345',
    ref1: 'INVOICE001',
    ref2: 'CUSTOMER7',
    ref3: 'ABC',
    numberOfTimes: '1',
    expiryDate: '2099-12-31 23:59:59',
  },
  view: {
    fields: ['success', 'code', 'message', 'url', 'qrRawData', 'expiryDate', 'numberOfTimes'],
  },
  sandbox: 'draws a QR 30 and keeps it as a bill; `sandbox pay` is the customer',
});

/** "POST /v1/payment/qrcode/create": "Endpoints known by path only", fields from public documents. */
export const createV1 = operation({
  ...shared,
  id: 'qr.createV1',
  strictRequestUId: true,
  command: ['qr', 'create'],
  method: 'POST',
  path: '/v1/payment/qrcode/create',
  summary: 'Create a QR for accounts (PP), for cards (CS) or for both (PPCS), version 1',
  notes: ['invoice must be new for every card payment.'],
  specified: false,
  effect: 'create',
  role: 'creation',
  payment: 'bill',
  repeatable: true,
  unique: 'invoice',
  input: createV1Input,
  settings: { ppId: 'billerId', merchantId: 'merchantId', terminalId: 'terminalId' },
  data: createdV1,
  amount: 'amount',
  echoes: { invoice: 'invoice', merchantId: 'merchantId', terminalId: 'terminalId' },
  check: checkKind,
  created: (sent, answer) => [
    ...(sent.qrType === 'CS' ? [] : [billCreated(sent)]),
    ...(sent.qrType === 'PP' ? [] : cardCreated(answer)),
  ],
  example: {
    qrType: 'PPCS',
    amount: '100.00',
    ppType: 'BILLERID',
    ppId: '123456789012345',
    ref1: 'INVOICE001',
    ref3: 'ABC',
    merchantId: '123456789012345',
    terminalId: '543210987654321',
    invoice: 'INVOICE001',
  },
  view: { fields: ['qrRawData', 'qrcodeId', 'qrCodeId', 'amount', 'csExtExpiryTime'] },
  sandbox: 'draws QR 30, card QR or both; `sandbox pay --by card` pays by card',
});

/** "QR CS payment inquiry: GET /v1/payment/qrcode/creditcard/{qrId}". */
export const inquire = operation({
  ...shared,
  id: 'qr.inquire',
  method: 'GET',
  otherMethods: ['POST'],
  path: '/v1/payment/qrcode/creditcard/{qrId}',
  summary: 'Ask whether a card QR (QR CS) was paid',
  notes: [
    'Details come only once the QR is fully paid.',
    'The specification allows ids of up to 20 characters, while version 1 of qrcode/create is publicly known to return 23 digits: both are accepted.',
  ],
  effect: 'read',
  role: 'inquiry',
  payment: 'card',
  input: z.looseObject({
    qrId: text('id of the QR, from its creation', {
      pattern: [/^([A-Za-z0-9_-]{0,20}|[0-9]{23})$/, says.qrId],
    }),
  }),
  travels: { qrId: 'path' },
  positional: 'qrId',
  data: cardPayment,
  echoes: { qrId: 'qrId' },
  readPayments: readers.inquire,
  notFound: bank.unpaidOrVoided,
  bankStatus: (data) => bankStatusOf(textAt(data, 'transactionType')),
  warn: ({ qrId }) =>
    typeof qrId === 'string' && qrId.length > 20 ? [bank.longQrId(qrId.length)] : [],
  example: { qrId: '20260131090000123456' },
  view: {
    fields: [
      'transactionType',
      'amount',
      'currencyCode',
      'transactionId',
      'transactionDateandTime',
      'channelCode',
      'consumerPAN',
      'authorizeCode',
    ],
  },
  sandbox: 'tells of a card QR once it is fully paid',
});

/** "POST /v1/payment/qrcode/void": "Endpoints known by path only", fields from public documents. */
const voidPayment = operation({
  ...shared,
  id: 'qr.void',
  name: chargeNames.qrVoid,
  method: 'POST',
  path: '/v1/payment/qrcode/void',
  summary: 'Void the payment of a QR that the customer scanned',
  notes: ['bpReference comes from the payment hub; creating a QR does not return it.'],
  specified: false,
  effect: 'money',
  role: 'reversal',
  payment: 'bill',
  input: voidInput,
  generated: { channelDateTime: 'channelDateTime' },
  data: z.unknown(),
  reference: 'bp.bpReference',
  amount: 'originalPaymentInformationAndReversal.originalInstructedAmount.transactionAmount',
  check: checkVoid,
  example: {
    channelDateTime: '2026-01-31T09:00:00.000+07:00',
    'bp.reversalType': 'CANCELLATION_REQUEST',
    'bp.bpReference': 'BP20260131000001',
  },
  view: {},
  sandbox: 'takes a card payment back, or ends a QR that nobody has paid',
});

export { voidPayment as void };

/** In the order of the specification. */
export const operations: readonly Operation[] = [create, createV1, inquire, voidPayment];
