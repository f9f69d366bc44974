import { randomText } from '../../bank/generate.js';
import { usageError } from '../../core/errors.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import { customer } from '../../messages/customer.js';
import { post, reversed } from '../ledger/ledger.js';
import { schedule } from '../ledger/meta.js';
import { buyerCodes, type Trade, trades } from '../ledger/tables.js';
import { requireWithinLimits } from '../seed/profiles.js';
import { randomDigits } from '../seed/random.js';
import {
  declined,
  duplicate,
  type HandlerAnswer,
  invalid,
  unknownEntity,
} from '../server/answers.js';
import { imagePath } from '../server/image-path.js';
import {
  type HandlerCall,
  type HandlerContext,
  type Handlers,
  required,
} from './handler-context.js';
import {
  amountToPay,
  type CustomerPaymentResult,
  cannotPayError,
  type Payable,
  type Payables,
  type PayOptions,
  paidResult,
} from './payable.js';
import {
  addTrade,
  findTradeByQr,
  isExpired,
  payTrade,
  setTradeState,
  tradeEntries,
  tradeWord,
  transactionRecord,
  type Wallet,
  walletPayload,
} from './trades.js';

const QR_MS = 2 * 60 * 60_000;

export const handlers: Handlers = { create, pay, inquire, cancel, refund, close };

/** Trades by the QR that the customer scans, and those whose customer has still to confirm. */
export const payables: Payables = {
  find: (context, target) => {
    const { store } = context;
    const trade = findTradeByQr(store, target) ?? trades.find(store, { reference: target });
    return trade && toPayable(context, trade);
  },
  open: (context, most) =>
    trades
      .all(
        context.store,
        `WHERE state = 'open' AND qr_id IS NOT NULL AND (expires_at IS NULL OR expires_at > ?1)
         ORDER BY created_at DESC LIMIT ?2`,
        context.now,
        most,
      )
      .map((trade) => toPayable(context, trade)),
};

function toPayable(context: HandlerContext, trade: Trade): Payable {
  const { wallet, qrId, reference, amount, createdAt } = trade;
  const payload = walletPayload(wallet, qrId ?? '');
  const pay = (options: PayOptions) => payByWallet(context, trade, options);
  return { payload, reference, amount, createdAt, pay };
}

function payByWallet(
  context: HandlerContext,
  trade: Trade,
  options: PayOptions,
): CustomerPaymentResult {
  const { fail = false, pendingMs, by, account } = options;
  if (by !== undefined || account !== undefined) throw usageError(customer.walletsOnly);
  if (isExpired(trade, context.now)) throw cannotPayError(customer.qrExpired);
  if (trade.state !== 'open' && trade.state !== 'paying')
    throw cannotPayError(customer.paymentStands(trade.state));
  const payer = trade.payer ?? `wallet:${trade.wallet}`;
  const { company, reference } = trade;
  const amount = amountToPay(trade.amount, options);
  const paid = (state: CustomerPaymentResult['state']) =>
    paidResult('ewallet', reference, amount, state);
  if (pendingMs !== undefined) {
    setTradeState(context.store, trade, 'paying', payer);
    schedule(context.store, context.now + pendingMs, 'trade', { company, reference, fail });
    return paid('pending');
  }
  if (fail) setTradeState(context.store, trade, 'failed');
  return paid(!fail && payTrade(context, trade, payer) ? 'paid' : 'failed');
}

function create(call: HandlerCall): HandlerAnswer {
  const trade = newOrder(call);
  const id = randomText(call.random, 20);
  const { store, now } = call;
  const expiresAt = now + QR_MS;
  addTrade(call, { ...trade, direction: 'customer', state: 'open', qrId: id, expiresAt });
  post(store, { at: now, kind: 'ewallet.create', reference: trade.reference });
  const codeUrl = trade.wallet === 'A' ? call.baseUrl + imagePath(id) : walletPayload('W', id);
  return { data: { codeUrl, prepayId: '' } };
}

