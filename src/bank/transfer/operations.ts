import * as z from 'zod/mini';
import { chargeNames } from '../../messages/charges.js';
import { NO_SUCH_ENTITY, word } from '../answers.js';
import { type Operation, operation, type View } from '../define.js';
import { channelDateTimeField, date, text } from '../fields.js';
import {
  checkCredit,
  checkCurrency,
  creditInput,
  debitInput,
  initiateExample,
} from './initiate.js';
import {
  checkRange,
  confirmationStatus,
  confirmResolution,
  transferRecord,
  transferStatus,
  UNTIL_CONFIRMED,
  warnRange,
} from './records.js';
import { readers } from './references.js';

const transferView: View = {
  fields: [
    'status',
    'debitStatus',
    'code',
    'description',
    'tokenizerId',
    'tranAmount',
    'confirmAmount',
    'channelDateTime',
  ],
};

const codes = ['business code', 'transfer code'] as const;

const shared = {
  strictRequestUId: true,
  method: 'POST',
  owner: 'application',
  language: 'en/th',
  subject: 'application',
  payment: 'transfer',
} as const;

const tokenizer = {
  channelDateTime: channelDateTimeField('moment of this call, 29 characters'),
  tokenizerId: text('id that ties initiate, confirm and inquiry together', { max: 35 }),
};

const confirmation = {
  effect: 'money',
  role: 'payment',
  input: z.looseObject(tokenizer),
  generated: { channelDateTime: 'channelDateTime' },
  reference: 'tokenizerId',
  echoes: { tokenizerId: 'tokenizerId' },
  example: {
    channelDateTime: '2026-01-31T09:00:00.000+07:00',
    tokenizerId: 'ABCD202601310900000000001',
  },
} as const;

const initiation = {
  effect: 'create',
  once: true,
  role: 'creation',
  specified: false,
  generated: { channelDateTime: 'channelDateTime', partnerTransactionID: 'partnerTransactionId' },
  data: z.looseObject({ tokenizerId: z.string().check(z.minLength(1)), channelDateTime: word }),
  reference: 'partnerTransactionID',
  company: 'corporateId',
  amount: 'tranAmount.amount',
  currency: 'tranAmount.currency',
  example: initiateExample,
} as const;

/** "POST /v1/payment/transfer/fcd/inquiry". */
export const inquire = operation({
  ...shared,
  id: 'transfer.inquire',
  path: '/v1/payment/transfer/fcd/inquiry',
  summary: 'Ask what became of a transfer',
  notes: ['The search range, dateFrom to dateTo, is at most 3 days.'],
  specified: true,
  effect: 'read',
  role: 'inquiry',
  input: z.looseObject({
    ...tokenizer,
    dateFrom: date('first day of the search, YYYY-MM-DD'),
    dateTo: z.optional(
      date('last day of the search, at most 3 days after dateFrom', {
        conditional: 'to search further than the bank does without it',
      }),
    ),
  }),
  generated: { channelDateTime: 'channelDateTime' },
  data: transferRecord,
  reference: 'tokenizerId',
  echoes: { tokenizerId: 'tokenizerId' },
  readPayments: readers.inquire,
  bankStatus: transferStatus,
  check: checkRange,
  warn: warnRange,
  absence: NO_SUCH_ENTITY,
  example: { ...confirmation.example, dateFrom: '2026-01-30', dateTo: '2026-01-31' },
  view: transferView,
  codes,
  sandbox: 'tells how the transfer stands',
});

/** "POST /v1/payment/transfer/fcd/credit/initiate": "Endpoints known by path only". */
export const creditInitiate = operation({
  ...shared,
  ...initiation,
  id: 'transfer.creditInitiate',
  name: chargeNames.creditPreparation,
  path: '/v1/payment/transfer/fcd/credit/initiate',
  summary: 'Prepare a credit transfer: same bank, other bank or PromptPay',
  notes: [
    UNTIL_CONFIRMED,
    'To another bank and by PromptPay: THB only, up to 2,000,000 baht. A foreign currency goes between accounts of that currency.',
  ],
  input: creditInput,
  payee: [
    'payee.accountInfo.bankCode',
    'payee.accountInfo.accountNo',
    'payee.proxy.type',
    'payee.proxy.value',
  ],
  settings: {
    corporateId: 'corporateId',
    'payer.taxId': 'taxId',
    'payer.accountInfo.accountNo': 'payerAccountNo',
    'payer.accountInfo.bankCode': 'payerBankCode',
  },
  check: checkCredit,
  view: transferView,
  codes,
  sandbox: 'checks accounts, currency and limit; moves nothing',
});

/** "POST /v1/payment/transfer/fcd/credit/confirm": "Endpoints known by path only". */
export const creditConfirm = operation({
  ...shared,
  ...confirmation,
  id: 'transfer.creditConfirm',
  name: chargeNames.creditTransfer,
  path: '/v1/payment/transfer/fcd/credit/confirm',
  summary: 'Confirm a credit transfer: the money moves',
  specified: false,
  data: z.looseObject({ tokenizerId: word, channelDateTime: word, status: word }),
  bankStatus: confirmationStatus,
  resolution: confirmResolution(['tokenizerId', 'status']),
  view: transferView,
  codes,
  sandbox: 'moves the money once, or ends as `sandbox transfer` plans',
});

/** "POST /v1/payment/transfer/fcd/debit/initiate": "Endpoints known by path only". */
export const debitInitiate = operation({
  ...shared,
  ...initiation,
  id: 'transfer.debitInitiate',
  name: chargeNames.debitPreparation,
  path: '/v1/payment/transfer/fcd/debit/initiate',
  summary: "Prepare a direct debit of a payer's account",
  notes: [UNTIL_CONFIRMED, 'THB to THB, or one foreign currency to the same.'],
  input: debitInput,
  payee: ['payee.accountInfo.bankCode', 'payee.accountInfo.accountNo'],
  // The own account, which pays a credit, is the one that a debit pays into.
  settings: {
    corporateId: 'corporateId',
    'payer.accountInfo.bankCode': 'payerBankCode',
    'payee.accountInfo.accountNo': 'payerAccountNo',
    'payee.accountInfo.bankCode': 'payerBankCode',
  },
  check: checkCurrency,
  view: transferView,
  codes,
  sandbox: 'checks accounts, currency and limit; moves nothing',
});

/** "POST /v1/payment/transfer/fcd/debit/confirm". */
export const debitConfirm = operation({
  ...shared,
  ...confirmation,
  id: 'transfer.debitConfirm',
  name: chargeNames.debitTransfer,
  path: '/v1/payment/transfer/fcd/debit/confirm',
  summary: 'Confirm a direct debit: the money moves, in full or in part',
  notes: ['debitStatus says whether the full amount or only a part was debited.'],
  specified: true,
  data: transferRecord,
  bankStatus: confirmationStatus,
  // The status is the inquiry's alone.
  resolution: confirmResolution(['tokenizerId', 'debitStatus', 'tranAmount', 'confirmAmount']),
  view: transferView,
  codes,
  sandbox: 'debits in full or in part, or ends as `sandbox transfer` plans',
});

/** The inquiry, then each flow in its order ("What the service does", 5). */
export const operations: readonly Operation[] = [
  inquire,
  creditInitiate,
  creditConfirm,
  debitInitiate,
  debitConfirm,
];
