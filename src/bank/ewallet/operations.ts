import * as z from 'zod/mini';
import { fromPlain, isJsonObject, type Json, textFields } from '../../core/json.js';
import { bank } from '../../messages/bank.js';
import { chargeNames } from '../../messages/charges.js';
import {
  type BankStatus,
  bankStatusOf,
  NO_SUCH_ENTITY,
  optionalObject,
  scalar,
  textAt,
  word,
  words,
} from '../answers.js';
import { type Operation, operation, type View } from '../define.js';
import { amountText, choice, text } from '../fields.js';
import { byOutTradeNo, outTradeNoReference, readers } from './references.js';
import { checkCompany, checkTestRules, prefixProblem } from './test-environment.js';

const WALLETS = 'wallet: A or W';

const bothWallets = choice(['A', 'W'], WALLETS);
const cancelWallets = choice(['A', 'X', 'W'], `${WALLETS}, X for the raw-data variant of A`);
const walletB = choice(['W'], 'wallet: W only');

const merchant = {
  companyId: text('company id given by the bank', { max: 5 }),
  terminalId: text('terminal id'),
};
const merchantSettings = { companyId: 'companyId', terminalId: 'terminalId' } as const;

const OUT_TRADE_NO = 'merchant transaction reference';
/** outTradeNo of all e-wallet calls but create ("Limits": up to 50). */
const outTradeNo = text(OUT_TRADE_NO, { max: 50 });
/** Up to 10 characters with the point, baht ("Limits"). */
const totalFee = amountText('amount in baht, for example 100 or 100.00', { characters: 10 });

const otherFields = {
  ...words('nonceStr', 'timeEnd', 'ref1', 'ref2', 'ref3', 'masterMid', 'masterTid'),
  ...words('buyerUserId', 'buyerLoginId', 'addressLine1', 'addressLine2', 'addressLine3'),
};

/** "E-wallet transaction record". */
const transactionRecord = z.looseObject({
  transactionId: word,
  amount: scalar,
  ...words('mid', 'tid', 'tradeState'),
  exchangeRate: scalar,
  cnyAmount: scalar,
  ...otherFields,
});

/** "E-wallet reversal record". */
const reversalRecord = optionalObject({ details: word, refundId: word });

/** By `tradeState` ("States and transitions"). */
function tradeStatus(data: Json): BankStatus {
  const status = bankStatusOf(textAt(data, 'tradeState'));
  // The bank has one word for cancelled, closed and refunded.
  return status.state === 'CANCELED' ? { ...status, meaning: bank.undone } : status;
}

/** The record of an inquiry as pay answers it: pay has another word for paid. */
function asPayAnswer(inquired: Json): Json {
  if (!isJsonObject(inquired) || tradeStatus(inquired).class !== 'SUCCESS') return inquired;
  return { ...inquired, tradeState: 'TRADE_SUCCESS' };
}

/** An inquiry shows the payment: only its word for a reversal proves one. */
function reversalVerdict(data: Json): BankStatus | undefined {
  const state = textAt(data, 'tradeState');
  return state === 'CANCELED' ? { class: 'SUCCESS', state } : undefined;
}

const tradeView: View = {
  fields: ['tradeState', 'amount', 'transactionId', 'mid', 'tid', 'timeEnd', 'exchangeRate'],
};

const reversalView: View = { fields: ['refundId', 'details'] };

const shared = {
  method: 'POST',
  specified: true,
  owner: 'apiKey',
  language: 'EN/TH',
  subject: 'application',
  settings: merchantSettings,
  reference: 'outTradeNo',
  company: 'companyId',
  payment: 'ewallet',
} as const;

const example = {
  tranType: 'W',
  companyId: '001',
  terminalId: '12345678',
  outTradeNo: 'ABC20260131000001',
};

/** A customer's code is valid for two minutes ("Limits"); one more for clocks and queues. */
const BUYER_CODE_EXPIRED_MS = 180_000;

const closeResolution = {
  reference: outTradeNoReference,
  verdict: reversalVerdict,
  data: () => undefined,
} as const;

/** No inquiry has the fields of a reversal's answer. */
const reversalResolution = {
  ...closeResolution,
  data: () => ({ details: null, refundId: null }),
} as const;

/** "POST /v1/payment/ewallets/qrcode/create". */
export const create = operation({
  ...shared,
  id: 'ewallet.create',
  path: '/v1/payment/ewallets/qrcode/create',
  summary: 'Create an e-wallet QR for the customer to scan',
  notes: [
    'The QR is valid for 2 hours, then it must be made again.',
    'Wallet B: the QR is built from codeUrl. Wallet A: codeUrl loads the image of the QR.',
  ],
  effect: 'create',
  role: 'creation',
  repeatable: true,
  unique: 'outTradeNo',
  input: z.looseObject({
    tranType: bothWallets,
    ...merchant,
    outTradeNo: text(`unique ${OUT_TRADE_NO}`, { max: 20 }),
    totalFee,
  }),
  generated: { outTradeNo: 'outTradeNo' },
  data: z.looseObject({ codeUrl: z.string().check(z.minLength(1)), prepayId: word }),
  amount: 'totalFee',
  check: checkTestRules,
  created: (sent) => [
    { ask: byOutTradeNo, value: String(sent.outTradeNo), known: textFields(fromPlain(sent)) },
  ],
  example: { ...example, totalFee: '100.00' },
  view: { fields: ['codeUrl'] },
  sandbox: 'draws a QR of 2 hours; `sandbox pay` is the customer',
});

