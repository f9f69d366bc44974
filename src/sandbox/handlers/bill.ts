import { formatAmount, parseAmount } from '../../core/money.js';
import { bangkokDate, channelDateTime } from '../../core/time.js';
import type { Sqlite } from '../../host/sqlite.js';
import { findAccount } from '../ledger/ledger.js';
import { type PaymentRow, payments } from '../ledger/tables.js';
import { BANK_CODE, SANDBOX_PROFILE } from '../seed/profile.js';
import { SHOP_NAME } from '../seed/seed.js';
import { type HandlerAnswer, invalid, unknownEntity } from '../server/answers.js';
import { type HandlerCall, type Handlers, optional, required } from './handler-context.js';

export const handlers: Handlers = { inquire, search };

const EVENTS: Readonly<Record<string, (call: HandlerCall) => PaymentRow[]>> = {
  '00300100': paidByBill,
  '00300104': paidByCpm,
};

/** A list in which a record means paid; before that it is empty, or 404 by a setting. */
function inquire(call: HandlerCall): HandlerAnswer {
  const { input, store, settings } = call;
  const event = required(input, 'eventCode');
  const payments = Object.hasOwn(EVENTS, event) ? EVENTS[event]?.(call) : undefined;
  if (payments === undefined) throw invalid('eventCode');
  const amount = parseAmount(optional(input, 'amount') ?? '');
  const matching = payments.filter((payment) => amount === undefined || payment.amount === amount);
  if (matching.length === 0 && settings.unpaidBill === 'not-found') throw unknownEntity('payment');
  return { data: matching.map((payment) => toRecord(store, event, payment)) };
}

function paidByCpm({ input, store }: HandlerCall): PaymentRow[] {
  return payments.all(
    store,
    "WHERE partner_id = ? AND day = ? AND channel = 'CPM'",
    required(input, 'partnerTransactionId'),
    required(input, 'transactionDate'),
  );
}

function paidByBill({ input, store }: HandlerCall): PaymentRow[] {
  return payments.all(
    store,
    `WHERE biller = ?1 AND ref1 = ?2 AND day = ?3 AND channel = 'QR30'
         AND (?4 IS NULL OR ref2 = ?4) ORDER BY paid_at`,
    required(input, 'billerId'),
    required(input, 'reference1'),
    required(input, 'transactionDate'),
    optional(input, 'reference2') ?? null,
  );
}

function toRecord(store: Sqlite, eventCode: string, payment: PaymentRow) {
  return {
    eventCode,
    transactionType: 'Domestic Transfers',
    reverseFlag: payment.refundedAt === null ? '' : 'R',
    payeeProxyId: payment.biller,
    payeeProxyType: 'BILLERID',
    payeeAccountNumber: SANDBOX_PROFILE.payerAccountNo,
    payeeName: SHOP_NAME,
    payerProxyId: '',
    payerProxyType: '',
    payerAccountNumber: payment.payer,
    payerName: findAccount(store, payment.payer)?.name ?? '',
    sendingBankCode: BANK_CODE,
    receivingBankCode: BANK_CODE,
    amount: formatAmount(payment.amount),
    transactionId: payment.id,
    fastEasySlipNumber: payment.receipt,
    transactionDateandTime: channelDateTime(payment.paidAt),
    billPaymentRef1: payment.ref1 ?? '',
    billPaymentRef2: payment.ref2 ?? '',
    billPaymentRef3: payment.ref3 ?? '',
    currencyCode: '764',
    equivalentAmount: '',
    equivalentCurrencyCode: '',
    exchangeRate: '',
    channelCode: 'PMH',
    partnerTransactionId: payment.partnerId ?? '',
    tepaCode: payment.channel === 'CPM' ? '140' : '',
  };
}

const CRITERIA = 'paymentSearchCriteria';
const RANGE = `${CRITERIA}.instructedAmount.currencyAndAmountRange.amount`;
const DETAILS = 'supplementaryData.envelope.additionalData';
const PAGE_SIZE = 20;

const WHERE = `WHERE day BETWEEN ?1 AND ?2 AND channel <> 'QRCS'
  AND (?3 IS NULL OR biller = ?3) AND (?4 IS NULL OR ref1 = ?4) AND (?5 IS NULL OR ref2 = ?5)
  AND (?6 IS NULL OR ref3 = ?6) AND (?7 IS NULL OR amount >= ?7) AND (?8 IS NULL OR amount <= ?8)
  AND (?9 IS NULL OR channel = ?9)`;

/** Search of version 3, by pages; every field that is present narrows it. */
function search(call: HandlerCall): HandlerAnswer {
  const { input, store, now, settings } = call;
  const values = searchValues(call);
  const total = payments.count(store, WHERE, ...values);
  const size = Number(optional(input, `${DETAILS}.pageSize`) ?? PAGE_SIZE);
  const page = Number(optional(input, `${DETAILS}.pageNumber`) ?? 1);
  const offset = Math.max(page - 1, 0) * size;
  const rows = payments.all(
    store,
    `${WHERE} ORDER BY day, paid_at, id LIMIT ?10 OFFSET ?11`,
    ...values,
    size,
    offset,
  );
  const data = {
    searchPaymentStatusReport: {
      groupHeader: {
        messageIdentification: optional(input, 'messageIdentification'),
        creationDateTime: channelDateTime(now),
      },
      originalGroupInformationAndStatus: {
        responseStatus: 'SUCCESS',
        totalRecords: String(total),
      },
      searchPaymentReport: rows.map(toReport),
    },
  };
  return {
    data: settings.nestedSearch ? { status: { code: 1000, description: 'Success' }, data } : data,
  };
}

/** The positional values of WHERE; null narrows nothing. */
function searchValues({ input, now }: HandlerCall) {
  const dates = `${CRITERIA}.requestedExecutionDate.dateSearch`;
  const today = bangkokDate(now);
  const service = optional(input, `${CRITERIA}.serviceType`);
  return [
    optional(input, `${dates}.fromDate`) ?? today,
    optional(input, `${dates}.toDate`) ?? today,
    optional(input, `${DETAILS}.creditorAccount.proxyIdentification`) ?? null,
    optional(input, `${DETAILS}.billReference1`) ?? null,
    optional(input, `${DETAILS}.billReference2`) ?? null,
    optional(input, `${DETAILS}.billReference3`) ?? null,
    parseAmount(optional(input, `${RANGE}.fromAmount`) ?? '') ?? null,
    parseAmount(optional(input, `${RANGE}.toAmount`) ?? '') ?? null,
    service === undefined ? null : service === 'B Scan C' ? 'CPM' : 'QR30',
  ];
}

/** ACCC is a completed payment, CANC a refunded one. */
function toReport(payment: PaymentRow) {
  return {
    transactionInformationAndStatus: {
      transactionStatus: payment.refundedAt === null ? 'ACCC' : 'CANC',
      clearingSystemReference: payment.id,
      acceptanceDateTime: channelDateTime(payment.paidAt),
      originalTransactionReference: {
        interbankSettlementAmount: { amount: formatAmount(payment.amount), currency: 'THB' },
        interbankSettlementDate: bangkokDate(payment.paidAt),
      },
    },
    supplementaryData: {
      envelope: {
        originalMessage: {
          billReference1: payment.ref1 ?? '',
          billReference2: payment.ref2 ?? '',
          billReference3: payment.ref3 ?? '',
          receivingProxyIdentification: payment.biller ?? '',
        },
      },
    },
  };
}
