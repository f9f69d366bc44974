import { formatAmount } from '../../core/money.js';
import { bangkokDateTime } from '../../core/time.js';
import { type Payment, type Qr, qrs } from '../ledger/schema.js';
import type { Store } from '../ledger/store.js';
import { CUSTOMER_CARD, SANDBOX_PROFILE } from '../seed/seed.js';
import type { HandlerContext } from './handler-context.js';

type NewQr = Pick<Qr, 'id' | 'type' | 'payload' | 'amount'> &
  Partial<Omit<Qr, 'paid' | 'voided' | 'createdAt'>>;

export function addQr({ store, now }: HandlerContext, qr: NewQr): void {
  qrs.insert(store, { ...qr, paid: 0, voided: false, createdAt: now });
}

/** The latest one of that payload: a biller may have the same code made twice. */
export function findQrOf(store: Store, payload: string): Qr | undefined {
  return qrs.first(store, 'WHERE payload = ? ORDER BY created_at DESC LIMIT 1', payload);
}

/** "QR CS transaction record". */
export function cardRecord({ settings }: HandlerContext, payment: Payment, qr: Qr) {
  return {
    transactionId: payment.id,
    amount: formatAmount(payment.amount),
    transactionDateandTime: bangkokDateTime(payment.paidAt).replaceAll('-', ''),
    merchantPAN: panOf(SANDBOX_PROFILE.merchantId),
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
export function panOf(merchantId: string): string {
  return `400000${merchantId.slice(-10).padStart(10, '0')}`;
}
