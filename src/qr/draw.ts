import { crc32, deflateSync } from 'node:zlib';
import QRCode from 'qrcode-terminal/vendor/QRCode/index.js';
import { PayctlError } from '../core/errors.js';
import { drawing as says } from '../messages/drawing.js';

/** A QR symbol: `isDark(row, column)` counts from 0 to `size` - 1; all around is light. */
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

/** Error correction as the standard writes it in two bits: L repairs 7 % of a symbol, M 15 %. */
const LEVELS = { M: 0, L: 1 } as const;

/**
 * The symbol of a payload, in UTF-8. Level M, or L where only so it stays within `widest` modules.
 * Throws BAD_DATA for more than a symbol holds (2,331 bytes).
 */
export function symbolOf(payload: string, widest = Number.POSITIVE_INFINITY): Matrix {
  const bytes = Buffer.from(payload, 'utf8').toString('latin1');
  // Byte mode holds 2,331 bytes at level M; the encoder would fail beyond without saying so well.
  if (bytes.length === 0 || bytes.length > 2331) {
    throw new PayctlError('BAD_DATA', says.holds(bytes.length));
  }
  const matrix = encode(bytes, LEVELS.M);
  return matrix.size <= widest ? matrix : encode(bytes, LEVELS.L);
}

function encode(bytes: string, level: number): Matrix {
  const code = new QRCode(-1, level);
  code.addData(bytes);
  code.make();
  const size = code.getModuleCount();
  const inside = (index: number) => index >= 0 && index < size;
  return {
    size,
    isDark: (row, column) => inside(row) && inside(column) && code.isDark(row, column),
  };
}

/** What is known of the terminal. */
export interface DrawOptions {
  /** The width to keep within; none where it is not given. */
  columns?: number;
  /** `half`: two modules to a character, by Unicode half blocks. `ascii`: `##` and spaces. */
  style?: 'half' | 'ascii';
  /** Sets black and white itself, so that any theme shows the same says. */
  colour?: boolean;
  /** Without colour: whether the terminal is light on dark (as assumed) or dark on light. */
  theme?: 'dark' | 'light';
}

/** A quiet zone of two modules still scans, where four do not fit. */
const LEAST_QUIET_ZONE = 2;

/** Fixed entries of the 256-colour palette: themes redefine the sixteen below them. */
const BLACK = 16;
const WHITE = 231;
const RESET = '\u001B[0m';

/**
 * Draws a payload as text, lines joined by line ends. Throws BAD_DATA where the payload is too
 * long, USAGE where the columns do not suffice.
 *
 * With colour the picture is the same on every terminal. Without, ink is whatever the theme makes
 * it: drawn for a dark theme, a light one shows the negative. Measured with all vectors: zxing and
 * jsQR read both, because they try the negative too; a reader that does not (either with that
 * option off) reads only the theme it was drawn for. No text avoids this, hence `theme`.
 */
export function draw(payload: string, options: DrawOptions = {}): string {
  const { columns = Number.POSITIVE_INFINITY, style = 'half', colour = false } = options;
  const modules = style === 'half' ? columns : Math.floor(columns / 2);
  const matrix = symbolOf(payload, modules - 2 * QUIET_ZONE);
  const quiet = Math.min(QUIET_ZONE, Math.floor((modules - matrix.size) / 2));
  if (quiet < LEAST_QUIET_ZONE) {
    const needed = (matrix.size + 2 * LEAST_QUIET_ZONE) * (style === 'half' ? 1 : 2);
    throw new PayctlError('USAGE', says.tooWide(needed, columns), { hint: says.widen });
  }
  const inked = inkOf(matrix, quiet, colour || options.theme === 'light');
  const lines = style === 'half' ? halfBlocks(inked) : ascii(inked);
  if (!colour) return lines.join('\n');
  const tint = style === 'half' ? blackOnWhite : solid;
  return lines.map((line) => tint(line) + RESET).join('\n');
}

/** Where ink goes, quiet zone included: on the dark modules, or on a dark theme on the light ones. */
function inkOf(matrix: Matrix, quiet: number, inkIsDark: boolean): boolean[][] {
  const side = matrix.size + 2 * quiet;
  const indices = Array.from({ length: side }, (_, index) => index - quiet);
  return indices.map((row) => indices.map((column) => matrix.isDark(row, column) === inkIsDark));
}

function halfBlocks(inked: boolean[][]): string[] {
  return inked.flatMap((upper, row) => {
    const halves = upper.map((top, column) => halfBlock(top, inked[row + 1]?.[column] ?? false));
    return row % 2 === 0 ? [halves.join('')] : [];
  });
}

function halfBlock(top: boolean, bottom: boolean): string {
  if (top) return bottom ? '█' : '▀';
  return bottom ? '▄' : ' ';
}

function blackOnWhite(text: string): string {
  return `\u001B[38;5;${BLACK};48;5;${WHITE}m${text}`;
}

/** Hashes leave gaps, which a camera must take together; behind them the same colour leaves none. */
function solid(line: string): string {
  return line.replace(/#+| +/g, (run) => {
    const shade = run.startsWith('#') ? BLACK : WHITE;
    return `\u001B[38;5;${shade};48;5;${shade}m${run}`;
  });
}

function ascii(inked: boolean[][]): string[] {
  return inked.map((row) => row.map((ink) => (ink ? '##' : '  ')).join(''));
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A picture of one bit a pixel: black where `isDark`. */
export function pngOf(
  width: number,
  height: number,
  isDark: (x: number, y: number) => boolean,
): Uint8Array {
  const stride = 1 + Math.ceil(width / 8);
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // A row is a filter byte (0: none) and its pixels, white being 1.
      const at = y * stride + 1 + (x >> 3);
      if (!isDark(x, y)) rows.writeUInt8(rows.readUInt8(at) | (0x80 >> (x & 7)), at);
    }
  }
  const header = Buffer.concat([word(width), word(height), Buffer.from([1, 0, 0, 0, 0])]);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * A symbol as a square PNG of exactly `size` pixels a side; what whole modules leave over widens
 * the quiet zone. Throws USAGE below two pixels a module or above 4,096.
 */
export function symbolPng(matrix: Matrix, size: number): Uint8Array {
  const modules = matrix.size + 2 * QUIET_ZONE;
  const least = leastPixels(matrix);
  if (!Number.isInteger(size) || size < least || size > 4096) {
    throw new PayctlError('USAGE', says.pixelsWide(least, size));
  }
  const scale = Math.floor(size / modules);
  const margin = Math.floor((size - matrix.size * scale) / 2);
  const module = (pixel: number) => Math.floor((pixel - margin) / scale);
  return pngOf(size, size, (x, y) => matrix.isDark(module(y), module(x)));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([word(data.length), body, word(crc32(body))]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A symbol as an SVG of `size` pixels a side that scales without loss. */
export function symbolSvg(matrix: Matrix, size: number): string {
  const side = matrix.size + 2 * QUIET_ZONE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/>`,
    `<path fill="#000" d="${runs(matrix).join('')}"/>`,
    '</svg>',
    '',
  ].join('\n');
}

/** Each run of dark modules in a row as one rectangle: neighbours drawn singly would show seams. */
function runs({ size, isDark }: Matrix): string[] {
  const paths: string[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const start = column;
      while (column < size && isDark(row, column)) column++;
      const length = column - start;
      if (length > 0)
        paths.push(`M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${length}v1h-${length}z`);
    }
  }
  return paths;
}
