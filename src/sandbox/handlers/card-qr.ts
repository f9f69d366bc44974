import { formatAmount } from '../../api/money.js';
import { bangkokDateTime, compactDateTime } from '../../api/time.js';
import { writeThaiQr } from '../../qr/thai-qr.js';
import type { Answer, Call } from '../desk.js';
import { given, optional } from '../desk.js';
import { gifOf } from '../gif.js';
import { randomDigits } from '../identifiers.js';
import { duplicate, invalid } from '../refusal.js';
import { SHOP_NAME } from '../seed.js';
import { addQr, panOf, qrWith } from './qr-codes.js';
import { billPayload, type Order } from './qr-order.js';

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
