import * as z from 'zod/mini';
import { word } from './answers.js';
import {
  bothWallets,
  buyerDetails,
  cancelWallets,
  checkCompany,
  checkTestRules,
  inquiryInput,
  merchant,
  merchantSettings,
  outTradeNo,
  outTradeNoOfQr,
  prefixProblem,
  ReversalRecord,
  reversalVerdict,
  TransactionRecord,
  totalFee,
  tradeStanding,
  walletB,
} from './ewallet-records.js';
import { text } from './fields.js';
import { type Operation, operation } from './operation.js';

const shared = {
  method: 'POST',
  specified: true,
  owner: 'apiKey',
  language: 'EN/TH',
  subject: 'application',
  settings: merchantSettings,
  reference: 'outTradeNo',
  company: 'companyId',
} as const;

const example = {
  tranType: 'W',
  companyId: '001',
  terminalId: '12345678',
  outTradeNo: 'ABC20260131000001',
};

/** A customer's code is valid for two minutes; one more for clocks and queues. */
const BUYER_CODE_GONE_MS = 180_000;

const reversal = { by: 'ewallet.inquire', input: inquiryInput, verdict: reversalVerdict } as const;

export const create = operation({
  ...shared,
  id: 'ewallet.create',
  command: ['ewallet', 'create'],
  path: '/v1/payment/ewallets/qrcode/create',
  summary: 'Create an e-wallet QR for the customer to scan',
  notes: [
    'The QR is valid for 2 hours, then it must be made again.',
    'Wallet B: the QR is built from codeUrl. Wallet A: codeUrl loads the image of the QR.',
  ],
  effect: 'create',
  repeatable: true,
  unique: 'outTradeNo',
  input: z.looseObject({
    tranType: bothWallets,
    ...merchant,
    outTradeNo: outTradeNoOfQr,
    totalFee,
  }),
  generated: { outTradeNo: 'outTradeNo' },
  data: z.looseObject({ codeUrl: z.string().check(z.minLength(1)), prepayId: word }),
  amount: 'totalFee',
  check: checkTestRules,
  followUps: (sent) => [{ by: 'ewallet.inquire', input: inquiryInput(sent) }],
  example: { ...example, totalFee: '100.00' },
});

export const pay = operation({
  ...shared,
  id: 'ewallet.pay',
  command: ['ewallet', 'pay'],
  path: '/v1/payment/ewallets/pay',
  summary: "Charge the customer's e-wallet code that the merchant has read",
  notes: [
    'The code of the customer is valid for 2 minutes.',
    'USERPAYING means that the customer has not finished: inquire until it is final.',
  ],
  effect: 'money',
  input: z.looseObject({
    tranType: bothWallets,
    ...merchant,
    outTradeNo,
    totalFee,
    buyerIdentityCode: text("code read from the QR in the customer's wallet app"),
  }),
  data: TransactionRecord,
  amount: 'totalFee',
  payee: ['companyId', 'terminalId'],
  echoes: { amount: 'totalFee' },
  personal: ['buyerIdentityCode', ...buyerDetails],
  standing: tradeStanding,
  check: checkCompany,
  warn(fields, context) {
    const problem = prefixProblem(fields, context);
    return problem === undefined ? [] : [`outTradeNo ${problem}, or it cannot be inquired there`];
  },
  resolution: {
    by: 'ewallet.inquire',
    input: inquiryInput,
    verdict: (data) => (tradeStanding(data).state === undefined ? undefined : tradeStanding(data)),
    absentAfterMs: BUYER_CODE_GONE_MS,
  },
  example: { ...example, totalFee: '100.00', buyerIdentityCode: '280000000000000001' },
});

export const inquire = operation({
  ...shared,
  id: 'ewallet.inquire',
  command: ['ewallet', 'inquire'],
  path: '/v1/payment/ewallets/inquire',
  summary: 'Ask what became of an e-wallet payment',
  effect: 'read',
  input: z.looseObject({ tranType: bothWallets, ...merchant, outTradeNo }),
  data: TransactionRecord,
  personal: buyerDetails,
  standing: tradeStanding,
  check: checkTestRules,
  example,
});

export const cancel = operation({
  ...shared,
  id: 'ewallet.cancel',
  command: ['ewallet', 'cancel'],
  path: '/v1/payment/ewallets/cancel',
  summary: 'Cancel a paid e-wallet transaction',
  notes: [
    'Wallet A: whoever scanned. Wallet B: only where the merchant scanned the customer (else refund).',
    'A is the image-path variant of wallet A, X its raw-data variant.',
  ],
  effect: 'money',
  input: z.looseObject({ tranType: cancelWallets, ...merchant, outTradeNo }),
  data: ReversalRecord,
  payee: ['companyId', 'terminalId'],
  check: checkTestRules,
  resolution: reversal,
  example,
});

export const refund = operation({
  ...shared,
  id: 'ewallet.refund',
  command: ['ewallet', 'refund'],
  path: '/v1/payment/ewallets/refund',
  summary: 'Refund a paid wallet B QR that the customer scanned',
  notes: ['Wallet A is not supported: cancel it.'],
  effect: 'money',
  input: z.looseObject({ tranType: walletB, ...merchant, outTradeNo, totalFee }),
  data: ReversalRecord,
  amount: 'totalFee',
  payee: ['companyId', 'terminalId'],
  check: checkTestRules,
  resolution: reversal,
  example: { ...example, totalFee: '100.00' },
});

export const close = operation({
  ...shared,
  id: 'ewallet.close',
  command: ['ewallet', 'close'],
  path: '/v1/payment/ewallets/qrcode/cancel',
  summary: 'Close an unpaid wallet B QR',
  notes: ['Wallet A is not supported. A paid QR is refunded, not closed.'],
  effect: 'money',
  input: z.looseObject({ tranType: walletB, ...merchant, outTradeNo }),
  data: z.unknown(),
  payee: ['companyId', 'terminalId'],
  check: checkTestRules,
  resolution: reversal,
  example,
});

export const operations: readonly Operation[] = [create, pay, inquire, cancel, refund, close];
