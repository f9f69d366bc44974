import { PayctlError } from '../core/errors.js';
import { formatAmount, parseAmount } from '../core/money.js';
import { readThaiQr } from '../qr/thai-qr.js';
import type { Bank } from './bank.js';
import { recordBillConfirmation, recordCardConfirmation } from './delivery/confirmations.js';
import { endRegistration } from './handlers/dd.js';
import type { HandlerContext } from './handlers/handler-context.js';
import { addPayment, findQrOf } from './handlers/payments.js';
import { AUTH_CODE_MS } from './handlers/token.js';
import { findTradeByQr, isExpired, payTrade, setTradeState } from './handlers/trades.js';
import {
  findAccount,
  InsufficientFunds,
  merchantAccount,
  move,
  openAccount,
  outsideAccount,
  post,
  yuanOf,
} from './ledger/ledger.js';
import { schedule } from './ledger/meta.js';
import {
  authCodes,
  buyerCodes,
  type Qr,
  qrs,
  type Registration,
  registrations,
  type Trade,
  trades,
} from './ledger/schema.js';
import type { Store } from './ledger/store.js';
import { CUSTOMERS } from './seed/profiles.js';
import { randomDigits, uuid } from './seed/random.js';
import { CUSTOMER_ACCOUNT, CUSTOMER_CARD } from './seed/seed.js';

/** How the customer behaves. */
interface PayOptions {
  /** In baht; needed where the code leaves it open. */
  amount?: string | undefined;
  /** From the account (QR 30) or, for QR CS and PPCS, by card. */
  by?: 'account' | 'card' | undefined;
  /** Account to pay from; by default the seeded customer's. */
  account?: string | undefined;
  /** Gives up: an e-wallet payment then fails, nothing else happens. */
  fail?: boolean;
  /** How long the customer takes; only e-wallet payments show it. */
  pendingMs?: number | undefined;
}

/** What came of it. */
export interface Paid {
  kind: 'ewallet' | 'qr30' | 'qrcs';
  /** outTradeNo, or id of the payment. */
  reference: string;
  state: 'paid' | 'failed' | 'pending';
  /** In baht. */
  amount: string;
  /** transRef of the slip, where there is one. */
  slip?: string;
}

/**
 * The customer pays: `target` is an outTradeNo, the id of a QR or its payload, also one that was
 * not made here. Throws PayctlError NOT_FOUND, REJECTED or USAGE.
 */
export function pay(bank: Bank, target: string, options: PayOptions = {}): Promise<Paid> {
  return bank.act('customer.pay', target.length > 50 ? undefined : target, (context) => {
    const { store } = context;
    const scanned = findTradeByQr(store, target);
    if (scanned !== undefined) return payWallet(context, scanned, options);
    const qr = qrs.find(store, { id: target }) ?? findQrOf(store, target);
    const trade = qr === undefined ? trades.find(store, { reference: target }) : undefined;
    if (trade !== undefined) return payWallet(context, trade, options);
    const code = qr ?? foreignQr(target);
    return isByCard(code, options)
      ? payByCard(context, code, options)
      : payByAccount(context, code, options);
  });
}

function payWallet(
  context: HandlerContext,
  trade: Trade,
  { fail = false, pendingMs }: PayOptions,
): Paid {
  if (isExpired(trade, context.now)) throw refused('the QR has expired');
  if (trade.state !== 'open' && trade.state !== 'paying')
    throw refused(`the payment is ${trade.state}`);
  const payer = trade.payer ?? `wallet:${trade.wallet}`;
  const { company, reference, amount } = trade;
  const paid = (state: Paid['state']) => paidBy('ewallet', reference, amount, state);
  if (pendingMs !== undefined) {
    setTradeState(context.store, trade, 'paying', payer);
    schedule(context.store, context.now + pendingMs, 'trade', { company, reference, fail });
    return paid('pending');
  }
  if (fail) setTradeState(context.store, trade, 'failed');
  return paid(!fail && payTrade(context, trade, payer) ? 'paid' : 'failed');
}

