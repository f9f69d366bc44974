import { defined } from '../../core/fields.js';
import { at, type Json } from '../../core/json.js';
import { bangkokDate, parseChannelDateTime } from '../../core/time.js';
import { reference as says } from '../../messages/reference.js';
import { textAt } from '../answers.js';
import type { Fields, Search } from '../define.js';
import { foreignCurrencyIn } from '../doubt.js';
import {
  type AskContext,
  daysOf,
  type PaymentRecord,
  type PaymentStanding,
  type Question,
  type Readers,
  type Reference,
  rangeOf,
} from '../reference.js';
import { reversalOf } from './records.js';

/** Of a bill that the payer's app has scanned, and of a QR that the customer presented. */
const EVENT = { scanned: '00300100', presented: '00300104' } as const;

function byReference1(reference1: string, context: AskContext): Question[] {
  const { known, settings } = context;
  const billerId = known.billerId ?? settings('billerId');
  const { reference2 } = known;
  const { from, to } = rangeOf(context);
  return [
    ...daysOf(context).map((transactionDate) => ({
      operation: 'bill.inquire',
      asked: says.billOn(reference1, transactionDate),
      input: { eventCode: EVENT.scanned, transactionDate, billerId, reference1, reference2 },
    })),
    {
      operation: 'bill.search',
      asked: says.billWithin({ reference1, from, to }),
      input: searchInput(from, to, {
        creditorAccount: billerId && { proxyIdentification: billerId },
        billReference1: reference1,
        billReference2: reference2,
      }),
      kind: 'search',
    },
  ];
}

/** The one inquiry of a bill on its day, narrowed by its amount where that is known. */
export function byBillOfDay(reference1: string, { known, now }: AskContext): Question[] {
  const { date = bangkokDate(now), billerId, reference2, amount } = known;
  const asked = says.billOn(reference1, date);
  const input = {
    eventCode: EVENT.scanned,
    transactionDate: date,
    billerId,
    reference1,
    reference2,
    amount,
  };
  return [{ operation: 'bill.inquire', asked, input }];
}

function searchInput(fromDate: string, toDate: string, additionalData: Fields): Fields {
  return {
    paymentSearchCriteria: { requestedExecutionDate: { dateSearch: { fromDate, toDate } } },
    supplementaryData: { envelope: { additionalData: defined(additionalData) } },
  };
}

export function byPartnerTransactionId(
  partnerTransactionId: string,
  context: AskContext,
): Question[] {
  return daysOf(context).map((transactionDate) => ({
    operation: 'bill.inquire',
    asked: says.tillOn(partnerTransactionId, transactionDate),
    input: { eventCode: EVENT.presented, transactionDate, partnerTransactionId },
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
  again: (reference1, { billerId }) => [
    ...['bill', 'inquire', '--reference1', reference1],
    ...(billerId === undefined ? [] : ['--biller-id', billerId]),
  ],
};

export const references = [reference1Reference];

/** No limit is known of this search: it is asked for as many days as the bank's other ranges allow. */
const SEARCHED_DAYS = 3;

export const searches: readonly Search[] = [
  {
    operation: 'bill.search',
    payment: 'bill',
    days: SEARCHED_DAYS,
    input({ from, to, ref1, settings }) {
      const billerId = settings('billerId');
      return searchInput(from, to, {
        creditorAccount: billerId && { proxyIdentification: billerId },
        billReference1: ref1,
      });
    },
    payerOf({ ref1, billerId, paidAt }) {
      if (!ref1 || paidAt === undefined) return [];
      const known = defined({ billerId, date: bangkokDate(paidAt) });
      return byBillOfDay(ref1, { known, now: paidAt, settings: () => undefined });
    },
  },
];

export const readers = {
  inquire: (data) =>
    (Array.isArray(data) ? data : []).map((record) => {
      const standing = reversalOf(record);
      return {
        standing,
        word: standing === 'paid' ? undefined : textAt(record, 'reverseFlag'),
        amount: textAt(record, 'amount'),
        currency: foreignCurrencyIn(record),
        transactionId: textAt(record, 'transactionId'),
        paidAt: parseChannelDateTime(textAt(record, 'transactionDateandTime') ?? ''),
        billerId: textAt(record, 'payeeProxyId'),
        ref1: textAt(record, 'billPaymentRef1'),
        ref2: textAt(record, 'billPaymentRef2'),
        payer: textAt(record, 'payerName'),
      };
    }),
  search: (data) => reportsIn(data).map(reported),
} satisfies Readers;

/** One client saw the report wrapped once more in `status` and `data`. */
function reportsIn(data: Json): Json[] {
  const path = 'searchPaymentStatusReport.searchPaymentReport';
  const reports = at(data, path) ?? at(data, `data.${path}`);
  return Array.isArray(reports) ? reports : [];
}

const SEARCHED: Readonly<Record<string, PaymentStanding>> = {
  ACCC: 'paid',
  RJCT: 'refused',
  PDNG: 'pending',
  CANC: 'reversed',
};

function reported(report: Json): PaymentRecord {
  const told = (path: string) => textAt(report, `transactionInformationAndStatus.${path}`);
  const bill = (path: string) =>
    textAt(report, `supplementaryData.envelope.originalMessage.${path}`);
  const word = told('transactionStatus');
  return {
    standing: SEARCHED[word ?? ''] ?? 'pending',
    word,
    amount: told('originalTransactionReference.interbankSettlementAmount.amount'),
    currency: told('originalTransactionReference.interbankSettlementAmount.currency'),
    transactionId: told('clearingSystemReference'),
    paidAt: parseChannelDateTime(told('acceptanceDateTime') ?? ''),
    billerId: bill('receivingProxyIdentification'),
    ref1: bill('billReference1'),
    ref2: bill('billReference2'),
  };
}
