import * as z from 'zod/mini';
import type { Problem } from '../../core/errors.js';
import { textAt } from '../answers.js';
import { lacking } from '../check.js';
import { type Fields, type Operation, operation } from '../define.js';
import { amountText, date, digits, reference, text } from '../fields.js';
import { labelled, type View } from '../view.js';
import { BillRecords, billStanding } from './records.js';
import { checkSearch, SearchReport, searchInput, searchPages } from './search.js';

/** A payment on one line: when, how much, what for, by whom; then what can be looked up elsewhere. */
const payment: View = labelled(
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

const ENTRY = 'transactionInformationAndStatus';

const MESSAGE = 'supplementaryData.envelope.originalMessage';

const found: View = {
  rows: 'searchPaymentStatusReport.searchPaymentReport',
  ...labelled(
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

/** What each kind of payment is looked up by. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  '00300100': ['billerId', 'reference1'],
  '00300104': ['partnerTransactionId'],
};

function checkEvent(fields: Fields): Problem[] {
  const { eventCode: event = '00300100' } = fields;
  if (typeof event !== 'string' || !Object.hasOwn(NEEDED, event)) return [];
  return lacking(fields, NEEDED[event] ?? [], `eventCode ${event}`);
}

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
      text('reference of the consumer-presented payment', { max: 35, conditional: 'for 00300104' }),
    ),
    amount: z.optional(amountText('amount of the payment', { digits: 15 })),
  }),
  settings: { billerId: 'billerId' },
  generated: { transactionDate: 'bangkokDate' },
  data: BillRecords,
  reference: 'reference1',
  standing: billStanding,
  check: checkEvent,
  example: {
    eventCode: '00300100',
    transactionDate: '2026-01-31',
    billerId: '123456789012345',
    reference1: 'INVOICE001',
  },
  view: payment,
  sandbox: 'lists the payments of a bill; none before it is paid',
});

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
  settings: {
    'supplementaryData.envelope.additionalData.creditorAccount.proxyIdentification': 'billerId',
  },
  generated: { messageIdentification: 'messageId', creationDateTime: 'channelDateTime' },
  data: SearchReport,
  pages: searchPages,
  check: checkSearch,
  standing(data) {
    const report = 'searchPaymentStatusReport.originalGroupInformationAndStatus.responseStatus';
    const state = textAt(data, report);
    if (state === undefined) return { class: 'SUCCESS' };
    return { class: state === 'FAILURE' ? 'REJECTED' : 'SUCCESS', state };
  },
  example: {
    messageIdentification: 'SEARCH0001',
    creationDateTime: '2026-01-31T09:00:00.000+07:00',
    'paymentSearchCriteria.requestedExecutionDate.dateSearch.fromDate': '2026-01-30',
    'paymentSearchCriteria.requestedExecutionDate.dateSearch.toDate': '2026-01-31',
    'supplementaryData.envelope.additionalData.creditorAccount.proxyIdentification':
      '123456789012345',
  },
  view: found,
  sandbox: 'searches the payments of a range of days, page by page',
});

export const operations: readonly Operation[] = [inquire, search];
