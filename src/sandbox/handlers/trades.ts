import { formatAmount } from '../../core/money.js';
import { compactDateTime } from '../../core/time.js';
import type { Sqlite } from '../../host/sqlite.js';
import { recordTradeConfirmation } from '../delivery/confirmations.js';
import {
  bahtToYuan,
  exchange,
  InsufficientFunds,
  type LedgerEntry,
  merchantAccount,
  post,
} from '../ledger/ledger.js';
import { type Trade, trades } from '../ledger/tables.js';
import { randomDigits } from '../seed/random.js';
import { BAHT_PER_YUAN } from '../seed/seed.js';
import type { HandlerContext } from './handler-context.js';

/** Wallet A or B; `W` is what `tranType` calls wallet B. */
export type Wallet = 'A' | 'W';
type TradeState = 'open' | 'paying' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'closed';

/** Keeps a new trade, with ids as the bank makes them. */
export function addTrade(
  context: HandlerContext,
  order: Pick<Trade, 'company' | 'reference' | 'wallet' | 'direction' | 'terminal' | 'amount'> & {
    state: TradeState;
    payer?: string;
    qrId?: string;
    expiresAt?: number;
  },
): Trade {
  const transactionId = compactDateTime(context.now) + randomDigits(context.random, 14);
  const trade = {
    ...{ payer: null, qrId: null, expiresAt: null },
    ...order,
    transactionId,
    createdAt: context.now,
  };
  trades.insert(context.store, trade);
  return trade;
}

/** Moves a trade to a state, and names its payer where he is known by now. */
export function setTradeState(
  store: Sqlite,
  trade: Trade,
  state: TradeState,
  payer?: string,
): void {
  const { company, reference } = trade;
  trades.update(store, { reference, company }, { state, ...(payer !== undefined && { payer }) });
}

/** The payload of the QR of a trade; only its id is stored. */
export function walletPayload(wallet: string, qrId: string): string {
  return `https://wallet-${wallet === 'A' ? 'a' : 'b'}.example/q/${qrId}`;
}

/** The trade of a QR, by the QR's id or payload. */
export function findTradeByQr(store: Sqlite, target: string): Trade | undefined {
  const qrId = target.slice(target.lastIndexOf('/') + 1);
  const trade = trades.find(store, { qrId });
  if (trade === undefined) return undefined;
  return target === qrId || target === walletPayload(trade.wallet, qrId) ? trade : undefined;
}

/** The QR of an unpaid trade is dead after its two hours. */
export function isExpired(trade: Trade, now: number): boolean {
  return trade.state === 'open' && trade.expiresAt !== null && trade.expiresAt <= now;
}

/** Moves the money and confirms it to the partner if the customer scanned. false: insufficient funds. */
export function payTrade(context: HandlerContext, trade: Trade, payer: string): boolean {
  const { store, now } = context;
  const kind = trade.direction === 'customer' ? 'customer.pay' : 'ewallet.pay';
  try {
    store.attempt(() =>
      post(
        store,
        { at: now, kind, reference: trade.reference },
        tradeEntries(context, trade, payer),
      ),
    );
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    setTradeState(store, trade, 'failed');
    return false;
  }
  setTradeState(store, trade, 'paid', payer);
  if (trade.direction === 'customer') recordTradeConfirmation(context, trade);
  return true;
}

/** The double entries of a paid trade: yuan from the payer, baht to the merchant. */
export function tradeEntries(
  { store }: HandlerContext,
  trade: Trade,
  payer: string,
): LedgerEntry[] {
  return exchange(store, payer, merchantAccount(store, trade.company), trade.amount);
}

/** Ends a pending trade as its buyer code or payment planned. */
export function settleTrade(
  context: HandlerContext,
  due: { company: string; reference: string; fail: boolean },
): void {
  const trade = trades.find(context.store, { reference: due.reference, company: due.company });
  if (trade?.state !== 'paying' || trade.payer === null) return;
  if (due.fail) setTradeState(context.store, trade, 'failed');
  else payTrade(context, trade, trade.payer);
}

const UNUSED = {
  nonceStr: '',
  timeEnd: '',
  ref1: '',
  ref2: '',
  ref3: '',
  masterMid: '',
  masterTid: '',
  buyerUserId: '',
  buyerLoginId: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
};

/** "E-wallet transaction record". */
export function transactionRecord(trade: Trade, tradeState: string): Record<string, string> {
  return {
    transactionId: trade.transactionId,
    amount: formatAmount(trade.amount),
    mid: trade.company,
    tid: trade.terminal,
    tradeState,
    exchangeRate: formatAmount(BAHT_PER_YUAN * 100n),
    cnyAmount: formatAmount(bahtToYuan(trade.amount)),
    ...UNUSED,
  };
}

const SCHEME_WORDS: Readonly<Record<string, string>> = {
  open: 'NOTPAY',
  paying: 'USERPAYING',
  paid: 'SUCCESS',
  failed: 'PAYERROR',
  cancelled: 'REVOKED',
  refunded: 'REFUND',
  closed: 'CLOSED',
};

/** The word of the inquiry. The specification has three; the schemes' own come by a setting. */
export function tradeWord(trade: Trade, { now, settings }: HandlerContext): string {
  const state = isExpired(trade, now) ? 'closed' : trade.state;
  if (settings.tradeStates === 'scheme') return SCHEME_WORDS[state] ?? state;
  if (state === 'paid') return 'SUCCESS';
  return state === 'open' || state === 'paying' ? 'USERPAYING' : 'CANCELED';
}
