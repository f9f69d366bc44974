/** The largest image that is read; a caller need not read more of a file. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** What the first bytes of an image say. */
export interface ImageHeader {
  format: 'png' | 'jpeg' | 'gif' | 'webp';
  width: number;
  height: number;
}

/**
 * Reads format and size without decoding anything. Undefined for what is not PNG, JPEG, GIF or
 * WebP, or breaks off before its size.
 */
export function imageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (formatOf(image)) {
      case 'png':
        return { format: 'png', width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
      case 'gif':
        return { format: 'gif', width: image.readUInt16LE(6), height: image.readUInt16LE(8) };
      case 'jpeg':
        return jpegHeader(image);
      case 'webp':
        return webpHeader(image);
      case undefined:
        return undefined;
    }
  } catch (error) {
    // Every read past the end of the bytes ends here.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether bytes are an image at all, by their first few: else they are text. */
export function isImage(bytes: Uint8Array): boolean {
  return formatOf(Buffer.from(bytes.subarray(0, 16))) !== undefined;
}

/** What people have in place of a picture that can be read here. */
export function foreignFormat(bytes: Uint8Array): 'a PDF' | 'a HEIC picture' | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (start.startsWith('%PDF-')) return 'a PDF';
  const isHeic = /^.{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1|avif)/s.test(start);
  return isHeic ? 'a HEIC picture' : undefined;
}

function formatOf(image: Buffer): ImageHeader['format'] | undefined {
  const start = image.toString('latin1', 0, 12);
  if (start.startsWith('\u0089PNG\r\n\u001A\n')) return 'png';
  if (start.startsWith('GIF8')) return 'gif';
  if (start.startsWith('\u00FF\u00D8\u00FF')) return 'jpeg';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'webp' : undefined;
}

/** Walks the segments to the first frame header (SOF). */
function jpegHeader(image: Buffer): ImageHeader | undefined {
  let at = 2;
  for (;;) {
    if (image.readUInt8(at) !== 0xff) return undefined;
    const marker = image.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const [height, width] = [image.readUInt16BE(at + 5), image.readUInt16BE(at + 7)];
      return { format: 'jpeg', width, height };
    }
    // Fill bytes and markers without a body advance by themselves.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else at += 2 + image.readUInt16BE(at + 2);
  }
}

/** The first chunk says it: lossy frame, lossless stream, or extended header. */
function webpHeader(image: Buffer): ImageHeader | undefined {
  switch (image.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        format: 'webp',
        width: image.readUInt16LE(26) & 0x3fff,
        height: image.readUInt16LE(28) & 0x3fff,
      };
    case 'VP8L': {
      const bits = image.readUInt32LE(21);
      return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return {
        format: 'webp',
        width: image.readUIntLE(24, 3) + 1,
        height: image.readUIntLE(27, 3) + 1,
      };
    default:
      return undefined;
  }
}
