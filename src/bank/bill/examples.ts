import { type Examples, twice } from '../examples.js';

/** Draws the QR of a bill and keeps its payload, for examples that need one. */
export const BILL =
  'QR=$(payctl --sandbox qr create --ref1 INVOICE001 --amount 100.00 -o table -q data.qrRawData)';
export const BILL_PAID: readonly string[] = [BILL, 'payctl sandbox pay $QR'];

export const examples: Examples<typeof import('./operations.js')> = {
  inquire: [
    ...BILL_PAID,
    ...twice('payctl --sandbox bill inquire --reference1 INVOICE001', '-o json'),
  ],
  search: [
    ...BILL_PAID,
    ...twice('payctl --sandbox bill search --bill-reference1 INVOICE001', '-o json'),
  ],
};
