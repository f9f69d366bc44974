import type { Message } from '../../core/message.js';
import { reference as says } from '../../messages/reference.js';
import { textAt } from '../answers.js';
import { findForeignCurrency } from '../doubt.js';
import {
  type AskContext,
  type PaymentReaders,
  paymentStanding,
  type Question,
  type Reference,
} from '../reference.js';

/** The name for people of a `tranType`. */
export function walletName(tranType: string): Message {
  return tranType === 'W' ? says.walletB : says.walletA;
}

/** The `tranType` with which a call of this `tranType` is inquired: X is a variant of A. */
export function walletForTranType(tranType: string): 'A' | 'W' {
  return tranType === 'W' ? 'W' : 'A';
}

/** The inquiries in both wallets, unless one is known: the reference does not say which it is. */
export function byOutTradeNo(outTradeNo: string, { known, settings }: AskContext): Question[] {
  const wallets =
    known.tranType === undefined ? (['W', 'A'] as const) : [walletForTranType(known.tranType)];
  return wallets.map((tranType) => ({
    operation: 'ewallet.inquire',
    asked: says.orderInWallet(walletName(tranType), outTradeNo),
    input: {
      tranType,
      companyId: known.companyId ?? settings('companyId'),
      terminalId: known.terminalId ?? settings('terminalId'),
      outTradeNo,
    },
  }));
}

/** "Limits": up to 50 characters; in the test environment with the provider prefix. */
export const outTradeNoReference: Reference = {
  field: 'outTradeNo',
  payment: 'ewallet',
  order: 1,
  shape: /^[\x21-\x7e]{1,50}$/,
  signs: [[(id, { outTradeNoPrefix: prefix }) => !!prefix && id.startsWith(prefix), says.ofPrefix]],
  fallback: says.upToCharacters(50),
  wallet: ({ tranType }) =>
    typeof tranType === 'string' ? walletForTranType(tranType) : undefined,
  needs: ['companyId', 'terminalId'],
  ask: byOutTradeNo,
  followUp: (outTradeNo, { wallet = 'W' }) => [
    ...['ewallet', 'inquire', '--tran-type', wallet],
    ...['--out-trade-no', outTradeNo],
  ],
  refund: (outTradeNo, { wallet = 'W', scanned }) => {
    const isRefunded = wallet === 'W' && !scanned;
    const values = { tranType: wallet, outTradeNo };
    return isRefunded
      ? { command: ['ewallet', 'refund'], values, amount: 'totalFee' }
      : { command: ['ewallet', 'cancel'], values };
  },
};

/** What names an e-wallet payment. */
export const references = [outTradeNoReference];

/** How the data of the inquiry read as a payment ("E-wallet transaction record"). */
export const readers = {
  inquire: (data, statusClass, { tranType }) => [
    {
      standing: paymentStanding(statusClass),
      word: textAt(data, 'tradeState'),
      amount: textAt(data, 'amount'),
      currency: findForeignCurrency(data),
      transactionId: textAt(data, 'transactionId'),
      wallet: walletForTranType(String(tranType)),
    },
  ],
} satisfies PaymentReaders;
