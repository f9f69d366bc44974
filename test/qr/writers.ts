import { decode } from '../../src/qr/decode.js';
import { AID } from '../../src/qr/tags.js';
import { writeThaiQr } from '../../src/qr/thai-qr.js';
import type { Field } from '../../src/qr/tlv.js';

/** A QR 30 with a biller's references. */
interface BillPayment {
  billerId: string;
  ref1: string;
  ref2?: string | undefined;
  ref3?: string | undefined;
  amount?: string | undefined;
}

/** The payload of a bill payment, static where the amount is left open. */
export function writeBillPayment({ billerId, ref1, ref2, ref3, amount }: BillPayment): string {
  return writeThaiQr({
    static: amount === undefined,
    bill: { aid: AID.BILL, billerId, ref1, ...(ref2 && { ref2 }) },
    currency: '764',
    country: 'TH',
    ...(amount !== undefined && { amount }),
    ...(ref3 && { additional: { terminal: ref3 } }),
  });
}

/** A bill with an amount and reference 3. */
export const BILL = writeBillPayment({
  billerId: '123456789012345',
  ref1: 'REF1',
  ref3: 'SHOP',
  amount: '20',
});

/** The codes of the errors of a payload. */
export const errorsOf = (payload: string) => decode(payload).errors.map(({ code }) => code);

/** Fields as they were read, declared lengths included: `parseTlv` backwards, to the character. */
export function joinFields(fields: readonly Field[]): string {
  return fields.map((f) => f.tag + String(f.length).padStart(2, '0') + f.value).join('');
}
