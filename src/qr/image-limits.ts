import { inflateSync } from 'node:zlib';
import { PayctlError } from '../errors.js';
import { type ImageHeader, imageHeader, MAX_IMAGE_BYTES } from './image-header.js';

/** More than any phone's picture of a slip; decoding takes up to ten bytes for each. */
const MAX_PIXELS = 25_000_000;

/** Progressive photographs have about ten; each costs a pass over all pixels. */
const MAX_JPEG_SCANS = 100;

/**
 * Says what an image is, or throws BAD_DATA before anything of it is decoded: no image, too large
 * in bytes or pixels, or built to grow while it is decoded.
 */
export function admitImage(image: Uint8Array): ImageHeader {
  if (image.length > MAX_IMAGE_BYTES) {
    throw refused(`it has ${image.length} bytes, at most ${MAX_IMAGE_BYTES} are read`);
  }
  const header = imageHeader(image);
  if (header === undefined || header.width === 0 || header.height === 0) {
    throw refused('it is not a complete PNG, JPEG, WebP or GIF');
  }
  const { format, width, height } = header;
  if (width * height > MAX_PIXELS) {
    throw refused(`it has ${width} × ${height} pixels, at most 25 million are read`);
  }
  if (format === 'png' && inflatesBeyond(image, header)) {
    throw refused('it holds more pixels than its header says');
  }
  if (format === 'jpeg' && countScans(image) > MAX_JPEG_SCANS) {
    throw refused('it is built of too many scans');
  }
  return header;
}

function refused(reason: string): PayctlError {
  const hint = 'crop the picture to the code and save it as PNG';
  return new PayctlError('BAD_DATA', `the image is refused: ${reason}`, { hint });
}

/**
 * A PNG's pixels are deflated, up to a thousand to one, and the decoder inflates all there is
 * before it looks at the size. So they are inflated here first, with a bound.
 */
function inflatesBeyond(bytes: Uint8Array, { width, height }: ImageHeader): boolean {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= image.length; ) {
    const length = image.readUInt32BE(at);
    if (image.toString('latin1', at + 4, at + 8) === 'IDAT') {
      data.push(image.subarray(at + 8, at + 8 + length));
    }
    at += 12 + length;
  }
  // Four channels of 16 bits, and a filter byte for each row of each of seven passes.
  const maxOutputLength = width * height * 8 + height * 8 + 64;
  try {
    inflateSync(Buffer.concat(data), { maxOutputLength });
    return false;
  } catch (error) {
    // Other damage is for the decoder to judge: it reads what a checksum would condemn.
    return error instanceof RangeError;
  }
}

/** Start-of-scan markers; inside scans the byte FF is always stuffed, so none is counted in vain. */
function countScans(image: Uint8Array): number {
  let scans = 0;
  for (let at = image.indexOf(0xff); at >= 0; at = image.indexOf(0xff, at + 1)) {
    if (image[at + 1] === 0xda) scans++;
  }
  return scans;
}
