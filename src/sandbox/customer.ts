import { PayctlError, usageError } from '../core/errors.js';
import { formatAmount, parseAmount } from '../core/money.js';
import type { Sqlite } from '../host/sqlite.js';
import { customer as words } from '../messages/customer.js';
import type { Bank } from './bank.js';
import { endRegistration } from './handlers/dd.js';
import { loadPayables } from './handlers/families.js';
import type { CustomerPaymentResult, PayOptions } from './handlers/payable.js';
import { AUTH_CODE_MS } from './handlers/token.js';
import {
  bahtToYuan,
  findAccount,
  MOST_SATANG,
  move,
  openAccount,
  outsideAccount,
  post,
} from './ledger/ledger.js';
import { authCodes, buyerCodes, type Registration, registrations } from './ledger/tables.js';
import { CUSTOMERS } from './seed/profiles.js';
import { randomDigits, uuid } from './seed/random.js';
import { CUSTOMER_ACCOUNT } from './seed/seed.js';

/** Why a code cannot be paid here, if another embedded bank within reach made it. */
export type MadeElsewhere = (payload: string) => Promise<PayctlError | undefined>;

export async function hasMade(bank: Bank, payload: string): Promise<boolean> {
  const all = await loadPayables();
  return bank.look((context) =>
    all.some(({ find }) => {
      const payable = find(context, payload);
      return payable !== undefined && !payable.isForeign;
    }),
  );
}

/** Money for another bank's code would never arrive there. */
async function refuseOthers(
  bank: Bank,
  target: string,
  madeElsewhere: MadeElsewhere,
): Promise<void> {
  if (!/^000201|:\/\//.test(target) || (await hasMade(bank, target))) return;
  const refusal = await madeElsewhere(target);
  if (refusal !== undefined) throw refusal;
}

/**
 * The customer pays: `target` is the id, the reference or the payload of what was made here to be
 * paid, or a bill payment code from elsewhere. Throws PayctlError NOT_FOUND, REJECTED, USAGE, or
 * BAD_DATA for a payload that is broken.
 */
export async function pay(
  bank: Bank,
  target: string,
  options: PayOptions = {},
  madeElsewhere?: MadeElsewhere,
): Promise<CustomerPaymentResult> {
  if (madeElsewhere !== undefined) await refuseOthers(bank, target, madeElsewhere);
  const all = await loadPayables();
  return bank.act('customer.pay', target.length > 50 ? undefined : target, (context) => {
    for (const { find } of all) {
      const payable = find(context, target);
      if (payable !== undefined) return payable.pay(options);
    }
    throw new PayctlError('NOT_FOUND', words.unknownTarget, { hint: words.seeLog });
  });
}

/** A code that the customer can pay, as a page shows it. */
export interface OpenCode {
  payload: string;
  /** The reference of whoever created it. */
  reference: string;
  /** Baht; absent where the customer says how much. */
  amount?: string;
  at: number;
}

/** Direct debit registrations that wait for the customer, oldest first. */
export function openConsents(bank: Bank): { regRef: string; merchant: string }[] {
  return bank.look(({ store }) =>
    registrations
      .all(store, "WHERE status = '0001' ORDER BY created_at")
      .map(({ regRef, merchant }) => ({ regRef, merchant })),
  );
}

const MOST_OPEN_CODES = 20;

/** Codes that wait to be paid, newest first. */
export async function openCodes(bank: Bank): Promise<OpenCode[]> {
  const payables = await loadPayables();
  const codes = bank.look((context) =>
    payables.flatMap(({ open }) => open(context, MOST_OPEN_CODES)),
  );
  return codes
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, MOST_OPEN_CODES)
    .map(({ payload, reference, amount, createdAt: at }) => ({
      ...{ payload, reference, at },
      ...(amount !== null && { amount: formatAmount(amount) }),
    }));
}

/** "Limits": the customer's code lives two minutes. */
const BUYER_CODE_MS = 120_000;

/** Whose code it is, and what the customer does with it. */
export interface BuyerCodeOptions {
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
    if (wallet === 'P' && pendingMs !== undefined) throw usageError(words.paidAtOnce);
    const code = (wallet === 'A' ? '28' : '13') + randomDigits(context.random, 16);
    const currency = wallet === 'P' ? 'THB' : 'CNY';
    const seeded = wallet === 'P' ? CUSTOMER_ACCOUNT : `wallet:${wallet}`;
    const payer = balance === undefined ? seeded : `buyer:${code}`;
    if (balance !== undefined) {
      const baht = parseAmount(balance);
      if (baht === undefined || baht > MOST_SATANG) throw usageError(words.balanceWrong(balance));
      openAccount(context.store, { id: payer, currency, name: 'Buyer' });
      const gift = move(
        outsideAccount(context.store, 'gift', currency),
        payer,
        wallet === 'P' ? baht : bahtToYuan(baht),
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
    const names = Object.keys(CUSTOMERS).join(', ');
    throw new PayctlError('NOT_FOUND', words.noCustomer(customer, names));
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
      throw new PayctlError('NOT_FOUND', words.noAccount(account));
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
function openRegistration(store: Sqlite, regRef: string): Registration {
  const registration = registrations.find(store, { regRef, status: '0001' });
  if (registration !== undefined) return registration;
  throw new PayctlError('NOT_FOUND', words.noRegistration(regRef));
}
