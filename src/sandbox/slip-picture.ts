import { symbolOf } from '../qr/matrix.js';
import { symbolPng } from '../qr/png.js';
import { writeSlip } from '../qr/slip.js';
import { BANK_CODE } from './seed.js';

const WIDTH = 480;

/** The mini QR of a slip of this bank, as a PNG. */
export function slipPicture(transRef: string): Uint8Array {
  return symbolPng(symbolOf(writeSlip({ sendingBank: BANK_CODE, transRef })), WIDTH);
}
