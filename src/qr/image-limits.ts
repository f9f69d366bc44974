import { createInflate } from 'node:zlib';
import { asBuffer } from '../core/bytes.js';
import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { pictures } from '../messages/pictures.js';

/** The largest image that is read, in bytes. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** What the first bytes of an image say. */
interface ImageHeader {
  format: 'png' | 'jpeg' | 'gif' | 'webp';
  /** In pixels. */
  width: number;
  height: number;
}

/**
 * Reads format and size without decoding. undefined for what is not PNG, JPEG, GIF or WebP, or ends
 * before its size.
 */
export function imageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const image = asBuffer(bytes);
  const format = detectFormat(image);
  if (format === undefined) return undefined;
  try {
    const size = SIZES[format](image);
    return size && { format, width: size[0], height: size[1] };
  } catch (error) {
    // Every read past the end of the bytes ends here.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Size = readonly [width: number, height: number];

const SIZES: Readonly<Record<ImageHeader['format'], (image: Buffer) => Size | undefined>> = {
  png: (image) => [image.readUInt32BE(16), image.readUInt32BE(20)],
  gif: (image) => [image.readUInt16LE(6), image.readUInt16LE(8)],
  jpeg: jpegSize,
  webp: webpSize,
};

/** Whether bytes are an image at all, by their first few: else they are text. */
export function isImage(bytes: Uint8Array): boolean {
  return detectFormat(Buffer.from(bytes.subarray(0, 16))) !== undefined;
}

/** Formats that people take for a picture, but that cannot be read here. */
export function foreignFormat(bytes: Uint8Array): 'a PDF' | 'a HEIC picture' | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (start.startsWith('%PDF-')) return 'a PDF';
  const isHeic = /^.{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1|avif)/s.test(start);
  return isHeic ? 'a HEIC picture' : undefined;
}

function detectFormat(image: Buffer): ImageHeader['format'] | undefined {
  const start = image.toString('latin1', 0, 12);
  if (start.startsWith('\u0089PNG\r\n\u001A\n')) return 'png';
  if (start.startsWith('GIF8')) return 'gif';
  if (start.startsWith('\u00FF\u00D8\u00FF')) return 'jpeg';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'webp' : undefined;
}

/** Walks the segments to the first frame header (SOF). */
function jpegSize(image: Buffer): Size | undefined {
  let at = 2;
  for (;;) {
    if (image.readUInt8(at) !== 0xff) return undefined;
    const marker = image.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [image.readUInt16BE(at + 7), image.readUInt16BE(at + 5)];
    // Fill bytes and markers without a body advance by themselves.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else at += 2 + image.readUInt16BE(at + 2);
  }
}

/** The first chunk says it: lossy frame, lossless stream, or extended header. */
function webpSize(image: Buffer): Size | undefined {
  const chunk = image.toString('latin1', 12, 16);
  if (chunk === 'VP8 ') return [image.readUInt16LE(26) & 0x3fff, image.readUInt16LE(28) & 0x3fff];
  if (chunk === 'VP8X') return [image.readUIntLE(24, 3) + 1, image.readUIntLE(27, 3) + 1];
  if (chunk !== 'VP8L') return undefined;
  const bits = image.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
}

/** By the colour type of the header: grey, RGB, palette, grey and alpha, RGB and alpha. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The bytes of pixels that a PNG's header announces, with room for the filter bytes of interlaced rows. */
function pixelBytes(png: Buffer): number {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const bits = png.readUInt8(24) * (CHANNELS[png.readUInt8(25)] ?? 4);
  return Math.ceil((width * bits) / 8) * height + 4 * height + 64;
}

/**
 * Whether a PNG's pixels are more than `limit` bytes. They are deflated up to a thousand to one, and the
 * decoder inflates all of them before it looks at the size: so they are inflated here first, and only
 * counted.
 */
async function inflatesBeyond(png: Buffer, limit: number): Promise<boolean> {
  const inflate = createInflate();
  inflate.end(Buffer.concat([...dataChunks(png)]));
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

function* dataChunks(png: Buffer): Generator<Buffer> {
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      yield png.subarray(at + 8, at + 8 + length);
    }
    at += 12 + length;
  }
}

function hasMoreChunks(png: Buffer, most: number): boolean {
  let count = 0;
  for (let at = 8; at + 12 <= png.length && count <= most; at += 12 + png.readUInt32BE(at)) count++;
  return count > most;
}

/** More than any phone's picture of a slip; decoding takes up to ten bytes for each pixel. */
const MAX_PIXELS = 25_000_000;

/** About four bytes for each pixel; a phone's picture has no more. */
const MAX_PIXEL_BYTES = 128 * 1024 * 1024;

/** Signature and first chunk. */
const PNG_HEADER = 33;

/** Encoders write some thousand bytes into each; an empty one costs the decoder as much as a full one. */
const MAX_CHUNKS = 10_000;

/** Progressive photographs have about ten; each costs a pass over all pixels. */
const MAX_JPEG_SCANS = 100;

/**
 * The header of an image that is safe to decode. Rejects with PayctlError BAD_DATA what is no image, too
 * large in bytes or pixels, or built to grow while it is decoded.
 */
export async function admitImage(image: Uint8Array): Promise<ImageHeader> {
  if (image.length > MAX_IMAGE_BYTES) {
    throw imageError(pictures.manyBytes(image.length, MAX_IMAGE_BYTES));
  }
  const header = imageHeader(image);
  if (header === undefined || header.width === 0 || header.height === 0) {
    throw imageError(pictures.incomplete);
  }
  const { format, width, height } = header;
  if (width * height > MAX_PIXELS) {
    throw imageError(pictures.manyPixels(width, height));
  }
  if (format === 'png') await refuseBomb(image);
  if (format === 'jpeg' && countScans(image) > MAX_JPEG_SCANS) {
    throw imageError(pictures.manyScans);
  }
  return header;
}

function imageError(why: Message): PayctlError {
  return new PayctlError('BAD_DATA', pictures.refused(why), { hint: pictures.cropAsPng });
}

async function refuseBomb(image: Uint8Array): Promise<void> {
  const png = asBuffer(image);
  if (png.length < PNG_HEADER) throw imageError(pictures.incomplete);
  if (hasMoreChunks(png, MAX_CHUNKS)) throw imageError(pictures.manyChunks);
  const announced = pixelBytes(png);
  if (announced > MAX_PIXEL_BYTES) {
    throw imageError(pictures.largePixels(announced, MAX_PIXEL_BYTES));
  }
  if (await inflatesBeyond(png, announced)) {
    throw imageError(pictures.morePixels);
  }
}

/** Counts start-of-scan markers; inside scans the byte FF is always stuffed, so no data is counted. */
function countScans(image: Uint8Array): number {
  let scans = 0;
  for (let at = image.indexOf(0xff); at >= 0; at = image.indexOf(0xff, at + 1)) {
    if (image[at + 1] === 0xda) scans++;
  }
  return scans;
}
