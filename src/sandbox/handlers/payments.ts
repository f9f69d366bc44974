import { bangkokDate, compactDateTime } from '../../core/time.js';
import { move, post, reversed } from '../ledger/ledger.js';
import { type Payment, payments } from '../ledger/schema.js';
import { randomDigits, randomLetters, uuid } from '../seed/identifiers.js';
import { duplicate } from '../server/answers.js';
import type { HandlerContext } from './handler-context.js';

type NewPayment = Pick<Payment, 'payer' | 'payee' | 'amount'> & {
  channel: 'QR30' | 'QRCS' | 'CPM';
} & Partial<Pick<Payment, 'biller' | 'ref1' | 'ref2' | 'ref3' | 'partnerId' | 'qrId'>>;

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
    day: bangkokDate(now),
    slip: isCard ? null : compactDateTime(now).slice(0, 8) + randomLetters(random, 15),
    receipt: randomDigits(random, 12),
    trace: isCard ? randomDigits(random, 6) : null,
    approval: isCard ? randomDigits(random, 6) : null,
    refundedAt: null,
  };
  post(store, { at: now, kind, reference }, move(payment.payer, payment.payee, payment.amount));
  payments.insert(store, payment);
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
  payments.update(store, { id: payment.id }, { refundedAt: now });
}
