import { createInflate } from 'node:zlib';

/** By the colour type of the header: grey, RGB, palette, grey and alpha, RGB and alpha. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The bytes of pixels that a PNG's header announces, with room for the filters of interlaced rows. */
export function pixelBytes(png: Buffer): number {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const bits = png.readUInt8(24) * (CHANNELS[png.readUInt8(25)] ?? 4);
  return Math.ceil((width * bits) / 8) * height + 4 * height + 64;
}

/**
 * Whether a PNG's data are longer than so many bytes. Pixels are deflated, up to a thousand to one,
 * and the decoder inflates all there is before it looks at the size: so they are inflated here
 * first, and only counted.
 */
export async function inflatesBeyond(png: Buffer, limit: number): Promise<boolean> {
  const inflate = createInflate();
  for (const part of dataOf(png)) inflate.write(part);
  inflate.end();
  let total = 0;
  try {
    for await (const bytes of inflate) {
      total += Buffer.byteLength(bytes);
      if (total > limit) return true;
    }
  } catch {
    // Other damage is for the decoder to judge: it reads what a checksum would condemn.
  }
  return false;
}

function* dataOf(png: Buffer): Generator<Buffer> {
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      yield png.subarray(at + 8, at + 8 + length);
    }
    at += 12 + length;
  }
}
