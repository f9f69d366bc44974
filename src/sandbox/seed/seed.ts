import { SANDBOX_PROFILE } from './profile.js';

interface SeedAccount {
  id: string;
  currency: 'THB' | 'USD' | 'CNY';
  name: string;
  /** What it opens with, in satang or cents. */
  balance: bigint;
  /** How a transfer to or from it ends, where not by its balance. */
  behaviour?: 'refuses' | 'slow';
}

/** Customers' and the partner's accounts. THB accounts have 10 digits, foreign currency accounts 13. */
export const ACCOUNTS: readonly SeedAccount[] = [
  {
    id: SANDBOX_PROFILE.payerAccountNo,
    currency: 'THB',
    name: 'Lotus Trading',
    balance: 10_000_000_00n,
  },
  { id: '1110000000002', currency: 'USD', name: 'Lotus Trading', balance: 250_000_00n },
  { id: '2220000001', currency: 'THB', name: 'Mali Suksai', balance: 10_000_000_00n },
  { id: '2220000002', currency: 'THB', name: 'Somdee Jaidee', balance: 300_00n },
  { id: '2220000003', currency: 'THB', name: 'Closed Account', balance: 0n, behaviour: 'refuses' },
  {
    id: '2220000004',
    currency: 'THB',
    name: 'Slow Account',
    balance: 10_000_000_00n,
    behaviour: 'slow',
  },
  { id: '2220000000005', currency: 'USD', name: 'Mali Suksai', balance: 20_000_00n },
  { id: 'card:4000000000000002', currency: 'THB', name: 'Mali Suksai', balance: 10_000_000_00n },
  { id: 'wallet:A', currency: 'CNY', name: 'Buyer of wallet A', balance: 10_000_000_00n },
  { id: 'wallet:W', currency: 'CNY', name: 'Buyer of wallet B', balance: 10_000_000_00n },
];

/** PromptPay proxies: tax and citizen ids, and the account that each leads to. */
export const PROXIES: ReadonlyMap<string, string> = new Map([
  ['1100000000017', '2220000001'],
  ['1100000000025', '2220000002'],
  [SANDBOX_PROFILE.taxId, SANDBOX_PROFILE.payerAccountNo],
]);

/** The account from which the customer of the sandbox pays. */
export const CUSTOMER_ACCOUNT = '2220000001';
export const SHOP_NAME = 'Example Shop';
/** The card of the seeded customer: a made-up number that passes the Luhn check. */
export const CUSTOMER_CARD = '4000000000000002';

/** Fixed rate at which the wallet schemes settle: baht for one yuan. */
export const BAHT_PER_YUAN = 5n;

/** A customer's code that a new bank knows, once; all others are made by `sandbox buyer-code`. */
export const EXAMPLE_BUYER_CODE = '130000000000000001';
