import { PayctlError } from '../core/errors.js';
import { parseAmount } from '../core/money.js';
import type { Bank } from './bank.js';
import { endRegistration, openRegistration } from './handlers/registrations.js';
import { AUTH_CODE_MS } from './handlers/token.js';
import { randomDigits, uuid } from './identifiers.js';
import { findAccount, move, openAccount, outsideAccount, post, yuanOf } from './ledger.js';
import { CUSTOMER_ACCOUNT } from './seed.js';
import { CUSTOMERS } from './seed-profiles.js';

/** "Limits": the customer's code lives two minutes. */
const BUYER_CODE_MS = 120_000;

export interface BuyerCodeOptions {
  /** A and W are the two wallets, P is the bank's own consumer-presented QR. */
  wallet: 'A' | 'W' | 'P';
  /** What the payer holds, in baht; the seeded customer pays unless it is given. */
  balance?: string;
  /** The customer thinks for so many milliseconds: USERPAYING until then. */
  pendingMs?: number;
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
      if (baht === undefined) throw new PayctlError('USAGE', `the balance ${balance} is no amount`);
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
    context.store.run(
      'INSERT INTO buyer_code (code, wallet, payer, expires_at, used, pending_ms, fail) VALUES (?, ?, ?, ?, 0, ?, ?)',
      code,
      wallet,
      payer,
      expiresAt,
      pendingMs ?? null,
      fail ? 1 : 0,
    );
    return { code, expiresAt };
  });
}

export interface ConsentOptions {
  /** Key of a seeded customer; `mali` unless given. */
  customer?: string;
  /** Bound to the code: the token call must bring the same. */
  state?: string;
  codeChallenge?: string;
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
    context.store.run(
      'INSERT INTO auth_code (code, customer, state, code_challenge, expires_at, used) VALUES (?, ?, ?, ?, ?, 0)',
      code,
      customer,
      state ?? null,
      codeChallenge ?? null,
      expiresAt,
    );
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
    endRegistration(context, waiting(context.store, regRef), { account });
  });
}

/** The registration fails: error 10 is a wrong PIN, 1 a citizen id that does not match, … */
export function rejectRegistration(bank: Bank, regRef: string, error = '10'): Promise<void> {
  return bank.act('customer.reject', regRef, (context) => {
    endRegistration(context, waiting(context.store, regRef), { error });
  });
}

function waiting(store: Parameters<typeof openRegistration>[0], regRef: string) {
  const registration = openRegistration(store, regRef);
  if (registration === undefined) {
    throw new PayctlError('NOT_FOUND', `no registration ${regRef} waits for the customer`);
  }
  return registration;
}
