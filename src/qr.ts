/** `payctl/qr`: Thai QR, slips and bill barcodes, without any module of Node: for browsers and at the edge. */
export { PayctlError } from './core/errors.js';
export {
  type Barcode,
  barcodeToThaiQr,
  parseBarcode,
  type Slip,
  writeBarcode,
  writeSlip,
} from './qr/barcode.js';
export { type Decoded, type DecodedField, decode, type Finding, lint } from './qr/plain.js';
export { readThaiQr, type ThaiQr, writeThaiQr } from './qr/thai-qr.js';
