import * as z from 'zod/mini';
import type { Problem } from '../../core/errors.js';
import { compareAmounts } from '../../core/money.js';
import { parseDate } from '../../core/time.js';
import { field as says } from '../../messages/bank.js';
import { money, NO_SUCH_ENTITY, optionalObject, scalar, textAt, word, words } from '../answers.js';
import { inputText, missingFields } from '../check.js';
import {
  type Fields,
  labelledColumns,
  type Operation,
  operation,
  type Pages,
  type View,
} from '../define.js';
import {
  amountText,
  channelDateTimeField,
  date,
  digits,
  reference,
  text,
  yesNo,
} from '../fields.js';
import { billRecords, billStatus } from './records.js';
import { readers } from './references.js';

const dateSearch = z.looseObject({
  fromDate: date('first date of the payments', { flag: '--from-date' }),
  toDate: date('last date of the payments', { flag: '--to-date' }),
});

const instructedAmount = z.looseObject({
  currencyAndAmountRange: z.looseObject({
    amount: z.looseObject({
      fromAmount: amountText('least amount', { digits: 15 }, { flag: '--from-amount' }),
      toAmount: amountText('greatest amount', { digits: 15 }, { flag: '--to-amount' }),
    }),
    currency: z.optional(text('currency of the amounts', { max: 3, flag: '--currency' })),
  }),
});

const paymentSearchCriteria = z.looseObject({
  messageIdentification: z.optional(
    text('message id of the payment', { max: 36, flag: '--payment-message-identification' }),
  ),
  requestedExecutionDate: z.optional(z.looseObject({ dateSearch })),
  instructedAmount: z.optional(instructedAmount),
  serviceType: z.optional(
    text('kind of payment', { known: ['Bill Payment', 'B Scan C'], flag: '--service-type' }),
  ),
  includeInitiate: z.optional(
    yesNo('also payments that were only initiated', { flag: '--include-initiate' }),
  ),
});

const DATES = 'paymentSearchCriteria.requestedExecutionDate.dateSearch';
const AMOUNTS = 'paymentSearchCriteria.instructedAmount.currencyAndAmountRange.amount';
const DETAILS = 'supplementaryData.envelope.additionalData';
const BILLER = `${DETAILS}.creditorAccount.proxyIdentification`;
const REPORT = 'searchPaymentStatusReport';
const GROUP = `${REPORT}.originalGroupInformationAndStatus`;
const ENTRY = 'transactionInformationAndStatus';
const MESSAGE = 'supplementaryData.envelope.originalMessage';

const page = [/^[0-9]{1,6}$/, says.wholeNumber] as const;

const additionalData = z.looseObject({
  creditorAccount: z.optional(
    z.looseObject({
      proxyIdentificationType: z._default(
        text('kind of creditor id', { known: ['billerid'], flag: '--proxy-identification-type' }),
        'billerid',
      ),
      proxyIdentification: digits(15, 'biller id, 15 digits', { flag: '--biller-id' }),
    }),
  ),
  billReference1: z.optional(text('reference 1', { max: 20, flag: '--bill-reference1' })),
  billReference2: z.optional(text('reference 2', { max: 20, flag: '--bill-reference2' })),
  billReference3: z.optional(text('reference 3', { max: 20, flag: '--bill-reference3' })),
  partnerIdentification: z.optional(
    text('id of the partner', { flag: '--partner-identification' }),
  ),
  pageSize: z.optional(text('records on a page', { pattern: page, flag: '--page-size' })),
  pageNumber: z.optional(text('number of the page', { pattern: page, flag: '--page-number' })),
  includeHistoryDetails: z.optional(
    yesNo('with the history of every payment', { flag: '--include-history-details' }),
  ),
});

/** The bank answers a range that runs backwards with an empty list. */
function checkSearch(input: Fields): Problem[] {
  const problems: Problem[] = [];
  const value = (path: string) => inputText(input, path) ?? '';
  const [from, to] = ['fromDate', 'toDate'].map((name) => parseDate(value(`${DATES}.${name}`)));
  if (from !== undefined && to !== undefined && to < from) {
    problems.push({ field: `${DATES}.toDate`, message: says.before('fromDate') });
  }
  const least = value(`${AMOUNTS}.fromAmount`);
  const most = value(`${AMOUNTS}.toAmount`);
  if ((compareAmounts(most, least) ?? 0) < 0) {
    problems.push({ field: `${AMOUNTS}.toAmount`, message: says.lessThan('fromAmount') });
  }
  return problems;
}

/** The answer of the search, from public documents. */
const searchReport = z.looseObject({
  searchPaymentStatusReport: optionalObject({
    originalGroupInformationAndStatus: optionalObject({
      responseStatus: word,
      totalRecords: scalar,
    }),
    searchPaymentReport: z.nullish(
      z.array(
        z.looseObject({
          transactionInformationAndStatus: optionalObject({
            ...words('transactionStatus', 'clearingSystemReference', 'acceptanceDateTime'),
            originalTransactionReference: optionalObject({ interbankSettlementAmount: money() }),
          }),
          supplementaryData: optionalObject({
            envelope: optionalObject({
              originalMessage: optionalObject(
                words('billReference1', 'billReference2', 'billReference3'),
              ),
            }),
          }),
        }),
      ),
    ),
  }),
});

const searchPages: Pages = {
  number: `${DETAILS}.pageNumber`,
  size: `${DETAILS}.pageSize`,
  records: `${REPORT}.searchPaymentReport`,
  total: `${GROUP}.totalRecords`,
  wrapper: 'data',
};

