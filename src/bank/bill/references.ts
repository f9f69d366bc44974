import { withoutUndefined } from '../../core/fields.js';
import { at, type Json } from '../../core/json.js';
import { bangkokDate, parseChannelDateTime } from '../../core/time.js';
import { dates } from '../../messages/dates.js';
import { reference as says } from '../../messages/reference.js';
import { textAt } from '../answers.js';
import { daysToAsk, rangesToAsk } from '../days.js';
import type { Fields } from '../define.js';
import { findForeignCurrency } from '../doubt.js';
import type {
  AskContext,
  PaymentReaders,
  PaymentRecord,
  PaymentStanding,
  Question,
  Reference,
  Search,
} from '../reference.js';
import { recordStanding } from './records.js';

/** `eventCode`: the payer's app scanned a bill, or the customer presented a QR. */
const EVENT_CODES = { scanned: '00300100', presented: '00300104' } as const;

function byReference1(reference1: string, context: AskContext): Question[] {
  const { known, settings } = context;
  const billerId = known.billerId ?? settings('billerId');
  const { reference2 } = known;
  return [
    ...daysToAsk(context).map((transactionDate) =>
      billInquiry({ transactionDate, billerId, reference1, reference2 }),
    ),
    ...rangesToAsk(context).map(({ from, to }) => ({
      operation: 'bill.search',
      asked: says.billWithin({ reference1, from: dates.written(from), to: dates.written(to) }),
      input: searchFields(from, to, {
        creditorAccount: billerId && { proxyIdentification: billerId },
        billReference1: reference1,
        billReference2: reference2,
      }),
      days: { from, to },
      kind: 'search' as const,
    })),
  ];
}

/** The inquiry of a bill on its day, with its amount where that is known. */
export function byBillOfDay(reference1: string, { known, now }: AskContext): Question[] {
  const { date = bangkokDate(now), billerId, reference2, amount } = known;
  return [billInquiry({ transactionDate: date, billerId, reference1, reference2, amount })];
}

function billInquiry(bill: Fields & { reference1: string; transactionDate: string }): Question {
  return {
    operation: 'bill.inquire',
    asked: says.billOn(bill.reference1, dates.written(bill.transactionDate)),
    input: { eventCode: EVENT_CODES.scanned, ...bill },
    days: { from: bill.transactionDate, to: bill.transactionDate },
  };
}

function searchFields(fromDate: string, toDate: string, additionalData: Fields): Fields {
  return {
    paymentSearchCriteria: { requestedExecutionDate: { dateSearch: { fromDate, toDate } } },
    supplementaryData: { envelope: { additionalData: withoutUndefined(additionalData) } },
  };
}

/** The inquiries of a consumer-presented payment, one for each day. */
export function byPartnerTransactionId(
  partnerTransactionId: string,
  context: AskContext,
): Question[] {
  return daysToAsk(context).map((transactionDate) => ({
    operation: 'bill.inquire',
    asked: says.tillOn(partnerTransactionId, dates.written(transactionDate)),
    input: { eventCode: EVENT_CODES.presented, transactionDate, partnerTransactionId },
    days: { from: transactionDate, to: transactionDate },
  }));
}

const reference1Reference: Reference = {
  field: 'reference1',
  payment: 'bill',
  order: 5,
  shape: /^[A-Z0-9]{1,20}$/,
  signs: [],
  fallback: says.upToCapitals(20),
  needs: ['billerId', 'reference2', 'date'],
  ask: byReference1,
  followUp: (reference1, { billerId }) => [
    ...['bill', 'inquire', '--reference1', reference1],
    ...(billerId === undefined ? [] : ['--biller-id', billerId]),
  ],
};

/** Reference 1 of a bill. */
export const references = [reference1Reference];

/** No limit of this search is documented: as many days as the transfer inquiry allows ("Limits"). */
const SEARCHED_DAYS = 3;

/** Payments of a range of days, by `bill.search`. */
export const searches: readonly Search[] = [
  {
    operation: 'bill.search',
    payment: 'bill',
    days: SEARCHED_DAYS,
    input({ from, to, ref1, settings }) {
      const billerId = settings('billerId');
      return searchFields(from, to, {
        creditorAccount: billerId && { proxyIdentification: billerId },
        billReference1: ref1,
      });
    },
    payerQuestions({ ref1, billerId, paidAt }) {
      if (!ref1 || paidAt === undefined) return [];
      const known = withoutUndefined({ billerId, date: bangkokDate(paidAt) });
      return byBillOfDay(ref1, { known, now: paidAt, settings: () => undefined });
    },
  },
];

/** How the data of its inquiries read as payments; the fields are public facts. */
export const readers = {
  inquire: (data) =>
    (Array.isArray(data) ? data : []).map((record) => {
      const standing = recordStanding(record);
      return {
        standing,
        word: standing === 'paid' ? undefined : textAt(record, 'reverseFlag'),
        amount: textAt(record, 'amount'),
        currency: findForeignCurrency(record),
        transactionId: textAt(record, 'transactionId'),
        paidAt: parseChannelDateTime(textAt(record, 'transactionDateandTime') ?? ''),
        billerId: textAt(record, 'payeeProxyId'),
        ref1: textAt(record, 'billPaymentRef1'),
        ref2: textAt(record, 'billPaymentRef2'),
        payer: textAt(record, 'payerName'),
      };
    }),
  search: (data) => findReports(data).map(paymentOfReport),
} satisfies PaymentReaders;

/** Some answers wrap the report in a second `status` and `data`, as a public client shows. */
function findReports(data: Json): Json[] {
  const path = 'searchPaymentStatusReport.searchPaymentReport';
  const reports = at(data, path) ?? at(data, `data.${path}`);
  return Array.isArray(reports) ? reports : [];
}

const STANDING_BY_STATUS: Readonly<Record<string, PaymentStanding>> = {
  ACCC: 'paid',
  RJCT: 'refused',
  PDNG: 'pending',
  CANC: 'reversed',
};

function paymentOfReport(report: Json): PaymentRecord {
  const entry = (path: string) => textAt(report, `transactionInformationAndStatus.${path}`);
  const bill = (path: string) =>
    textAt(report, `supplementaryData.envelope.originalMessage.${path}`);
  const word = entry('transactionStatus');
  return {
    standing: STANDING_BY_STATUS[word ?? ''] ?? 'pending',
    word,
    amount: entry('originalTransactionReference.interbankSettlementAmount.amount'),
    currency: entry('originalTransactionReference.interbankSettlementAmount.currency'),
    transactionId: entry('clearingSystemReference'),
    paidAt: parseChannelDateTime(entry('acceptanceDateTime') ?? ''),
    billerId: bill('receivingProxyIdentification'),
    ref1: bill('billReference1'),
    ref2: bill('billReference2'),
  };
}
