import { randomText } from '../../bank/generate.js';
import { PayctlError } from '../../core/errors.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import {
  bangkokDateTime,
  channelDateTime,
  compactDateTime,
  parseBangkokDateTime,
} from '../../core/time.js';
import { customer } from '../../messages/customer.js';
import { payload as payloadMessages } from '../../messages/payload.js';
import { qr as qrMessages } from '../../messages/qr.js';
import { describeFinding, whyUnpayable } from '../../qr/lint.js';
import { AID } from '../../qr/tags.js';
import { readThaiQr, type ThaiQr, writeThaiQr } from '../../qr/thai-qr.js';
import { tagSatang } from '../../qr/tlv.js';
import { post } from '../ledger/ledger.js';
import { payments, type Qr, qrs } from '../ledger/tables.js';
import { isWithinLimits, requireWithinLimits } from '../seed/profiles.js';
import { randomDigits } from '../seed/random.js';
import { SHOP_NAME } from '../seed/seed.js';
import {
  declined,
  duplicate,
  type HandlerAnswer,
  invalid,
  unknownEntity,
} from '../server/answers.js';
import { imagePath } from '../server/image-path.js';
import { qrAsGif } from '../server/images.js';
import { howToAccept } from '../settings.js';
import { findToPay, listOpenCodes, payByAccount, payByCard } from './codes.js';
import {
  type HandlerCall,
  type HandlerContext,
  type Handlers,
  isRelaxed,
  optional,
  required,
} from './handler-context.js';
import { cannotPayError, type Payable, type Payables, type PayOptions } from './payable.js';
import { addQr, cardRecord, merchantPan, refundPayment } from './payments.js';

export const handlers: Handlers = {
  create,
  createV1,
  inquire,
  void: voidPayment,
};

const TYPES = ['PP', 'CS', 'PPCS'];

export const payables: Payables = {
  find: (context, target) => {
    const qr = findToPay(context.store, TYPES, target) ?? readForeignQr(target);
    return qr && toPayable(context, qr);
  },
  open: (context, most) => listOpenCodes(context, TYPES, most).map((qr) => toPayable(context, qr)),
};

function toPayable(context: HandlerContext, qr: Qr): Payable {
  const { payload, ref1, invoice, id, amount, createdAt } = qr;
  const pay = (options: PayOptions) =>
    isByCard(qr, options)
      ? payByCard(context, qr, options)
      : payByAccount(context, qr, options, 'qr30');
  const reference = ref1 ?? invoice ?? id;
  return { payload, reference, amount, createdAt, isForeign: id === '', pay };
}

function isByCard({ type }: Qr, { by }: PayOptions): boolean {
  if (by === 'account' && type === 'CS') throw cannotPayError(customer.cardsOnly);
  return type === 'CS' || (type === 'PPCS' && by === 'card');
}

/**
 * A bill payment code that another program made: it can be paid any number of times. Throws PayctlError
 * BAD_DATA for one that is broken.
 */
function readForeignQr(payload: string): Qr | undefined {
  if (!payload.startsWith('000201')) return undefined;
  const error = whyUnpayable(payload);
  if (error) {
    const why = payloadMessages.broken(describeFinding(error));
    throw new PayctlError('BAD_DATA', why, { hint: qrMessages.everyRule });
  }
  const { bill, amount, additional } = readThaiQr(payload);
  if (!bill?.billerId || !bill.ref1) return undefined;
  return {
    ...{ id: '', type: 'PP', payload, merchant: null, terminal: null, invoice: null, note: null },
    ...{ times: null, paid: 0, createdAt: 0, expiresAt: null, voided: false },
    // Zero leaves it to the payer.
    amount: tagSatang(amount ?? '') || null,
    biller: bill.billerId,
    ref1: bill.ref1,
    ref2: bill.ref2 ?? null,
    ref3: additional?.terminal ?? null,
  };
}

