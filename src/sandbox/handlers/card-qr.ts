import { formatAmount, parseAmount } from '../../core/money.js';
import { bangkokDateTime, compactDateTime } from '../../core/time.js';
import { AID } from '../../qr/tags.js';
import { type ThaiQr, writeThaiQr } from '../../qr/thai-qr.js';
import { type Call, given, optional } from '../handler-context.js';
import { randomDigits } from '../identifiers.js';
import { gifOf } from '../images.js';
import { type Answer, duplicate, invalid } from '../refusal.js';
import { SHOP_NAME } from '../seed.js';
import { addQr, panOf, type Qr, qrWith } from './qr-codes.js';

/** What a QR is to be paid for. */
export type Order = Pick<Qr, 'amount' | 'biller' | 'ref1' | 'ref2' | 'ref3'>;

export function ordered({ input }: Call): Order {
  return {
    amount: parseAmount(optional(input, 'amount') ?? '') ?? null,
    biller: optional(input, 'ppId') ?? null,
    ref1: optional(input, 'ref1') ?? null,
    ref2: optional(input, 'ref2') ?? null,
    ref3: optional(input, 'ref3') ?? null,
  };
}

/** 00 01 30 53 54 58 62 63, reference 3 in 62.07. */
export function billPayload({ input, settings }: Call): ThaiQr {
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
export function createCardQr(call: Call, type: string, order: Order): Answer {
  const { input, store, now, settings } = call;
  const merchant = given(input, 'merchantId');
  const terminal = given(input, 'terminalId');
  const invoice = given(input, 'invoice');
  if (invoice.length > LONGEST_INVOICE) throw invalid('invoice');
  if (store.one('SELECT 1 FROM qr WHERE merchant = ? AND invoice = ?', merchant, invoice)) {
    throw duplicate(invoice);
  }
  const id = unusedId(call);
  const minutes = Number(optional(input, 'csExtExpiryTime') ?? CARD_QR_MINUTES);
  const expiresAt = now + minutes * 60_000;
  const payload = writeThaiQr({
    ...billPayload(call),
    ...(type === 'CS' && { bill: undefined }),
    cards: { '02': panOf(merchant) },
    additional: { billNumber: invoice, store: merchant, reference: id, terminal },
  });
  const note = optional(input, 'csNote') ?? null;
  addQr(call, {
    ...order,
    id,
    type,
    payload,
    merchant,
    terminal,
    invoice,
    note,
    expiresAt,
    times: 1,
  });
  return {
    data: {
      qrRawData: payload,
      qrImage: gifOf(payload),
      csExtExpiryTime: bangkokDateTime(expiresAt),
      responseCode: '000',
      qrCodeType: 'EM',
      [settings.qrIdName]: id,
      poi: order.amount === null ? '11' : '12',
      amount: order.amount === null ? '' : formatAmount(order.amount),
      currencyCode: '764',
      currencyName: 'Baht',
      csNote: note ?? '',
      csUserDefined: optional(input, 'csUserDefined') ?? '',
      invoice,
      merchantId: merchant,
      merchantName: SHOP_NAME,
      terminalId: terminal,
      terminalName: SHOP_NAME,
      channels: [{ seqNo: '1', channelName: 'VISA', channelCode: settings.visaChannel }],
    },
  };
}

/** Bangkok time to the millisecond, and digits that tell codes of the same one apart. */
function unusedId({ store, random, now, settings }: Call): string {
  const head = compactDateTime(now) + String(now % 1000).padStart(3, '0');
  for (;;) {
    const id = head + randomDigits(random, settings.qrIdDigits - head.length);
    if (qrWith(store, 'id', id) === undefined) return id;
  }
}
