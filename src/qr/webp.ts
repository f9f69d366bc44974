import { PayctlError } from '../core/errors.js';

/** Pixels as red, green, blue and alpha, one byte each, rows from the top. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/**
 * Decodes a WebP picture, lossy or lossless, by libwebp (`webp.wasm` of @cwasm/webp: the barcode
 * reader knows PNG, JPEG and GIF only). A fresh instance for each picture: what a hostile one does
 * to its memory is gone with it. Throws BAD_DATA for what it cannot decode, animations included.
 */
export async function decodeWebp(image: Uint8Array, wasm: Uint8Array): Promise<Pixels> {
  const { instance } = await WebAssembly.instantiate(wasm, { wasi_snapshot_preview1: NO_SYSTEM });
  const { memory, malloc, WebPDecodeRGBA: decode } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory) || !isNumeric(malloc) || !isNumeric(decode)) {
    throw new TypeError('this is not the expected WebP decoder');
  }
  const input = malloc(image.length);
  const size = malloc(8);
  new Uint8Array(memory.buffer).set(image, input);
  const output = orTrap(() => decode(input, image.length, size, size + 4));
  if (output === 0) throw new PayctlError('BAD_DATA', 'the WebP image cannot be decoded');
  const view = new DataView(memory.buffer);
  const [width, height] = [view.getUint32(size, true), view.getUint32(size + 4, true)];
  // The view lasts as long as the instance, which nothing else uses.
  return { data: new Uint8ClampedArray(memory.buffer, output, width * height * 4), width, height };
}

/** A decoder that runs out of its memory traps: that is a picture it cannot decode. */
function orTrap(decode: () => number): number {
  try {
    return decode();
  } catch {
    return 0;
  }
}

/** The decoder is built to write diagnostics; it gets no file to write to. */
const NO_SYSTEM = { fd_write: refuse, fd_seek: refuse, fd_close: refuse };

function refuse(): number {
  return 8; // EBADF
}

function isNumeric(value: unknown): value is (...args: number[]) => number {
  return typeof value === 'function';
}