function payByAccount(context: HandlerContext, qr: Qr, options: PayOptions): Paid {
  const { biller, ref1, ref2, ref3 } = qr;
  if (biller === null) throw refused('this code takes cards only');
  const payment = take(context, qr, options, {
    channel: 'QR30',
    ...{ biller, ref1, ref2, ref3 },
    payer: options.account ?? CUSTOMER_ACCOUNT,
    payee: merchantAccount(context.store, biller),
  });
  recordBillConfirmation(context, payment);
  const paid = paidBy('qr30', payment.id, payment.amount);
  return payment.slip === null ? paid : { ...paid, slip: payment.slip };
}

function payByCard(context: HandlerContext, qr: Qr, options: PayOptions): Paid {
  const payment = take(context, qr, options, {
    channel: 'QRCS',
    payer: `card:${CUSTOMER_CARD}`,
    payee: merchantAccount(context.store, qr.merchant ?? ''),
  });
  recordCardConfirmation(context, payment, qr);
  return paidBy('qrcs', payment.id, payment.amount);
}

function paidBy(
  kind: Paid['kind'],
  reference: string,
  amount: bigint,
  state: Paid['state'] = 'paid',
): Paid {
  return { kind, reference, state, amount: formatAmount(amount) };
}

type Sides = Omit<Parameters<typeof addPayment>[3], 'amount' | 'qrId'>;

/** One payment of a code that may still be paid. */
function take(context: HandlerContext, qr: Qr, options: PayOptions, sides: Sides) {
  if (options.fail) throw refused('the customer gave up');
  if (qr.voided) throw refused('the code is void');
  if (qr.expiresAt !== null && qr.expiresAt <= context.now) throw refused('the code has expired');
  if (qr.times !== null && qr.paid >= qr.times)
    throw refused(`the code was paid ${qr.paid} times already`);
  const amount = amountOf(qr, options);
  qrs.update(context.store, { id: qr.id }, { paid: qr.paid + 1 });
  const reference = qr.id === '' ? (qr.ref1 ?? '') : qr.id;
  try {
    return addPayment(context, 'customer.pay', reference, {
      ...sides,
      amount,
      qrId: qr.id || null,
    });
  } catch (error) {
    if (error instanceof InsufficientFunds) throw refused(error.message);
    throw error;
  }
}

function amountOf(qr: Qr, { amount }: PayOptions): bigint {
  const given = amount === undefined ? undefined : parseAmount(amount);
  const due = qr.amount ?? given;
  if (due === undefined || due <= 0n)
    throw new PayctlError('USAGE', 'the code leaves the amount open', {
      hint: 'set the amount, e.g. --amount 100.00',
    });
  if (given !== undefined && given !== due) throw refused(`the code asks for ${formatAmount(due)}`);
  return due;
}

function isByCard(qr: Qr, { by }: PayOptions): boolean {
  if (by === 'card' && qr.type !== 'CS' && qr.type !== 'PPCS')
    throw refused('this code takes no cards');
  return qr.type === 'CS' || (qr.type === 'PPCS' && by === 'card');
}

/** A bill payment code made elsewhere: there is no limit on how often it can be paid. */
function foreignQr(payload: string): Qr {
  const bill = payload.startsWith('000201') ? readThaiQr(payload) : undefined;
  if (!bill?.bill?.billerId || !bill.bill.ref1) {
    throw new PayctlError(
      'NOT_FOUND',
      'the sandbox has no such reference, QR or bill payment code',
      {
        hint: 'list what it has with payctl sandbox log; create a QR with payctl --sandbox qr create',
      },
    );
  }
  return {
    ...{ id: '', type: 'PP', payload, merchant: null, terminal: null, invoice: null, note: null },
    ...{ times: null, paid: 0, createdAt: 0, expiresAt: null, voided: false },
    amount: parseAmount(bill.amount ?? '') ?? null,
    biller: bill.bill.billerId,
    ref1: bill.bill.ref1,
    ref2: bill.bill.ref2 ?? null,
    ref3: bill.additional?.terminal ?? null,
  };
}

function refused(why: string): PayctlError {
  return new PayctlError('REJECTED', `the customer cannot pay: ${why}`);
}

/** "Limits": the customer's code lives two minutes. */
const BUYER_CODE_MS = 120_000;

