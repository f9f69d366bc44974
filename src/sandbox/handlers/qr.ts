import { formatAmount } from '../../core/money.js';
import { channelDateTime, parseBangkokDateTime } from '../../core/time.js';
import { writeThaiQr } from '../../qr/thai-qr.js';
import { type Call, given, type Handlers, optional } from '../handler-context.js';
import { randomLetters } from '../identifiers.js';
import { gifOf, imagePath } from '../images.js';
import { post } from '../ledger.js';
import { type Answer, declined, duplicate, unknownEntity } from '../refusal.js';
import { isWithinLimits, requireWithinLimits } from '../seed-profiles.js';
import { billPayload, createCardQr, ordered } from './card-qr.js';
import { paymentWith, refundPayment } from './payments.js';
import { addQr, cardRecord, qrWith } from './qr-codes.js';

export const handlers: Handlers = {
  create,
  createV1,
  inquire,
  void: voidPayment,
};

/** Version 2 refuses inside a valid answer, by `success: false`. */
function create(call: Call): Answer {
  const { input, now } = call;
  const order = ordered(call);
  const expiryDate = optional(input, 'expiryDate') ?? '';
  const expiresAt = parseBangkokDateTime(expiryDate) ?? null;
  const times = optional(input, 'numberOfTimes');
  const request = {
    ...input,
    ...(order.amount !== null && { amount: Number(formatAmount(order.amount)) }),
  };
  if (expiresAt !== null && expiresAt <= now)
    return { data: failure('02', 'expiryDate has passed', request) };
  if (order.amount !== null && !isWithinLimits('T30', order.amount)) {
    return { data: failure('13', 'the amount is outside the limits of the merchant', request) };
  }
  const id = randomLetters(call.random, 20);
  const payload = writeThaiQr(billPayload(call));
  addQr(call, { ...order, id, type: 'PP', payload, expiresAt, times: Number(times ?? 0) || null });
  const data = {
    url: call.baseUrl + imagePath(id),
    qrRawData: payload,
    expiryDate,
    numberOfTimes: Number(times ?? 0),
  };
  return { data: { success: true, code: '00', message: 'Success', moreInfo: '', data, request } };
}

function failure(code: string, moreInfo: string, request: unknown) {
  return { success: false, code, message: 'Failed', moreInfo, data: {}, request };
}

function createV1(call: Call): Answer {
  const type = given(call.input, 'qrType');
  const order = ordered(call);
  if (order.amount !== null)
    requireWithinLimits(type === 'PP' ? 'T30' : 'QRCS', order.amount, 'amount');
  if (type === 'PP') {
    const payload = writeThaiQr(billPayload(call));
    addQr(call, { ...order, id: randomLetters(call.random, 20), type, payload });
    return { data: { qrRawData: payload, qrImage: gifOf(payload) } };
  }
  return createCardQr(call, type, order);
}

/** Details come only while the QR is fully paid: not before, and not once the payment was voided. */
function inquire(call: Call): Answer {
  const id = given(call.input, 'qrId');
  const qr = qrWith(call.store, 'id', id);
  const payment = paymentWith(call.store, 'qr_id', id);
  const paid = payment?.channel === 'QRCS' && payment.refundedAt === null;
  if (qr === undefined || !paid) throw unknownEntity(id);
  return { data: cardRecord(call, payment, qr) };
}

/** Takes a payment back, or ends a QR that nobody has paid. */
function voidPayment(call: Call): Answer {
  const { input, store, now } = call;
  const reference = given(input, 'bp.bpReference');
  const endToEnd = optional(
    input,
    'originalPaymentInformationAndReversal.originalEndToEndIdentification',
  );
  const payment =
    paymentWith(store, 'id', endToEnd ?? reference) ?? paymentWith(store, 'receipt', reference);
  if (payment !== undefined) refundPayment(call, payment, 'qr.void', reference);
  else voidUnpaid(call, reference);
  return { data: { bpReference: reference, transactionDateTime: channelDateTime(now) } };
}

function voidUnpaid({ store, now }: Call, id: string): void {
  const qr = qrWith(store, 'id', id);
  if (qr === undefined || qr.type === 'EWALLET') throw unknownEntity(id);
  if (qr.voided) throw duplicate(id);
  if (qr.paid > 0) throw declined('the QR is paid: give the reference of its payment');
  store.run('UPDATE qr SET voided = 1 WHERE id = ?', id);
  post(store, { at: now, kind: 'qr.void', reference: id });
}
