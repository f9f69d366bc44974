import QRCode from 'qrcode-terminal/vendor/QRCode/index.js';
import { PayctlError } from '../core/errors.js';

/** A QR symbol: `isDark(row, column)` for rows and columns from 0 to `size` - 1. */
export interface Matrix {
  size: number;
  isDark: (row: number, column: number) => boolean;
}

/** Modules of white that the standard wants around a symbol. */
export const QUIET_ZONE = 4;

/** The narrowest picture that scans: two pixels a module, quiet zone included. */
export function leastPixels({ size }: Matrix): number {
  return 2 * (size + 2 * QUIET_ZONE);
}

/** Error correction as the standard writes it in two bits: L mends 7 % of a symbol, M 15 %. */
const LEVELS = { M: 0, L: 1 } as const;

/**
 * The symbol of a payload, in UTF-8. Level M, or L where only so it stays within `widest` modules.
 * Throws BAD_DATA for more than a symbol holds (2,331 bytes).
 */
export function symbolOf(payload: string, widest = Number.POSITIVE_INFINITY): Matrix {
  const bytes = Buffer.from(payload, 'utf8').toString('latin1');
  // Byte mode holds 2,331 bytes at level M; the encoder would fail beyond without saying so well.
  if (bytes.length === 0 || bytes.length > 2331) {
    const message = `a QR code holds 1 to 2331 bytes, the payload has ${bytes.length}`;
    throw new PayctlError('BAD_DATA', message);
  }
  const matrix = encode(bytes, LEVELS.M);
  return matrix.size <= widest ? matrix : encode(bytes, LEVELS.L);
}

function encode(bytes: string, level: number): Matrix {
  const code = new QRCode(-1, level);
  code.addData(bytes);
  code.make();
  const size = code.getModuleCount();
  return { size, isDark: (row, column) => code.isDark(row, column) };
}