interface BuyerCodeOptions {
  /** A and W are the two wallets, P is the bank's own consumer-presented QR. */
  wallet: 'A' | 'W' | 'P';
  /** What the payer holds, in baht; by default the seeded customer pays. */
  balance?: string | undefined;
  /** How long the customer takes to confirm: USERPAYING until then. */
  pendingMs?: number | undefined;
  /** The customer refuses in the end. */
  fail?: boolean;
}

/** The customer shows a code to the till: buyerIdentityCode, or qrData for P. */
export function buyerCode(
  bank: Bank,
  options: BuyerCodeOptions,
): Promise<{ code: string; expiresAt: number }> {
  const { wallet, balance, pendingMs, fail = false } = options;
  return bank.act('customer.buyer-code', undefined, (context) => {
    const code = (wallet === 'A' ? '28' : '13') + randomDigits(context.random, 16);
    const currency = wallet === 'P' ? 'THB' : 'CNY';
    const seeded = wallet === 'P' ? CUSTOMER_ACCOUNT : `wallet:${wallet}`;
    const payer = balance === undefined ? seeded : `buyer:${code}`;
    if (balance !== undefined) {
      const baht = parseAmount(balance);
      if (baht === undefined)
        throw new PayctlError('USAGE', `the balance ${balance} is not an amount`);
      openAccount(context.store, { id: payer, currency, name: 'Buyer' });
      const gift = move(
        outsideAccount(context.store, 'gift', currency),
        payer,
        wallet === 'P' ? baht : yuanOf(baht),
        currency,
      );
      post(context.store, { at: context.now, kind: 'customer.buyer-code', reference: code }, gift);
    }
    const expiresAt = context.now + BUYER_CODE_MS;
    buyerCodes.insert(context.store, {
      code,
      wallet,
      payer,
      expiresAt,
      used: false,
      pendingMs,
      fail,
    });
    return { code, expiresAt };
  });
}

interface ConsentOptions {
  /** Key of a seeded customer; by default `mali`. */
  customer?: string | undefined;
  /** Bound to the code: the token call must bring the same. */
  state?: string | undefined;
  codeChallenge?: string | undefined;
}

/** The customer logs in and consents: the authorization code of the redirect, good for a minute. */
export function consent(
  bank: Bank,
  options: ConsentOptions = {},
): Promise<{ code: string; expiresAt: number }> {
  const { customer = 'mali', state, codeChallenge } = options;
  if (!Object.hasOwn(CUSTOMERS, customer)) {
    const known = Object.keys(CUSTOMERS).join(', ');
    throw new PayctlError('NOT_FOUND', `the sandbox has no customer ${customer}; it has ${known}`);
  }
  return bank.act('customer.consent', undefined, (context) => {
    const code = uuid(context.random);
    const expiresAt = context.now + AUTH_CODE_MS;
    authCodes.insert(context.store, {
      code,
      customer,
      state,
      codeChallenge,
      expiresAt,
      used: false,
    });
    return { code, expiresAt };
  });
}

/** The customer approves a direct debit registration by PIN or card; the account may be charged from then on. */
export function approveRegistration(
  bank: Bank,
  regRef: string,
  account = CUSTOMER_ACCOUNT,
): Promise<void> {
  return bank.act('customer.approve', regRef, (context) => {
    if (findAccount(context.store, account) === undefined) {
      throw new PayctlError('NOT_FOUND', `the sandbox has no account ${account}`);
    }
    endRegistration(context, openRegistration(context.store, regRef), { account });
  });
}

/** The registration fails: error 10 is a wrong PIN, 1 a citizen id that does not match, … */
export function rejectRegistration(bank: Bank, regRef: string, error = '10'): Promise<void> {
  return bank.act('customer.reject', regRef, (context) => {
    endRegistration(context, openRegistration(context.store, regRef), { error });
  });
}

/** By its own reference alone: the customer does not know the merchant's number. */
function openRegistration(store: Store, regRef: string): Registration {
  const registration = registrations.find(store, { regRef, status: '0001' });
  if (registration !== undefined) return registration;
  throw new PayctlError('NOT_FOUND', `no registration ${regRef} is waiting for the customer`);
}
