import { PayctlError } from '../errors.js';
import { type ImageHeader, imageHeader, MAX_IMAGE_BYTES } from './image-header.js';
import { inflatesBeyond, pixelBytes } from './png-data.js';

/** More than any phone's picture of a slip; decoding takes up to ten bytes for each. */
const MAX_PIXELS = 25_000_000;

/** Four bytes for each; what has more, as 16 bits a colour, is no picture of a phone. */
const MAX_PIXEL_BYTES = 128 * 1024 * 1024;

/** Signature and first chunk. */
const PNG_HEADER = 33;
const INCOMPLETE = 'it is not a complete PNG, JPEG, WebP or GIF';

/** Progressive photographs have about ten; each costs a pass over all pixels. */
const MAX_JPEG_SCANS = 100;

/**
 * Says what an image is, or rejects with BAD_DATA before anything of it is decoded: no image, too large
 * in bytes or pixels, or built to grow while it is decoded.
 */
export async function admitImage(image: Uint8Array): Promise<ImageHeader> {
  if (image.length > MAX_IMAGE_BYTES) {
    throw refused(`it has ${image.length} bytes, at most ${MAX_IMAGE_BYTES} are read`);
  }
  const header = imageHeader(image);
  if (header === undefined || header.width === 0 || header.height === 0) {
    throw refused(INCOMPLETE);
  }
  const { format, width, height } = header;
  if (width * height > MAX_PIXELS) {
    throw refused(`it has ${width} × ${height} pixels, at most 25 million are read`);
  }
  if (format === 'png') await refuseBomb(image);
  if (format === 'jpeg' && countScans(image) > MAX_JPEG_SCANS) {
    throw refused('it is built of too many scans');
  }
  return header;
}

function refused(reason: string): PayctlError {
  const hint = 'crop the picture to the code and save it as PNG';
  return new PayctlError('BAD_DATA', `the image is refused: ${reason}`, { hint });
}

async function refuseBomb(image: Uint8Array): Promise<void> {
  const png = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  if (png.length < PNG_HEADER) throw refused(INCOMPLETE);
  const announced = pixelBytes(png);
  if (announced > MAX_PIXEL_BYTES) {
    throw refused(`its pixels take ${announced} bytes, at most ${MAX_PIXEL_BYTES} are read`);
  }
  if (await inflatesBeyond(png, announced)) {
    throw refused('it holds more pixels than its header says');
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
