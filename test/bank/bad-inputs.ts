/**
 * Inputs that the specification forbids: the example of the operation with one thing changed.
 * Values are strings, so that every row can also be typed as a command.
 */
export interface BadInput {
  operation: string;
  /** undefined leaves the field out. */
  change: Readonly<Record<string, string | undefined>>;
  /** The field that must be named. */
  field: string;
  /** A part of what must be said. */
  says: string;
  environment?: 'test';
}

function row(
  operation: string,
  change: BadInput['change'],
  says: string,
  field?: string,
): BadInput {
  return { operation, change, field: field ?? Object.keys(change)[0] ?? '', says };
}

function inTest(bad: BadInput): BadInput {
  return { ...bad, environment: 'test' };
}

const long = (length: number): string => 'A'.repeat(length);

const EWALLET = ['create', 'pay', 'inquire', 'cancel', 'refund', 'close'].map(
  (name) => `ewallet.${name}`,
);

const ewallet: BadInput[] = [
  ...EWALLET.flatMap((id) => [
    row(id, { tranType: undefined }, 'is missing; '),
    row(id, { tranType: 'Q' }, 'is "Q"; '),
    row(id, { companyId: '123456' }, 'has 6 characters; at most 5 are allowed'),
    row(id, { companyId: undefined }, 'set companyId in the profile'),
    row(id, { terminalId: undefined }, 'set terminalId in the profile'),
    row(id, { outTradeNo: '' }, 'is empty'),
    inTest(row(id, { companyId: '00A' }, 'only digits in the test environment')),
  ]),
  ...['create', 'pay', 'inquire'].map((name) =>
    row(`ewallet.${name}`, { tranType: 'X' }, 'is "X"; use A or W'),
  ),
  row('ewallet.cancel', { tranType: 'a' }, 'use A, X or W'),
  row('ewallet.refund', { tranType: 'A' }, 'only W is allowed'),
  row('ewallet.refund', { tranType: 'X' }, 'only W is allowed'),
  row('ewallet.close', { tranType: 'A' }, 'only W is allowed'),
  row('ewallet.create', { outTradeNo: long(21) }, 'has 21 characters; at most 20'),
  ...EWALLET.slice(1).map((id) =>
    row(id, { outTradeNo: long(51) }, 'has 51 characters; at most 50'),
  ),
  ...EWALLET.filter((id) => id !== 'ewallet.pay').map((id) =>
    inTest(row(id, { outTradeNo: '20260131' }, 'three letters of the provider prefix')),
  ),
  row('ewallet.inquire', { outTradeNo: undefined }, 'is missing'),
  row('ewallet.inquire', { outTradeNo: 'ABC\n1' }, 'control characters'),
  row('ewallet.pay', { buyerIdentityCode: undefined }, 'is missing'),
  row('ewallet.pay', { buyerIdentityCode: ' ' }, 'is empty'),
  ...[
    '0',
    '0.00',
    '-1',
    '+1',
    '1.234',
    '1,000',
    '.5',
    '5.',
    '1e3',
    '',
    ' 1',
    '๑๐๐',
    '１００',
    'NaN',
  ].map((totalFee) => row('ewallet.pay', { totalFee }, 'amount')),
  row('ewallet.pay', { totalFee: '12345678.90' }, 'has 11 characters; at most 10'),
  row('ewallet.create', { totalFee: undefined }, 'is missing'),
  row('ewallet.refund', { totalFee: '12345678901' }, 'has 11 characters; at most 10'),
];

