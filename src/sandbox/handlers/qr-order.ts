import { parseAmount } from '../../api/money.js';
import { AID } from '../../qr/tags.js';
import type { ThaiQr } from '../../qr/thai-qr.js';
import type { Call } from '../desk.js';
import { optional } from '../desk.js';
import type { Qr } from './qr-codes.js';

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
