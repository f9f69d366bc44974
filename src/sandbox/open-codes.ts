import { formatAmount } from '../core/money.js';
import type { Bank } from './bank.js';
import { isExpired, walletPayload } from './handlers/trades.js';
import { qrs, trades } from './ledger/schema.js';

/** A code that the customer may pay, as it stands on a screen. */
export interface OpenCode {
  payload: string;
  /** As its maker calls it. */
  reference: string;
  /** Baht; absent where the customer says how much. */
  amount?: string;
  at: number;
}

const MOST = 20;

/** Codes that wait to be paid, newest first. */
export function openCodes(bank: Bank): OpenCode[] {
  return bank.look(({ store, now }) => {
    const ofTrades = trades
      .all(store, `WHERE state = 'open' ORDER BY created_at DESC LIMIT ${MOST}`)
      .filter((trade) => trade.qrId !== null && !isExpired(trade, now))
      .map(({ wallet, qrId, reference, amount, createdAt }) => ({
        payload: walletPayload(wallet, qrId ?? ''),
        ...{ reference, amount: formatAmount(amount), at: createdAt },
      }));
    const ofQrs = qrs
      .all(store, `ORDER BY created_at DESC LIMIT ${MOST}`)
      .filter(({ voided, times, paid, expiresAt }) => {
        return !voided && paid < (times ?? 1) && (expiresAt === null || expiresAt > now);
      })
      .map(({ payload, ref1, invoice, id, amount, createdAt }) => ({
        ...{ payload, reference: ref1 ?? invoice ?? id, at: createdAt },
        ...(amount !== null && { amount: formatAmount(amount) }),
      }));
    return [...ofTrades, ...ofQrs].sort((a, b) => b.at - a.at).slice(0, MOST);
  });
}