const qr: BadInput[] = [
  row('qr.create', { qrType: 'CS' }, 'only PP is allowed'),
  row('qr.create', { ppType: 'MSISDN' }, 'only BILLERID is allowed'),
  row('qr.create', { ppId: '12345678901234' }, 'exactly 15 digits'),
  row('qr.create', { ppId: '1234567890123456' }, 'exactly 15 digits'),
  row('qr.create', { ppId: '12345678901234๕' }, 'exactly 15 digits'),
  row('qr.create', { ppId: undefined }, 'set billerId in the profile'),
  row('qr.create', { ref1: undefined }, 'is missing'),
  ...['ref1', 'ref2', 'ref3'].flatMap((field) => [
    row('qr.create', { [field]: 'invoice1' }, 'only A-Z and 0-9'),
    row('qr.create', { [field]: 'INV-1' }, 'only A-Z and 0-9'),
    row('qr.create', { [field]: long(21) }, 'has 21 characters; at most 20'),
    row('qr.create', { [field]: '' }, 'is empty'),
  ]),
  row('qr.create', { amount: '12345678901234.00' }, 'has 14 digits before the decimal point'),
  row('qr.create', { amount: '0.00' }, 'is zero'),
  row('qr.create', { amount: '1.005' }, 'at most two decimals'),
  row('qr.create', { numberOfTimes: '10000' }, 'whole number from 0 to 9999'),
  row('qr.create', { numberOfTimes: '-1' }, 'whole number from 0 to 9999'),
  row('qr.create', { numberOfTimes: '1.5' }, 'whole number from 0 to 9999'),
  row('qr.create', { expiryDate: undefined }, 'is missing; numberOfTimes needs it'),
  row('qr.create', { expiryDate: '2099-12-31' }, 'YYYY-MM-DD HH:MM:SS'),
  row('qr.create', { expiryDate: '2099-12-31T23:59:59' }, 'YYYY-MM-DD HH:MM:SS'),
  row('qr.create', { expiryDate: '2099-02-30 10:00:00' }, 'YYYY-MM-DD HH:MM:SS'),
  row('qr.create', { expiryDate: '2099-12-31 24:00:00' }, 'YYYY-MM-DD HH:MM:SS'),
  row('qr.inquire', { qrId: long(21) }, 'up to 20'),
  row('qr.inquire', { qrId: '1'.repeat(22) }, 'up to 20'),
  row('qr.inquire', { qrId: '..' }, 'letters, digits'),
  row('qr.inquire', { qrId: 'a/b' }, 'letters, digits'),
  row('qr.createV1', { ref1: undefined }, 'is missing; PPCS needs it'),
  row('qr.createV1', { invoice: undefined }, 'is missing; PPCS needs it'),
  row('qr.createV1', { merchantId: undefined }, 'is missing; PPCS needs it'),
  row('qr.createV1', { amount: '12345678901.00' }, 'has 14 characters; at most 13'),
  row('qr.void', { 'bp.bpReference': undefined }, 'is missing'),
  row(
    'qr.void',
    { 'bp.reversalType': 'ISO20022_CANCELLATION_REQUEST' },
    'is missing; ISO20022_CANCELLATION_REQUEST needs it',
    'originalPaymentInformationAndReversal.originalEndToEndIdentification',
  ),
];

