import { crc32, deflateSync } from 'node:zlib';
import QRCode from 'qrcode-terminal/vendor/QRCode/index.js';
import { PayctlError, usageError } from '../core/errors.js';
import { drawing as says } from '../messages/pictures.js';

/**
 * A QR symbol (ISO/IEC 18004) of `size` modules a side; rows and columns count from 0, and all
 * around is light.
 */
export interface Matrix {
  size: number;
  isDark: (row: number, column: number) => boolean;
}

/** Light modules that the standard requires around a symbol. */
export const QUIET_ZONE = 4;

/** Pixels of the narrowest picture that scans: two for each module, quiet zone included. */
export function leastPixels({ size }: Matrix): number {
  return 2 * (size + 2 * QUIET_ZONE);
}

/** Error correction as the standard writes it in two bits: L repairs 7 % of a symbol, M 15 %. */
const LEVELS = { M: 0, L: 1 } as const;

/**
 * The symbol of a payload, in UTF-8, with error correction M, or L where M is wider than `widest`
 * modules. Throws PayctlError BAD_DATA for an empty payload and for more than 2,331 bytes.
 */
export function encodeSymbol(payload: string, widest = Number.POSITIVE_INFINITY): Matrix {
  const bytes = Buffer.from(payload, 'utf8').toString('latin1');
  // What byte mode holds at level M; beyond, the encoder fails with an unclear error.
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

/** The terminal that is drawn on. */
export interface DrawOptions {
  /** The width; without a limit where it is not given. */
  columns?: number;
  /** `half`: two modules to a character, by Unicode half blocks. `ascii`: `##` and spaces. */
  style?: 'half' | 'ascii';
  /** Sets black and white itself, so that every theme shows the same picture. */
  colour?: boolean;
  /** Without colour: whether the terminal is light on dark (default) or dark on light. */
  theme?: 'dark' | 'light';
}

/** A quiet zone of two modules still scans, where four do not fit. */
const LEAST_QUIET_ZONE = 2;

/** Entries of the 256-colour palette that no theme redefines, unlike the first sixteen. */
const BLACK = 16;
const WHITE = 231;
const RESET = '\u001B[0m';

/**
 * Draws a payload as text, lines joined by line ends. Throws PayctlError BAD_DATA where the payload is
 * too long, USAGE where the columns do not suffice.
 *
 * With colour the picture is the same on every terminal. Without, a drawing for a dark theme is a
 * negative on a light one: zxing and jsQR read both (measured with all vectors), but a reader that
 * does not try the negative reads only the theme it was drawn for. Hence `theme`.
 */
export function draw(payload: string, options: DrawOptions = {}): string {
  const { columns = Number.POSITIVE_INFINITY, style = 'half', colour = false } = options;
  const modules = style === 'half' ? columns : Math.floor(columns / 2);
  const matrix = encodeSymbol(payload, modules - 2 * QUIET_ZONE);
  const quiet = Math.min(QUIET_ZONE, Math.floor((modules - matrix.size) / 2));
  if (quiet < LEAST_QUIET_ZONE) {
    const needed = (matrix.size + 2 * LEAST_QUIET_ZONE) * (style === 'half' ? 1 : 2);
    throw usageError(says.tooWide(needed, columns), says.widen);
  }
  const inked = toInk(matrix, quiet, colour || options.theme === 'light');
  const lines = style === 'half' ? halfBlocks(inked) : ascii(inked);
  if (!colour) return lines.join('\n');
  const tint = style === 'half' ? blackOnWhite : solid;
  return lines.map((line) => tint(line) + RESET).join('\n');
}

/** Where ink goes, quiet zone included: on the dark modules, or on a dark theme on the light ones. */
function toInk(matrix: Matrix, quiet: number, inkIsDark: boolean): boolean[][] {
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

/** `#` leaves gaps between its strokes; with the same colour behind it there are none. */
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

/** A PNG of one bit for each pixel: black where `isDark`. */
export function encodePng(
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
 * A symbol as a square PNG of exactly `size` pixels a side; pixels that make no whole module widen the
 * quiet zone. Throws PayctlError USAGE below two pixels for each module or above 4,096.
 */
export function symbolPng(matrix: Matrix, size: number): Uint8Array {
  const modules = matrix.size + 2 * QUIET_ZONE;
  const least = leastPixels(matrix);
  if (!Number.isInteger(size) || size < least || size > 4096) {
    throw usageError(says.pixelsWide(least, size));
  }
  const scale = Math.floor(size / modules);
  const margin = Math.floor((size - matrix.size * scale) / 2);
  const module = (pixel: number) => Math.floor((pixel - margin) / scale);
  return encodePng(size, size, (x, y) => matrix.isDark(module(y), module(x)));
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

/** Each run of dark modules in a row as one rectangle: single squares would show seams. */
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
