import * as z from 'zod/mini';
import type { Problem } from '../errors.js';
import type { Json } from '../json.js';
import { amountText } from './amount-fields.js';
import { scalar, textAt, word } from './answers.js';
import { choice, text } from './fields.js';
import type { CheckContext, Fields, Standing } from './operation.js';
import { standingOf } from './states.js';

const WALLETS = 'wallet: A or W';

export const bothWallets = choice(['A', 'W'], WALLETS);
export const cancelWallets = choice(['A', 'X', 'W'], `${WALLETS}, X for the raw-data variant of A`);
export const walletB = choice(['W'], 'wallet: W only');

/** companyId and terminalId, which every e-wallet call carries. */
export const merchant = {
  companyId: text('company id given by the bank', { max: 5 }),
  terminalId: text('terminal id'),
};
export const merchantSettings = { companyId: 'companyId', terminalId: 'terminalId' } as const;

const OUT_TRADE_NO = 'merchant transaction reference';
export const outTradeNo = text(OUT_TRADE_NO, { max: 50 });
export const outTradeNoOfQr = text(`unique ${OUT_TRADE_NO}`, { max: 20 });
/** (10) with the point; baht. */
export const totalFee = amountText('amount in baht, for example 100 or 100.00', { characters: 10 });

const unused = {
  nonceStr: word,
  timeEnd: word,
  ref1: word,
  ref2: word,
  ref3: word,
  masterMid: word,
  masterTid: word,
  buyerUserId: word,
  buyerLoginId: word,
  addressLine1: word,
  addressLine2: word,
  addressLine3: word,
};

/** "E-wallet transaction record". */
export const TransactionRecord = z.looseObject({
  transactionId: word,
  amount: scalar,
  mid: word,
  tid: word,
  tradeState: word,
  exchangeRate: scalar,
  cnyAmount: scalar,
  ...unused,
});

/** "E-wallet reversal record". */
export const ReversalRecord = z.nullish(z.looseObject({ details: word, refundId: word }));

/** Fields of the transaction record that tell who paid: masked. */
export const buyerDetails = [
  'buyerUserId',
  'buyerLoginId',
  'addressLine1',
  'addressLine2',
  'addressLine3',
] as const;

/** By `tradeState` ("States and transitions"). */
export function tradeStanding(data: Json): Standing {
  const standing = standingOf(textAt(data, 'tradeState'));
  // One word for all three: the record does not tell which.
  const found = 'cancelled, closed or given back: no payment stands';
  return standing.state === 'CANCELED' ? { ...standing, found } : standing;
}

/** The input of the inquiry that belongs to an e-wallet call. */
export function inquiryInput({ tranType, companyId, terminalId, outTradeNo }: Fields): Fields {
  return { tranType: tranType === 'X' ? 'A' : tranType, companyId, terminalId, outTradeNo };
}

/** The inquiry shows the payment: of a reversal it proves something only once it says so itself. */
export function reversalVerdict(data: Json): Standing | undefined {
  const state = textAt(data, 'tradeState');
  return state === 'CANCELED' ? { class: 'SUCCESS', state } : undefined;
}

/** Digits of companyId: a rule of the test environment alone. */
export function checkCompany(fields: Fields, { environment }: CheckContext): Problem[] {
  const { companyId } = fields;
  if (environment !== 'test' || typeof companyId !== 'string' || /^[0-9]*$/.test(companyId)) {
    return [];
  }
  return [{ field: 'companyId', message: 'may hold only digits in the test environment' }];
}

/** Digits of companyId and the provider prefix of outTradeNo, which every table but that of pay asks for. */
export function checkTestRules(fields: Fields, context: CheckContext): Problem[] {
  const problem = prefixProblem(fields, context);
  const prefix = problem === undefined ? [] : [{ field: 'outTradeNo', message: problem }];
  return [...checkCompany(fields, context), ...prefix];
}

/** Why the test environment would not take this outTradeNo where it asks for the prefix. */
export function prefixProblem(
  { outTradeNo }: Fields,
  { environment, outTradeNoPrefix }: CheckContext,
): string | undefined {
  if (environment !== 'test' || typeof outTradeNo !== 'string') return undefined;
  if (outTradeNoPrefix === undefined) {
    return /^[A-Za-z]{3}/.test(outTradeNo)
      ? undefined
      : 'must start with the three letters of the provider prefix in the test environment';
  }
  return outTradeNo.startsWith(outTradeNoPrefix)
    ? undefined
    : `must start with ${outTradeNoPrefix} in the test environment`;
}