const transfers: BadInput[] = [
  row('transfer.inquire', { tokenizerId: long(36) }, 'has 36 characters; at most 35'),
  row('transfer.inquire', { tokenizerId: undefined }, 'is missing'),
  row('transfer.inquire', { dateFrom: undefined, dateTo: undefined }, 'is missing'),
  row('transfer.inquire', { dateFrom: '2026-02-29', dateTo: undefined }, 'day of the calendar'),
  row('transfer.inquire', { dateFrom: '31-01-2026' }, 'day of the calendar'),
  row('transfer.inquire', { dateFrom: '2026-1-31' }, 'day of the calendar'),
  row('transfer.inquire', { dateTo: '2026-04-31' }, 'day of the calendar'),
  row('transfer.inquire', { dateTo: '2026-02-03' }, 'is 4 days after dateFrom; at most 3'),
  row('transfer.inquire', { dateTo: '2026-01-29' }, 'is before dateFrom'),
  row('transfer.inquire', { channelDateTime: '2026-01-31T09:00:00+07:00' }, '29 characters'),
  row('transfer.inquire', { channelDateTime: '2026-01-31T25:00:00.000+07:00' }, '29 characters'),
  row('transfer.inquire', { channelDateTime: '2026-02-30T09:00:00.000+07:00' }, '29 characters'),
  row('transfer.debitConfirm', { tokenizerId: undefined }, 'is missing'),
  row('transfer.debitConfirm', { tokenizerId: long(36) }, 'at most 35'),
  row('transfer.creditConfirm', { channelDateTime: 'now' }, '29 characters'),
  row(
    'transfer.creditInitiate',
    { 'payee.accountInfo.bankCode': '004', 'tranAmount.amount': '2000000.01' },
    'above 2,000,000 baht',
    'tranAmount.amount',
  ),
  row(
    'transfer.creditInitiate',
    {
      'payee.proxy.value': '0105500000001',
      'payee.proxy.type': 'NATID',
      'tranAmount.amount': '3000000',
    },
    'the limit of a transfer by PromptPay',
    'tranAmount.amount',
  ),
  row(
    'transfer.creditInitiate',
    {
      'payer.accountInfo.accountNo': '1234567890123',
      'payee.accountInfo.bankCode': '004',
      'tranAmount.currency': 'USD',
      objectiveCode: '318245',
    },
    'must be THB',
    'tranAmount.currency',
  ),
  row(
    'transfer.creditInitiate',
    {
      'payer.accountInfo.accountNo': '1234567890123',
      'payee.accountInfo.accountNo': '3210987654321',
      'tranAmount.currency': 'USD',
    },
    'foreign currency needs it',
    'objectiveCode',
  ),
  row(
    'transfer.debitInitiate',
    { 'payee.accountInfo.accountNo': '1234567890123' },
    'foreign-currency account (13 digits)',
  ),
  row('transfer.creditInitiate', { 'payer.taxId': undefined }, 'is missing'),
  row('transfer.creditInitiate', { partnerTransactionID: long(26) }, 'at most 25'),
  row('transfer.debitInitiate', { 'tranAmount.amount': undefined }, 'is missing'),
  row('transfer.debitInitiate', { 'tranAmount.currency': 'baht' }, 'three capital letters'),
];

const others: BadInput[] = [
  row('dd.register', { backUrl: undefined }, 'is missing'),
  row('dd.register', { regRef: long(21) }, 'at most 20'),
  row('dd.register', { citizenId: '123' }, 'exactly 13 digits'),
  row('dd.charge', { accountNumber: '12345' }, 'exactly 10 digits'),
  row('dd.charge', { amount: '1234567890123' }, 'has 13 digits before the decimal point'),
  row('dd.charge', { refDateTime: '20260230090000' }, 'not a valid date and time'),
  row('dd.payment', { refDateTime: '2026-01-31' }, '14 digits'),
  row('bill.inquire', { reference1: undefined }, 'eventCode 00300100 needs it'),
  row(
    'bill.inquire',
    { eventCode: '00300104' },
    'eventCode 00300104 needs it',
    'partnerTransactionId',
  ),
  row('bill.inquire', { transactionDate: '2026-13-01' }, 'day of the calendar'),
  row('bill.search', { creationDateTime: '2026-01-31' }, '29 characters'),
  row(
    'bill.search',
    { 'paymentSearchCriteria.requestedExecutionDate.dateSearch.toDate': '2026-01-29' },
    'is before fromDate',
  ),
  row(
    'bill.search',
    {
      'paymentSearchCriteria.instructedAmount.currencyAndAmountRange.amount.toAmount': '9.99',
      'paymentSearchCriteria.instructedAmount.currencyAndAmountRange.amount.fromAmount': '10',
    },
    'is less than fromAmount',
  ),
  row('slip.verify', { sendingBank: '14' }, 'exactly 3 digits'),
  row('slip.verify', { transRef: '../inquiry' }, 'letters, digits'),
  row('cpm.pay', { reference1: 'inv 1' }, 'only A-Z and 0-9'),
  row('cpm.pay', { partnerTransactionId: long(36) }, 'at most 35'),
  row('cpm.refund', { partnerTransactionId: undefined }, 'is missing'),
  row('deeplink.create', { 'billPayment.accountTo': '1234' }, 'exactly 15 digits'),
  row('deeplink.create', { sessionValidityPeriod: '0' }, 'from 1 to 86400'),
  row('deeplink.inquire', { transactionId: 'LINK_1' }, 'letters, digits and -'),
  row('profile.merchant', { merchantApp: 'a/../b' }, 'letters, digits'),
  row('token.issue', { applicationKey: undefined }, 'set apiKey in the profile'),
];

export const BAD_INPUTS: readonly BadInput[] = [...ewallet, ...qr, ...transfers, ...others];
