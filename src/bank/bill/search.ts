import * as z from 'zod/mini';
import type { Problem } from '../../core/errors.js';
import { fromPlain, textOf } from '../../core/json.js';
import { compareAmounts } from '../../core/money.js';
import { parseDate } from '../../core/time.js';
import { money, part, scalar, word, words } from '../answers.js';
import { fieldAt } from '../check.js';
import type { Fields, Pages } from '../define.js';
import { amountText, channelDateTimeField, date, digits, text, yesNo } from '../fields.js';

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

const page = [/^[0-9]{1,6}$/, 'must be a whole number'] as const;

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

/** Ranges that run backwards find nothing, and say nothing about it. */
export function checkSearch(input: Fields): Problem[] {
  const problems: Problem[] = [];
  const value = (path: string) => textOf(fromPlain(fieldAt(input, path) ?? null)) ?? '';
  const [from, to] = ['fromDate', 'toDate'].map((name) => parseDate(value(`${DATES}.${name}`)));
  if (from !== undefined && to !== undefined && to < from) {
    problems.push({ field: `${DATES}.toDate`, message: 'is before fromDate' });
  }
  const least = value(`${AMOUNTS}.fromAmount`);
  const most = value(`${AMOUNTS}.toAmount`);
  if ((compareAmounts(most, least) ?? 0) < 0) {
    problems.push({ field: `${AMOUNTS}.toAmount`, message: 'is less than fromAmount' });
  }
  return problems;
}

const DATES = 'paymentSearchCriteria.requestedExecutionDate.dateSearch';
const AMOUNTS = 'paymentSearchCriteria.instructedAmount.currencyAndAmountRange.amount';

/** Public fields of what the search finds. */
export const SearchReport = z.looseObject({
  searchPaymentStatusReport: part({
    originalGroupInformationAndStatus: part({ responseStatus: word, totalRecords: scalar }),
    searchPaymentReport: z.nullish(
      z.array(
        z.looseObject({
          transactionInformationAndStatus: part({
            ...words('transactionStatus', 'clearingSystemReference', 'acceptanceDateTime'),
            originalTransactionReference: part({ interbankSettlementAmount: money }),
          }),
          supplementaryData: part({
            envelope: part({
              originalMessage: part(words('billReference1', 'billReference2', 'billReference3')),
            }),
          }),
        }),
      ),
    ),
  }),
});

const REPORT = 'searchPaymentStatusReport';
const DETAILS = 'supplementaryData.envelope.additionalData';

export const searchPages: Pages = {
  number: `${DETAILS}.pageNumber`,
  size: `${DETAILS}.pageSize`,
  records: `${REPORT}.searchPaymentReport`,
  total: `${REPORT}.originalGroupInformationAndStatus.totalRecords`,
  wrapper: 'data',
};

/** Public fields of the search of version 3, in the style of ISO 20022. */
export const searchInput = z.looseObject({
  messageIdentification: text('id of this search', { max: 36 }),
  creationDateTime: channelDateTimeField('moment of this search, 29 characters'),
  paymentSearchCriteria: z.optional(paymentSearchCriteria),
  supplementaryData: z.optional(z.looseObject({ envelope: z.looseObject({ additionalData }) })),
});
