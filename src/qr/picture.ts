import { crc32, deflateSync } from 'node:zlib';
import { PayctlError } from '../core/errors.js';
import { leastPixels, type Matrix, QUIET_ZONE } from './draw.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A picture of one bit a pixel: black where `isDark`. */
export function pngOf(
  width: number,
  height: number,
  isDark: (x: number, y: number) => boolean,
): Buffer {
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
export function symbolPng(matrix: Matrix, size: number): Buffer {
  const modules = matrix.size + 2 * QUIET_ZONE;
  const least = leastPixels(matrix);
  if (!Number.isInteger(size) || size < least || size > 4096) {
    const message = `the picture of this code must be ${least} to 4096 pixels wide, not ${size}`;
    throw new PayctlError('USAGE', message);
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
