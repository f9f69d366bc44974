import type { ReaderOptions, ReadResult } from 'zxing-wasm/reader';
import { utf8Text } from '../core/bytes.js';
import { PayctlError } from '../core/errors.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import { pictures } from '../messages/pictures.js';
import { admitImage } from './image-limits.js';

/** The contents of the two WebAssembly files; callers read them, because this folder does no I/O. */
export interface WasmFiles {
  /** `zxing-wasm/reader/zxing_reader.wasm` */
  reader: Uint8Array;
  /** `@cwasm/webp/webp.wasm` */
  webp: Uint8Array;
}

/** A position in pixels, from the top left. */
export interface Point {
  x: number;
  y: number;
}

/** A code that was read from a picture. */
interface ScannedCode {
  text: string;
  /** Code 128 is what bill barcodes use. */
  format: 'QRCode' | 'Code128';
  /** Top left, top right, bottom right, bottom left of the code when it is upright. */
  corners: Point[];
}

/**
 * Reads every QR code and bill barcode in a PNG, JPEG, WebP or GIF, from top to bottom. Rejects with
 * PayctlError BAD_DATA for what is not an image, too large, damaged, or without a readable code.
 */
export async function readCodes(image: Uint8Array, wasm: WasmFiles): Promise<ScannedCode[]> {
  const { format } = await admitImage(image);
  const input = format === 'webp' ? await decodeWebp(image, wasm.webp) : image;
  const codes = await findCodes(input, wasm.reader);
  if (codes.length > 0) return codes;
  throw new PayctlError('BAD_DATA', pictures.unreadable, { hint: pictures.cropOrRetake });
}

/**
 * Else the reader's defaults, which try rotated, inverted and smaller versions of the picture.
 * Denoising, other binarizers and other scales read one more of 152 bad photographs.
 */
const OPTIONS: ReaderOptions = { formats: ['QRCode', 'Code128'], textMode: 'Plain' };

async function findCodes(
  input: Uint8Array | Pixels,
  wasmBinary: Uint8Array,
): Promise<ScannedCode[]> {
  const { prepareZXingModule, purgeZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  prepareZXingModule({ overrides: { wasmBinary } });
  const results = await readBarcodes(input, OPTIONS).catch((cause: unknown) => {
    // The reader may be left in any state: the next picture gets a new one.
    purgeZXingModule();
    throw new PayctlError('BAD_DATA', pictures.damaged, { cause });
  });
  if (results.some((result) => !result.isValid))
    throw new PayctlError('BAD_DATA', pictures.damaged);
  return results.map(toScannedCode).sort((a, b) => topEdge(a) - topEdge(b));
}

function topEdge({ corners }: ScannedCode): number {
  return Math.min(...corners.map(({ y }) => y));
}

function toScannedCode({ format, bytes, text, position }: ReadResult): ScannedCode {
  const { topLeft, topRight, bottomRight, bottomLeft } = position;
  return {
    // Thai codes are UTF-8 without saying so; the reader would guess from the bytes.
    text: utf8Text(bytes) ?? text,
    format: format === 'Code128' ? 'Code128' : 'QRCode',
    corners: [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => ({ x, y })),
  };
}

/** Pixels as red, green, blue and alpha, one byte each, rows from the top. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/**
 * Decodes a WebP picture by libwebp (`webp.wasm` of @cwasm/webp), because the barcode reader has only
 * PNG, JPEG and GIF. Each picture gets a new instance, whose memory a hostile one may corrupt. Throws
 * PayctlError BAD_DATA for what it cannot decode, animations included.
 */
async function decodeWebp(image: Uint8Array, wasm: Uint8Array): Promise<Pixels> {
  const { instance } = await WebAssembly.instantiate(wasm, { wasi_snapshot_preview1: NO_SYSTEM });
  const { memory, malloc, WebPDecodeRGBA: decode } = instance.exports;
  if (
    !(memory instanceof WebAssembly.Memory) ||
    !isWasmFunction(malloc) ||
    !isWasmFunction(decode)
  ) {
    throw new TypeError('this is not the expected WebP decoder');
  }
  const input = malloc(image.length);
  const size = malloc(8);
  new Uint8Array(memory.buffer).set(image, input);
  // The decoder traps where its memory is full.
  const output = tryOrUndefined(() => decode(input, image.length, size, size + 4)) ?? 0;
  if (output === 0) throw new PayctlError('BAD_DATA', pictures.damagedWebp);
  const view = new DataView(memory.buffer);
  const [width, height] = [view.getUint32(size, true), view.getUint32(size + 4, true)];
  // The view lasts as long as the instance, which nothing else uses.
  return { data: new Uint8ClampedArray(memory.buffer, output, width * height * 4), width, height };
}

/** The decoder is built to write diagnostics; every such call fails. */
const NO_SYSTEM = { fd_write: refuse, fd_seek: refuse, fd_close: refuse };

function refuse(): number {
  return 8; // EBADF
}

function isWasmFunction(value: unknown): value is (...args: number[]) => number {
  return typeof value === 'function';
}
