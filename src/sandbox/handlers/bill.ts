import { formatAmount, parseAmount } from '../../core/money.js';
import { channelDateTime } from '../../core/time.js';
import { type Call, given, type Handlers, optional } from '../handler-context.js';
import { findAccount } from '../ledger.js';
import { type Answer, invalid, unknownEntity } from '../refusal.js';
import { BANK_CODE, SANDBOX_PROFILE, SHOP_NAME } from '../seed.js';
import type { Store } from '../store.js';
import { search } from './bill-search.js';
import { type Payment, paymentOf } from './payments.js';

export const handlers: Handlers = { inquire, search };

/** Which payments each event tells of. */
const EVENTS: Readonly<Record<string, (call: Call) => Payment[]>> = {
  '00300100': billed,
  '00300104': presented,
};

/** A list in which a record means paid; before that it is empty, or 404 by a setting. */
function inquire(call: Call): Answer {
  const { input, store, settings } = call;
  const event = given(input, 'eventCode');
  const payments = Object.hasOwn(EVENTS, event) ? EVENTS[event]?.(call) : undefined;
  if (payments === undefined) throw invalid('eventCode');
  const amount = parseAmount(optional(input, 'amount') ?? '');
  const found = payments.filter((payment) => amount === undefined || payment.amount === amount);
  if (found.length === 0 && settings.unpaidBill === 'not-found') throw unknownEntity('payment');
  return { data: found.map((payment) => recordOf(store, event, payment)) };
}

function presented({ input, store }: Call): Payment[] {
  return store
    .all(
      "SELECT * FROM payment WHERE partner_id = ? AND day = ? AND channel = 'CPM'",
      given(input, 'partnerTransactionId'),
      given(input, 'transactionDate'),
    )
    .map(paymentOf);
}

function billed({ input, store }: Call): Payment[] {
  return store
    .all(
      `SELECT * FROM payment WHERE biller = ?1 AND ref1 = ?2 AND day = ?3 AND channel = 'QR30'
         AND (?4 IS NULL OR ref2 = ?4) ORDER BY paid_at`,
      given(input, 'billerId'),
      given(input, 'reference1'),
      given(input, 'transactionDate'),
      optional(input, 'reference2') ?? null,
    )
    .map(paymentOf);
}

function recordOf(store: Store, eventCode: string, payment: Payment) {
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