function pay(call: HandlerCall): HandlerAnswer {
  const order = newOrder(call);
  const code = takeBuyerCode(call, order.wallet);
  const { payer } = code;
  const trade = addTrade(call, {
    ...order,
    direction: 'business',
    state: 'paying',
    payer,
  });
  if (code.pendingMs !== null) {
    const { company, reference } = trade;
    schedule(call.store, call.now + code.pendingMs, 'trade', {
      company,
      reference,
      fail: code.fail,
    });
    return { data: transactionRecord(trade, 'USERPAYING') };
  }
  if (code.fail) setTradeState(call.store, trade, 'failed');
  else if (payTrade(call, trade, payer)) {
    return { data: transactionRecord(trade, 'TRADE_SUCCESS') };
  }
  return { refusal: declined(code.fail ? 'the customer refused' : 'the wallet holds too little') };
}

function inquire(call: HandlerCall): HandlerAnswer {
  const trade = findTrade(call, readWallet(call));
  return { data: transactionRecord(trade, tradeWord(trade, call)) };
}

function cancel(call: HandlerCall): HandlerAnswer {
  const trade = findTrade(call, readWallet(call));
  if (trade.wallet === 'W' && trade.direction === 'customer') {
    throw declined('a wallet B QR that the customer scanned is refunded, not cancelled');
  }
  if (trade.state === 'cancelled') throw duplicate(trade.reference);
  return reverse(call, trade, 'cancelled');
}

function refund(call: HandlerCall): HandlerAnswer {
  const trade = findTrade(call, 'W');
  if (trade.direction !== 'customer')
    throw declined('what the business scanned is cancelled, not refunded');
  if (trade.state === 'refunded') throw duplicate(trade.reference);
  if (parseAmount(required(call.input, 'totalFee')) !== trade.amount) {
    throw invalid(`totalFee, ${formatAmount(trade.amount)} was paid`);
  }
  return reverse(call, trade, 'refunded');
}

function close(call: HandlerCall): HandlerAnswer {
  const trade = findTrade(call, 'W');
  if (trade.direction !== 'customer') throw declined('only a QR can be closed');
  if (trade.state === 'closed') throw duplicate(trade.reference);
  if (trade.state === 'paid') throw declined('a paid QR is refunded, not closed');
  if (trade.state !== 'open' || isExpired(trade, call.now))
    throw declined('the QR is no longer open');
  setTradeState(call.store, trade, 'closed');
  post(call.store, { at: call.now, kind: 'ewallet.close', reference: trade.reference });
  return {};
}

function reverse(call: HandlerCall, trade: Trade, state: 'cancelled' | 'refunded'): HandlerAnswer {
  const { store, now, operation } = call;
  if (trade.state !== 'paid' || trade.payer === null) throw declined('it is not paid');
  post(
    store,
    { at: now, kind: operation.id, reference: trade.reference },
    reversed(tradeEntries(call, trade, trade.payer)),
  );
  setTradeState(store, trade, state);
  return { data: { details: 'SUCCESS', refundId: randomDigits(call.random, 20) } };
}

/** A new trade as it was asked for: within the merchant's limits, under a reference not used before. */
function newOrder(call: HandlerCall) {
  const { input, store } = call;
  const wallet = readWallet(call);
  const company = required(input, 'companyId');
  const reference = required(input, 'outTradeNo');
  const amount = parseAmount(required(input, 'totalFee')) ?? 0n;
  requireWithinLimits(wallet === 'A' ? 'WALLETA' : 'WALLETB', amount, 'totalFee');
  if (trades.find(store, { reference, company }) !== undefined) throw duplicate(reference);
  return { company, reference, wallet, amount, terminal: required(input, 'terminalId') };
}

function findTrade({ input, store }: HandlerCall, wallet: Wallet): Trade {
  const reference = required(input, 'outTradeNo');
  const trade = trades.find(store, { reference, company: required(input, 'companyId') });
  if (trade?.wallet !== wallet) throw unknownEntity(reference);
  return trade;
}

/** X is wallet A in its raw-data variant. */
function readWallet({ input }: HandlerCall): Wallet {
  return required(input, 'tranType') === 'W' ? 'W' : 'A';
}

/** A code is good for one payment, in its own wallet, for two minutes. */
function takeBuyerCode({ store, input, now }: HandlerCall, wallet: Wallet) {
  const code = buyerCodes.find(store, { code: required(input, 'buyerIdentityCode') });
  if (code?.wallet !== wallet) throw invalid('buyerIdentityCode');
  if (code.used) throw invalid('buyerIdentityCode, it was used before');
  if (code.expiresAt <= now) throw invalid('buyerIdentityCode, it has expired');
  buyerCodes.update(store, { code: code.code }, { used: true });
  return code;
}