/** Fields of the search, version 3, from public documents; in the style of ISO 20022. */
const searchInput = z.looseObject({
  messageIdentification: text('id of this search', { max: 36 }),
  creationDateTime: channelDateTimeField('moment of this search, 29 characters'),
  paymentSearchCriteria: z.optional(paymentSearchCriteria),
  supplementaryData: z.optional(z.looseObject({ envelope: z.looseObject({ additionalData }) })),
});

/** When, how much, what for, by whom; then what can be looked up elsewhere. */
const paymentView: View = labelledColumns(
  [
    ['transactionDateandTime', 'time'],
    ['amount', 'amount'],
    ['billPaymentRef1', 'ref1'],
    ['payerName', 'payer'],
    ['reverseFlag', 'reversed'],
    ['billPaymentRef2', 'ref2'],
    ['transactionId', 'transactionId'],
    ['sendingBankCode', 'bank'],
  ],
  4,
);

const searchView: View = {
  rows: searchPages.records,
  ...labelledColumns(
    [
      [`${ENTRY}.acceptanceDateTime`, 'time'],
      [`${ENTRY}.originalTransactionReference.interbankSettlementAmount`, 'amount'],
      [`${ENTRY}.transactionStatus`, 'status'],
      [`${MESSAGE}.billReference1`, 'ref1'],
      [`${MESSAGE}.billReference2`, 'ref2'],
      [`${ENTRY}.clearingSystemReference`, 'transactionId'],
    ],
    4,
  ),
};

const shared = {
  specified: false,
  effect: 'read',
  owner: 'apiKey',
  language: 'EN/TH',
  subject: 'application',
} as const;

/** The fields that each kind of payment requires. */
const REQUIRED_BY_EVENT: Readonly<Record<string, readonly string[]>> = {
  '00300100': ['billerId', 'reference1'],
  '00300104': ['partnerTransactionId'],
};

function checkEvent(fields: Fields): Problem[] {
  const { eventCode: event = '00300100' } = fields;
  if (typeof event !== 'string' || !Object.hasOwn(REQUIRED_BY_EVENT, event)) return [];
  return missingFields(fields, REQUIRED_BY_EVENT[event] ?? [], `eventCode ${event}`);
}

/** "GET /v1/payment/billpayment/inquiry": "Endpoints known by path only", fields from public documents. */
export const inquire = operation({
  ...shared,
  id: 'bill.inquire',
  role: 'inquiry',
  payment: 'bill',
  method: 'GET',
  path: '/v1/payment/billpayment/inquiry',
  summary: 'Ask whether a QR 30 or a consumer-presented QR was paid',
  notes: [
    'transactionDate is the Bangkok date of the payment: one made just after midnight stands under the next date.',
    'A record means paid; reverseFlag R means that it was refunded.',
  ],
  input: z.looseObject({
    eventCode: z._default(
      text('00300100 QR 30, 00300104 consumer-presented QR', { known: ['00300100', '00300104'] }),
      '00300100',
    ),
    transactionDate: date('date of the payment, YYYY-MM-DD'),
    billerId: z.optional(digits(15, 'biller id, 15 digits', { conditional: 'for 00300100' })),
    reference1: z.optional(reference('reference 1', { conditional: 'for 00300100' })),
    reference2: z.optional(reference('reference 2')),
    partnerTransactionId: z.optional(
      text('reference of the consumer-presented payment', {
        max: 35,
        conditional: 'for 00300104',
      }),
    ),
    amount: z.optional(amountText('amount of the payment', { digits: 15 })),
  }),
  settings: { billerId: 'billerId' },
  generated: { transactionDate: 'bangkokDate' },
  data: billRecords,
  reference: 'reference1',
  echoes: {
    billPaymentRef1: 'reference1',
    billPaymentRef2: 'reference2',
    payeeProxyId: 'billerId',
    partnerTransactionId: 'partnerTransactionId',
  },
  readPayments: readers.inquire,
  bankStatus: billStatus,
  check: checkEvent,
  absence: NO_SUCH_ENTITY,
  example: {
    eventCode: '00300100',
    transactionDate: '2026-01-31',
    billerId: '123456789012345',
    reference1: 'INVOICE001',
  },
  view: paymentView,
  sandbox: 'lists the payments of a bill; none before it is paid',
});

/** "POST /v3/payment/billpayment/inquiry": "Endpoints known by path only", fields from public documents. */
export const search = operation({
  ...shared,
  id: 'bill.search',
  role: 'inquiry',
  payment: 'bill',
  method: 'POST',
  path: '/v3/payment/billpayment/inquiry',
  summary: 'Search payments by date, amount, biller and references',
  notes: ['Publicly known to be missing from the test environment.'],
  input: searchInput,
  settings: { [BILLER]: 'billerId' },
  generated: { messageIdentification: 'messageId', creationDateTime: 'channelDateTime' },
  data: searchReport,
  pages: searchPages,
  echoes: {
    [`${MESSAGE}.billReference1`]: `${DETAILS}.billReference1`,
    [`${MESSAGE}.billReference2`]: `${DETAILS}.billReference2`,
    [`${MESSAGE}.receivingProxyIdentification`]: BILLER,
  },
  readPayments: readers.search,
  check: checkSearch,
  bankStatus(data) {
    const state = textAt(data, `${GROUP}.responseStatus`);
    if (state === undefined) return { class: 'SUCCESS' };
    return { class: state === 'FAILURE' ? 'REJECTED' : 'SUCCESS', state };
  },
  example: {
    messageIdentification: 'SEARCH0001',
    creationDateTime: '2026-01-31T09:00:00.000+07:00',
    [`${DATES}.fromDate`]: '2026-01-30',
    [`${DATES}.toDate`]: '2026-01-31',
    [BILLER]: '123456789012345',
  },
  view: searchView,
  sandbox: 'searches the payments of a range of days, page by page',
});

/** The inquiry of one payment, then the search. */
export const operations: readonly Operation[] = [inquire, search];
