import { bangkokDate, compactDateTime } from '../../core/time.js';
import { move, post, reversed } from '../ledger/ledger.js';
import { type Row, satang, text, textOrNull, whole, wholeOrNull } from '../ledger/row.js';
import type { Store } from '../ledger/store.js';
import { randomDigits, randomLetters, uuid } from '../seed/identifiers.js';
import { duplicate } from '../server/answers.js';
import type { HandlerContext } from './handler-context.js';

/** QR 30 by account, QR CS by card, the code that a consumer presents. */
export type Channel = 'QR30' | 'QRCS' | 'CPM';

/** A payment of a bill: what slips, inquiries and confirmations speak of. */
export interface Payment {
  /** transactionId. */
  id: string;
  channel: string;
  biller: string | null;
  ref1: string | null;
  ref2: string | null;
  ref3: string | null;
  amount: bigint;
  payer: string;
  payee: string;
  paidAt: number;
  /** transRef of the slip. */
  slip: string | null;
  /** Twelve digits of the short slip number. */
  receipt: string;
  partnerId: string | null;
  qrId: string | null;
  trace: string | null;
  approval: string | null;
  refundedAt: number | null;
}

type NewPayment = Pick<Payment, 'payer' | 'payee' | 'amount'> & { channel: Channel } & Partial<
    Pick<Payment, 'biller' | 'ref1' | 'ref2' | 'ref3' | 'partnerId' | 'qrId'>
  >;

/** Moves the money and makes the record. Throws InsufficientFunds. */
export function addPayment(
  context: HandlerContext,
  kind: string,
  reference: string,
  bill: NewPayment,
): Payment {
  const { store, now, random } = context;
  const isCard = bill.channel === 'QRCS';
  const payment: Payment = {
    ...{ biller: null, ref1: null, ref2: null, ref3: null, partnerId: null, qrId: null },
    ...bill,
    id: uuid(random),
    paidAt: now,
    slip: isCard ? null : compactDateTime(now).slice(0, 8) + randomLetters(random, 15),
    receipt: randomDigits(random, 12),
    trace: isCard ? randomDigits(random, 6) : null,
    approval: isCard ? randomDigits(random, 6) : null,
    refundedAt: null,
  };
  post(store, { at: now, kind, reference }, move(payment.payer, payment.payee, payment.amount));
  store.run(
    `INSERT INTO payment (id, channel, biller, ref1, ref2, ref3, amount, payer, payee, paid_at, day, slip,
       receipt, partner_id, qr_id, trace, approval) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    payment.id,
    payment.channel,
    payment.biller,
    payment.ref1,
    payment.ref2,
    payment.ref3,
    payment.amount,
    payment.payer,
    payment.payee,
    now,
    bangkokDate(now),
    payment.slip,
    payment.receipt,
    payment.partnerId,
    payment.qrId,
    payment.trace,
    payment.approval,
  );
  return payment;
}

/** Gives all of it back, once. */
export function refundPayment(
  context: HandlerContext,
  payment: Payment,
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
  store.run('UPDATE payment SET refunded_at = ? WHERE id = ?', now, payment.id);
}

export function paymentWith(
  store: Store,
  column: 'id' | 'slip' | 'receipt' | 'partner_id' | 'qr_id',
  value: string,
): Payment | undefined {
  const row = store.one(`SELECT * FROM payment WHERE ${column} = ?`, value);
  return row && paymentOf(row);
}

export function paymentOf(row: Row): Payment {
  return {
    id: text(row, 'id'),
    channel: text(row, 'channel'),
    biller: textOrNull(row, 'biller'),
    ref1: textOrNull(row, 'ref1'),
    ref2: textOrNull(row, 'ref2'),
    ref3: textOrNull(row, 'ref3'),
    amount: satang(row, 'amount'),
    payer: text(row, 'payer'),
    payee: text(row, 'payee'),
    paidAt: whole(row, 'paid_at'),
    slip: textOrNull(row, 'slip'),
    receipt: text(row, 'receipt'),
    partnerId: textOrNull(row, 'partner_id'),
    qrId: textOrNull(row, 'qr_id'),
    trace: textOrNull(row, 'trace'),
    approval: textOrNull(row, 'approval'),
    refundedAt: wholeOrNull(row, 'refunded_at'),
  };
}
