import { formatAmount, parseAmount } from '../../core/money.js';
import { bangkokDate, channelDateTime } from '../../core/time.js';
import { type Call, optional } from '../handler-context.js';
import type { Answer } from '../refusal.js';
import { whole } from '../row.js';
import { type Payment, paymentOf } from './payments.js';

const CRITERIA = 'paymentSearchCriteria';
const RANGE = `${CRITERIA}.instructedAmount.currencyAndAmountRange.amount`;
const DETAILS = 'supplementaryData.envelope.additionalData';
const PAGE_SIZE = 20;

const WHERE = `FROM payment WHERE day BETWEEN ?1 AND ?2 AND channel <> 'QRCS'
  AND (?3 IS NULL OR biller = ?3) AND (?4 IS NULL OR ref1 = ?4) AND (?5 IS NULL OR ref2 = ?5)
  AND (?6 IS NULL OR ref3 = ?6) AND (?7 IS NULL OR amount >= ?7) AND (?8 IS NULL OR amount <= ?8)
  AND (?9 IS NULL OR channel = ?9)`;

/** Search of version 3: whatever is given narrows it, page by page. */
export function search(call: Call): Answer {
  const { input, store, now, settings } = call;
  const values = criteriaOf(call);
  const total = store.one(`SELECT COUNT(*) AS total ${WHERE}`, ...values);
  const size = Number(optional(input, `${DETAILS}.pageSize`) ?? PAGE_SIZE);
  const page = Number(optional(input, `${DETAILS}.pageNumber`) ?? 1);
  const offset = Math.max(page - 1, 0) * size;
  const payments = store
    .all(
      `SELECT * ${WHERE} ORDER BY day, paid_at, id LIMIT ?10 OFFSET ?11`,
      ...values,
      size,
      offset,
    )
    .map(paymentOf);
  const data = {
    searchPaymentStatusReport: {
      groupHeader: {
        messageIdentification: optional(input, 'messageIdentification'),
        creationDateTime: channelDateTime(now),
      },
      originalGroupInformationAndStatus: {
        responseStatus: 'SUCCESS',
        totalRecords: String(total === undefined ? 0 : whole(total, 'total')),
      },
      searchPaymentReport: payments.map(reportOf),
    },
  };
  return {
    data: settings.nestedSearch ? { status: { code: 1000, description: 'Success' }, data } : data,
  };
}

/** The values that WHERE counts by place; null narrows nothing. */
function criteriaOf({ input, now }: Call) {
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

/** ACCC is a payment that stands, CANC one that was given back. */
function reportOf(payment: Payment) {
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