/** Version 2 refuses inside a valid answer, by `success: false`. */
function create(call: HandlerCall): HandlerAnswer {
  const { input, now } = call;
  const order = readOrder(call);
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
  const id = randomText(call.random, 20);
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

function createV1(call: HandlerCall): HandlerAnswer {
  const type = required(call.input, 'qrType');
  const order = readOrder(call);
  if (order.amount !== null)
    requireWithinLimits(type === 'PP' ? 'T30' : 'QRCS', order.amount, 'amount');
  if (type === 'PP') {
    const payload = writeThaiQr(billPayload(call));
    addQr(call, { ...order, id: randomText(call.random, 20), type, payload });
    return { data: { qrRawData: payload, qrImage: qrAsGif(payload) } };
  }
  return createCardQr(call, type, order);
}

/** Details come only while the QR is fully paid: not before, and not once the payment was voided. */
function inquire(call: HandlerCall): HandlerAnswer {
  const id = required(call.input, 'qrId');
  const qr = qrs.find(call.store, { id });
  const payment = payments.find(call.store, { qrId: id });
  const paid = payment?.channel === 'QRCS' && payment.refundedAt === null;
  if (qr === undefined || !paid) throw unknownEntity(id);
  return { data: cardRecord(call, payment, qr) };
}

/** Refunds a payment, or voids an unpaid QR. */
function voidPayment(call: HandlerCall): HandlerAnswer {
  const { input, store, now } = call;
  const reference = required(input, 'bp.bpReference');
  const endToEnd = optional(
    input,
    'originalPaymentInformationAndReversal.originalEndToEndIdentification',
  );
  const payment =
    payments.find(store, { id: endToEnd ?? reference }) ??
    payments.find(store, { receipt: reference });
  if (payment !== undefined) refundPayment(call, payment, 'qr.void', reference);
  else voidUnpaid(call, reference);
  return { data: { bpReference: reference, transactionDateTime: channelDateTime(now) } };
}

function voidUnpaid({ store, now }: HandlerCall, id: string): void {
  const qr = qrs.find(store, { id });
  if (qr === undefined || !TYPES.includes(qr.type)) throw unknownEntity(id);
  if (qr.voided) throw duplicate(id);
  if (qr.paid > 0) throw declined('the QR is paid: give the reference of its payment');
  qrs.update(store, { id }, { voided: true });
  post(store, { at: now, kind: 'qr.void', reference: id });
}

/** The bill that a QR asks to pay. */
type Order = Pick<Qr, 'amount' | 'biller' | 'ref1' | 'ref2' | 'ref3'>;

function readOrder({ input }: HandlerCall): Order {
  return {
    amount: parseAmount(optional(input, 'amount') ?? '') ?? null,
    biller: optional(input, 'ppId') ?? null,
    ref1: optional(input, 'ref1') ?? null,
    ref2: optional(input, 'ref2') ?? null,
    ref3: optional(input, 'ref3') ?? null,
  };
}

/** 00 01 30 53 54 58 62 63, reference 3 in 62.07. */
function billPayload({ input, settings }: HandlerCall): ThaiQr {
  const amount = optional(input, 'amount');
  const [billerId, ref1, ref2, ref3] = ['ppId', 'ref1', 'ref2', 'ref3'].map((f) =>
    optional(input, f),
  );
  return {
    static: amount === undefined,
    bill: { ...(settings.tag30Aid && { aid: AID.BILL }), billerId, ref1, ref2 },
    currency: '764',
    country: 'TH',
    amount,
    ...(ref3 && { additional: { terminal: ref3 } }),
  };
}

const CARD_QR_MINUTES = 15;
/** Of a bill number in tag 62. */
const LONGEST_INVOICE = 25;

/** A QR for cards, CS, or for cards and a bill payment, PPCS. */
function createCardQr(call: HandlerCall, type: string, order: Order): HandlerAnswer {
  const { input, now } = call;
  const merchant = required(input, 'merchantId');
  const terminal = required(input, 'terminalId');
  const invoice = readInvoice(call, merchant);
  const id = unusedId(call);
  const minutes = Number(optional(input, 'csExtExpiryTime') ?? CARD_QR_MINUTES);
  const expiresAt = now + minutes * 60_000;
  const note = optional(input, 'csNote') ?? null;
  const payload = writeThaiQr({
    ...billPayload(call),
    ...(type === 'CS' && { bill: undefined }),
    cards: { '02': merchantPan(merchant) },
    additional: { billNumber: invoice, store: merchant, reference: id, terminal },
  });
  const qr = { ...{ id, type, payload, merchant, terminal, invoice, note, expiresAt }, ...order };
  addQr(call, { ...qr, times: 1 });
  return { data: cardQrData(call, qr) };
}

/** One that the merchant has not used yet. */
function readInvoice(call: HandlerCall, merchant: string): string {
  const invoice = required(call.input, 'invoice');
  if (invoice.length > LONGEST_INVOICE) throw invalid('invoice');
  if (qrs.find(call.store, { merchant, invoice }) && !isRelaxed(call, 'repeatedInvoices')) {
    throw duplicate(`${invoice}; ${howToAccept(['repeatedInvoices'])}`);
  }
  return invoice;
}

type CardQr = Pick<Qr, 'id' | 'payload' | 'amount' | 'note'> & {
  merchant: string;
  terminal: string;
  invoice: string;
  expiresAt: number;
};

function cardQrData({ input, settings }: HandlerCall, qr: CardQr) {
  return {
    qrRawData: qr.payload,
    qrImage: qrAsGif(qr.payload),
    csExtExpiryTime: bangkokDateTime(qr.expiresAt),
    responseCode: '000',
    qrCodeType: 'EM',
    [settings.qrIdName]: qr.id,
    poi: qr.amount === null ? '11' : '12',
    amount: qr.amount === null ? '' : formatAmount(qr.amount),
    currencyCode: '764',
    currencyName: 'Baht',
    csNote: qr.note ?? '',
    csUserDefined: optional(input, 'csUserDefined') ?? '',
    invoice: qr.invoice,
    merchantId: qr.merchant,
    merchantName: SHOP_NAME,
    terminalId: qr.terminal,
    terminalName: SHOP_NAME,
    channels: [{ seqNo: '1', channelName: 'VISA', channelCode: settings.visaChannel }],
  };
}

/**
 * Bangkok time to the millisecond, and random digits for codes of the same one; where they are taken, a later
 * one, because three digits are used up while the clock stands still.
 */
function unusedId({ store, random, now, settings }: HandlerCall): string {
  for (let moment = now; ; moment++) {
    const head = compactDateTime(moment) + String(moment % 1000).padStart(3, '0');
    const id = head + randomDigits(random, settings.qrIdDigits - head.length);
    if (qrs.find(store, { id }) === undefined) return id;
  }
}
