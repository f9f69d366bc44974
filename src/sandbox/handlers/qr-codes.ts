import { formatAmount } from '../../core/money.js';
import { bangkokDateTime } from '../../core/time.js';
import { type Row, satangOrNull, text, textOrNull, whole, wholeOrNull } from '../ledger/row.js';
import type { Store } from '../ledger/store.js';
import { CUSTOMER_CARD, SANDBOX_PROFILE } from '../seed/seed.js';
import type { HandlerContext } from './handler-context.js';
import type { Payment } from './payments.js';

/** A code that the bank has made. */
export interface Qr {
  id: string;
  /** PP, CS, PPCS or EWALLET. */
  type: string;
  payload: string;
  /** null: the customer says how much. */
  amount: bigint | null;
  biller: string | null;
  ref1: string | null;
  ref2: string | null;
  ref3: string | null;
  merchant: string | null;
  terminal: string | null;
  invoice: string | null;
  note: string | null;
  /** How often it can be paid; null for as often as anyone likes. */
  times: number | null;
  paid: number;
  expiresAt: number | null;
  voided: boolean;
}

export type NewQr = Pick<Qr, 'id' | 'type' | 'payload' | 'amount'> &
  Partial<Omit<Qr, 'paid' | 'voided'>>;

export function addQr({ store, now }: HandlerContext, qr: NewQr): void {
  store.run(
    `INSERT INTO qr (id, type, payload, amount, biller, ref1, ref2, ref3, merchant, terminal, invoice,
       note, times, paid, created_at, expires_at, voided)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 0)`,
    qr.id,
    qr.type,
    qr.payload,
    qr.amount,
    qr.biller ?? null,
    qr.ref1 ?? null,
    qr.ref2 ?? null,
    qr.ref3 ?? null,
    qr.merchant ?? null,
    qr.terminal ?? null,
    qr.invoice ?? null,
    qr.note ?? null,
    qr.times ?? null,
    now,
    qr.expiresAt ?? null,
  );
}

/** The latest one of that payload: a biller may have the same code made twice. */
export function qrWith(store: Store, column: 'id' | 'payload', value: string): Qr | undefined {
  const row = store.one(
    `SELECT * FROM qr WHERE ${column} = ? ORDER BY created_at DESC LIMIT 1`,
    value,
  );
  return row && qrOf(row);
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

function qrOf(row: Row): Qr {
  return {
    id: text(row, 'id'),
    type: text(row, 'type'),
    payload: text(row, 'payload'),
    amount: satangOrNull(row, 'amount'),
    biller: textOrNull(row, 'biller'),
    ref1: textOrNull(row, 'ref1'),
    ref2: textOrNull(row, 'ref2'),
    ref3: textOrNull(row, 'ref3'),
    merchant: textOrNull(row, 'merchant'),
    terminal: textOrNull(row, 'terminal'),
    invoice: textOrNull(row, 'invoice'),
    note: textOrNull(row, 'note'),
    times: wholeOrNull(row, 'times'),
    paid: whole(row, 'paid'),
    expiresAt: wholeOrNull(row, 'expires_at'),
    voided: whole(row, 'voided') === 1,
  };
}
