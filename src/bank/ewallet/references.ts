import type { Message } from '../../core/message.js';
import { reference as says } from '../../messages/reference.js';
import { textAt } from '../answers.js';
import { foreignCurrencyIn } from '../doubt.js';
import {
  type AskContext,
  paymentStanding,
  type Question,
  type Readers,
  type Reference,
} from '../reference.js';

/** As people call the wallets of `tranType`. */
export function walletName(tranType: string): Message {
  return tranType === 'W' ? says.walletB : says.walletA;
}

/** The wallet that an inquiry of this call asks for: X is a variant of A. */
export function walletOf(tranType: string): 'A' | 'W' {
  return tranType === 'W' ? 'W' : 'A';
}

/** Both wallets unless one is known: nothing in the reference tells which it was. */
export function byOutTradeNo(outTradeNo: string, { known, settings }: AskContext): Question[] {
  const wallets = known.tranType === undefined ? (['W', 'A'] as const) : [walletOf(known.tranType)];
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

export const outTradeNoReference: Reference = {
  field: 'outTradeNo',
  payment: 'ewallet',
  order: 1,
  shape: /^[\x21-\x7e]{1,50}$/,
  signs: [[(id, { outTradeNoPrefix: prefix }) => !!prefix && id.startsWith(prefix), says.ofPrefix]],
  fallback: says.upToCharacters(50),
  wallet: ({ tranType }) => (typeof tranType === 'string' ? walletOf(tranType) : undefined),
  needs: ['companyId', 'terminalId'],
  ask: byOutTradeNo,
  again: (outTradeNo, { wallet = 'W' }) => [
    ...['ewallet', 'inquire', '--tran-type', wallet],
    ...['--out-trade-no', outTradeNo],
  ],
  giveBack: (outTradeNo, { wallet = 'W', scanned }) => {
    const isRefunded = wallet === 'W' && !scanned;
    const values = { tranType: wallet, outTradeNo };
    return isRefunded
      ? { command: ['ewallet', 'refund'], values, amount: 'totalFee' }
      : { command: ['ewallet', 'cancel'], values };
  },
};

export const references = [outTradeNoReference];

export const readers = {
  inquire: (data, ended, { tranType }) => [
    {
      standing: paymentStanding(ended),
      word: textAt(data, 'tradeState'),
      amount: textAt(data, 'amount'),
      currency: foreignCurrencyIn(data),
      transactionId: textAt(data, 'transactionId'),
      wallet: walletOf(String(tranType)),
    },
  ],
} satisfies Readers;
