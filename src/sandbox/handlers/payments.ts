import { randomText } from '../../bank/generate.js';
import { formatAmount } from '../../core/money.js';
import { bangkokDate, bangkokDateTime, compactDateTime } from '../../core/time.js';
import { move, post, reversed } from '../ledger/ledger.js';
import { type PaymentRow, payments, type Qr, qrs } from '../ledger/tables.js';
import { SANDBOX_PROFILE } from '../seed/profile.js';
import { randomDigits, uuid } from '../seed/random.js';
import { CUSTOMER_CARD } from '../seed/seed.js';
import { duplicate } from '../server/answers.js';
import type { HandlerContext } from './handler-context.js';

type NewPayment = Pick<PaymentRow, 'payer' | 'payee' | 'amount'> & {
  channel: 'QR30' | 'QRCS' | 'CPM';
} & Partial<Pick<PaymentRow, 'biller' | 'ref1' | 'ref2' | 'ref3' | 'partnerId' | 'qrId'>>;

/** Moves the money and makes the record. Throws InsufficientFunds. */
export function addPayment(
  context: HandlerContext,
  kind: string,
  reference: string,
  bill: NewPayment,
): PaymentRow {
  const { store, now, random } = context;
  const isCard = bill.channel === 'QRCS';
  const payment: PaymentRow = {
    ...{ biller: null, ref1: null, ref2: null, ref3: null, partnerId: null, qrId: null },
    ...bill,
    id: uuid(random),
    paidAt: now,
    day: bangkokDate(now),
    slip: isCard ? null : compactDateTime(now).slice(0, 8) + randomText(random, 15),
    receipt: randomDigits(random, 12),
    trace: isCard ? randomDigits(random, 6) : null,
    approval: isCard ? randomDigits(random, 6) : null,
    refundedAt: null,
  };
  post(store, { at: now, kind, reference }, move(payment.payer, payment.payee, payment.amount));
  payments.insert(store, payment);
  return payment;
}

/** Refunds all of it, once. */
export function refundPayment(
  context: HandlerContext,
  payment: PaymentRow,
  kind: string,
  reference: string,
): void {
  if (payment.refundedAt !== null) throw duplicate(reference);
  const { store, now } = context;
  post(
    store,
    { at: now, kind, reference },
    reversed(move(payment.payer, payment.payee, payment.amount)),
  );
  payments.update(store, { id: payment.id }, { refundedAt: now });
}

type NewQr = Pick<Qr, 'id' | 'type' | 'payload' | 'amount'> &
  Partial<Omit<Qr, 'paid' | 'voided' | 'createdAt'>>;

/** Keeps a new code; what is not given is empty or unlimited. */
export function addQr({ store, now }: HandlerContext, qr: NewQr): void {
  qrs.insert(store, { ...qr, paid: 0, voided: false, createdAt: now });
}

/** "QR CS transaction record". */
export function cardRecord({ settings }: HandlerContext, payment: PaymentRow, qr: Qr) {
  return {
    transactionId: payment.id,
    amount: formatAmount(payment.amount),
    transactionDateandTime: bangkokDateTime(payment.paidAt).replaceAll('-', ''),
    merchantPAN: merchantPan(SANDBOX_PROFILE.merchantId),
    consumerPAN: `${CUSTOMER_CARD.slice(0, 6)}XXXXXX${CUSTOMER_CARD.slice(-4)}`,
    currencyCode: '764',
    merchantId: qr.merchant ?? '',
    terminalId: qr.terminal ?? '',
    qrId: qr.id,
    traceNo: payment.trace ?? '',
    authorizeCode: payment.approval ?? '',
    paymentMethod: 'QRCS',
    transactionType: 'SETTLED',
    channelCode: settings.visaChannel,
    invoice: qr.invoice ?? '',
    note: qr.note ?? '',
  };
}

/** The number by which a card scheme knows the merchant. */
export function merchantPan(merchantId: string): string {
  return `400000${merchantId.slice(-10).padStart(10, '0')}`;
}
