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
