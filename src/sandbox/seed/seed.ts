/** The bank's own three-digit code. It belongs to no real bank. */
export const BANK_CODE: string = '999';

/** What anyone may know of the embedded bank. It is made up, and no secret: nothing leaves the machine. */
export const SANDBOX_PROFILE = {
  baseUrl: 'http://sandbox.localhost/partners/sandbox',
  environment: 'test',
  apiKey: 'l7sandbox000000000000000000000001',
  apiSecret: 'sandbox-secret-0000000000000000000',
  applicationId: 'l7sandbox000000000000000000000001',
  companyId: '00100',
  terminalId: '100000000000001',
  billerId: '010000000000101',
  merchantId: '200000000000001',
  ref3Prefix: 'SBX',
  outTradeNoPrefix: 'SBX',
  merchantApp: 'shopapp',
  corporateId: 'SANDBOXCORP01',
  taxId: '0100000000012',
  payerAccountNo: '1110000001',
  payerBankCode: BANK_CODE,
  ddMerchantId: '3000000001',
  subAccountId: '300000000001',
} as const;

/** The prefix under which a test environment answers; the root answers too. */
export const TEST_PREFIX = '/partners/sandbox';

/** The prefix of the live one, which some clients have built in. */
export const LIVE_PREFIX = '/partners';

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
export const PROXIES: Readonly<Record<string, string>> = {
  '1100000000017': '2220000001',
  '1100000000025': '2220000002',
  [SANDBOX_PROFILE.taxId]: SANDBOX_PROFILE.payerAccountNo,
};

/** The account from which the customer of the sandbox pays. */
export const CUSTOMER_ACCOUNT = '2220000001';
export const SHOP_NAME = 'Example Shop';
export const CUSTOMER_CARD = '4000000000000002';

/** Fixed rate at which the wallet schemes settle: baht for one yuan. */
export const BAHT_PER_YUAN = 5n;

/** A customer's code that a new bank knows, once; all others are made by `sandbox buyer-code`. */
export const EXAMPLE_BUYER_CODE = '130000000000000001';