/** "POST /v1/payment/ewallets/pay": business scans customer. */
export const pay = operation({
  ...shared,
  id: 'ewallet.pay',
  name: chargeNames.walletPayment,
  path: '/v1/payment/ewallets/pay',
  summary: "Charge the customer's e-wallet code that the merchant has read",
  notes: [
    'The code of the customer is valid for 2 minutes.',
    'USERPAYING means that the customer has not finished: inquire until it is final.',
  ],
  effect: 'money',
  role: 'payment',
  input: z.looseObject({
    tranType: bothWallets,
    ...merchant,
    outTradeNo,
    totalFee,
    buyerIdentityCode: text("code read from the QR in the customer's wallet app"),
  }),
  data: transactionRecord,
  amount: 'totalFee',
  payee: ['companyId', 'terminalId'],
  echoes: { amount: 'totalFee' },
  bankStatus: tradeStatus,
  check: checkCompany,
  warn(fields, context) {
    const problem = prefixProblem(fields, context);
    return problem === undefined ? [] : [bank.notInquirable(problem)];
  },
  resolution: {
    reference: outTradeNoReference,
    verdict: (data) => (tradeStatus(data).state === undefined ? undefined : tradeStatus(data)),
    data: asPayAnswer,
    absentAfterMs: BUYER_CODE_EXPIRED_MS,
  },
  example: { ...example, totalFee: '100.00', buyerIdentityCode: '280000000000000001' },
  view: tradeView,
  sandbox: 'debits the wallet behind a code of `sandbox buyer-code`',
});

/** "POST /v1/payment/ewallets/inquire". */
export const inquire = operation({
  ...shared,
  id: 'ewallet.inquire',
  path: '/v1/payment/ewallets/inquire',
  summary: 'Ask what became of an e-wallet payment',
  effect: 'read',
  role: 'inquiry',
  input: z.looseObject({ tranType: bothWallets, ...merchant, outTradeNo }),
  data: transactionRecord,
  echoes: { companyId: 'companyId', terminalId: 'terminalId' },
  readPayments: readers.inquire,
  bankStatus: tradeStatus,
  check: checkTestRules,
  absence: NO_SUCH_ENTITY,
  example,
  view: tradeView,
  sandbox: 'tells how the trade stands',
});

/** "POST /v1/payment/ewallets/cancel". */
export const cancel = operation({
  ...shared,
  id: 'ewallet.cancel',
  name: chargeNames.walletCancellation,
  path: '/v1/payment/ewallets/cancel',
  summary: 'Cancel a paid e-wallet transaction',
  notes: [
    'Wallet A: any payment. Wallet B: only if the merchant scanned the customer; otherwise refund it.',
    'A is the image-path variant of wallet A, X its raw-data variant.',
  ],
  effect: 'money',
  role: 'reversal',
  input: z.looseObject({ tranType: cancelWallets, ...merchant, outTradeNo }),
  data: reversalRecord,
  payee: ['companyId', 'terminalId'],
  check: checkTestRules,
  resolution: reversalResolution,
  example,
  view: reversalView,
  sandbox: 'refunds a paid trade',
});

/** "POST /v1/payment/ewallets/refund". */
export const refund = operation({
  ...shared,
  id: 'ewallet.refund',
  name: chargeNames.walletRefund,
  path: '/v1/payment/ewallets/refund',
  summary: 'Refund a paid wallet B QR that the customer scanned',
  notes: ['Wallet A is not supported: cancel it.'],
  effect: 'money',
  role: 'reversal',
  input: z.looseObject({ tranType: walletB, ...merchant, outTradeNo, totalFee }),
  data: reversalRecord,
  amount: 'totalFee',
  payee: ['companyId', 'terminalId'],
  check: checkTestRules,
  resolution: reversalResolution,
  example: { ...example, totalFee: '100.00' },
  view: reversalView,
  sandbox: 'refunds a paid wallet B trade',
});

/** "POST /v1/payment/ewallets/qrcode/cancel". */
export const close = operation({
  ...shared,
  id: 'ewallet.close',
  name: chargeNames.walletClosing,
  path: '/v1/payment/ewallets/qrcode/cancel',
  summary: 'Close an unpaid wallet B QR',
  notes: ['Wallet A is not supported. A paid QR is refunded, not closed.'],
  effect: 'money',
  role: 'reversal',
  closesUnpaid: true,
  input: z.looseObject({ tranType: walletB, ...merchant, outTradeNo }),
  data: z.unknown(),
  payee: ['companyId', 'terminalId'],
  check: checkTestRules,
  resolution: closeResolution,
  example,
  view: {},
  sandbox: 'ends a QR that nobody has paid',
});

/** In the order of the specification. */
export const operations: readonly Operation[] = [create, pay, inquire, cancel, refund, close];
