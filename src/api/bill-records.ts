import * as z from 'zod';
import type { Problem } from '../errors.js';
import { at, fromPlain, type Json, textOf } from '../json.js';
import { amountText } from './amount-fields.js';
import { scalar, textAt, words } from './answers.js';
import { fieldAt } from './check.js';
import { digits, text, yesNo } from './fields.js';
import { compareAmounts } from './money.js';
import type { Fields, Standing } from './operation.js';
import { parseDate } from './time.js';
import { channelDateTimeField, date } from './time-fields.js';

/** Public facts of a bill payment: a list without a state, in which a record means paid. */
export const BillRecords = z
  .array(
    z.looseObject({
      amount: scalar,
      ...words(
        'eventCode',
        'transactionType',
        'reverseFlag',
        'payeeName',
        'payerName',
        'sendingBankCode',
        'transactionId',
        'transactionDateandTime',
        'billPaymentRef1',
        'billPaymentRef2',
        'billPaymentRef3',
        'currencyCode',
        'partnerTransactionId',
      ),
    }),
  )
  .nullish();

export const billPersonal = [
  'payeeName',
  'payeeAccountNumber',
  'payerName',
  'payerAccountNumber',
  'payerProxyId',
] as const;

/** Nothing found is not paid yet; a payment that was taken back is none to ship goods for. */
export function billStanding(data: Json): Standing {
  const records = Array.isArray(data) ? data : [];
  if (records.length === 0) return { class: 'PENDING', reason: 'no payment is known so far' };
  const reversed = records.every((record) => textAt(record, 'reverseFlag') === 'R');
  if (!reversed) return { class: 'SUCCESS' };
  return { class: 'REJECTED', state: 'R', reason: 'the payment was refunded' };
}

/** Whether any record of an inquiry was refunded. */
export function hasReversal(data: Json): boolean {
  return Array.isArray(data) && data.some((record) => at(record, 'reverseFlag') === 'R');
}

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
    currency: text('currency of the amounts', { max: 3, flag: '--currency' }).optional(),
  }),
});

const paymentSearchCriteria = z.looseObject({
  messageIdentification: text('message id of the payment', {
    max: 36,
    flag: '--payment-message-identification',
  }).optional(),
  requestedExecutionDate: z.looseObject({ dateSearch }).optional(),
  instructedAmount: instructedAmount.optional(),
  serviceType: text('kind of payment', {
    known: ['Bill Payment', 'B Scan C'],
    flag: '--service-type',
  }).optional(),
  includeInitiate: yesNo('also payments that were only initiated', {
    flag: '--include-initiate',
  }).optional(),
});

const page = [/^[0-9]{1,6}$/, 'must be a whole number'] as const;

const additionalData = z.looseObject({
  creditorAccount: z
    .looseObject({
      proxyIdentificationType: text('kind of creditor id', {
        known: ['billerid'],
        flag: '--proxy-identification-type',
      }).default('billerid'),
      proxyIdentification: digits(15, 'biller id, 15 digits', { flag: '--biller-id' }),
    })
    .optional(),
  billReference1: text('reference 1', { max: 20, flag: '--bill-reference1' }).optional(),
  billReference2: text('reference 2', { max: 20, flag: '--bill-reference2' }).optional(),
  billReference3: text('reference 3', { max: 20, flag: '--bill-reference3' }).optional(),
  partnerIdentification: text('id of the partner', { flag: '--partner-identification' }).optional(),
  pageSize: text('records on a page', { pattern: page, flag: '--page-size' }).optional(),
  pageNumber: text('number of the page', { pattern: page, flag: '--page-number' }).optional(),
  includeHistoryDetails: yesNo('with the history of every payment', {
    flag: '--include-history-details',
  }).optional(),
});

/** Ranges that run backwards find nothing, and say nothing about it. */
export function checkSearch(input: Fields): Problem[] {
  const problems: Problem[] = [];
  const value = (path: string) => textOf(fromPlain(fieldAt(input, path) ?? null)) ?? '';
  const [from, to] = ['fromDate', 'toDate'].map((name) => parseDate(value(`${DATES}.${name}`)));
  if (from !== undefined && to !== undefined && to < from) {
    problems.push({ field: `${DATES}.toDate`, message: 'lies before fromDate; it must not' });
  }
  const least = value(`${AMOUNTS}.fromAmount`);
  const most = value(`${AMOUNTS}.toAmount`);
  if ((compareAmounts(most, least) ?? 0) < 0) {
    problems.push({ field: `${AMOUNTS}.toAmount`, message: 'is below fromAmount; it must not be' });
  }
  return problems;
}

const DATES = 'paymentSearchCriteria.requestedExecutionDate.dateSearch';
const AMOUNTS = 'paymentSearchCriteria.instructedAmount.currencyAndAmountRange.amount';

/** Public fields of the search of version 3, in the style of ISO 20022. */
export const searchInput = z.looseObject({
  messageIdentification: text('id of this search', { max: 36 }),
  creationDateTime: channelDateTimeField('moment of this search, 29 characters'),
  paymentSearchCriteria: paymentSearchCriteria.optional(),
  supplementaryData: z.looseObject({ envelope: z.looseObject({ additionalData }) }).optional(),
});
