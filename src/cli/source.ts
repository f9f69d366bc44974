import { PayctlError } from '../errors.js';
import { isImage } from '../qr/image-header.js';
import { MAX_IMAGE_BYTES } from '../qr/image-limits.js';
import type { Context } from './context.js';
import { absolute } from './input.js';

/** What a SOURCE held: one payload, or each code of a picture. */
export interface Code {
  payload: string;
  /** Where in the picture, for a person: `120,340`. */
  place?: string;
}

/** `-` is standard input, an existing file is read (picture or text), anything else is a payload. */
export async function readCodes(source: string, context: Context): Promise<Code[]> {
  const bytes = await bytesOf(source, context);
  if (bytes === undefined) return [{ payload: source }];
  if (!isImage(bytes)) return [{ payload: textIn(bytes) }];
  const { readCodes: find } = await import('../qr/image.js');
  const codes = await find(bytes, await context.wiring.wasm());
  return codes.map(({ text, corners }) => {
    const [corner] = corners;
    return { payload: text, place: corner && `${Math.round(corner.x)},${Math.round(corner.y)}` };
  });
}

async function bytesOf(source: string, { host }: Context): Promise<Uint8Array | undefined> {
  if (source === '-') return host.stdin.readAll(MAX_IMAGE_BYTES);
  if (source.length > 4096 || source.includes('\0')) return undefined;
  return host.files.readForeign(absolute(host, source), MAX_IMAGE_BYTES);
}

/** A payload may hold Thai text, so it is UTF-8; the line end of an editor is no part of it. */
function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
  } catch {
    throw new PayctlError(
      'BAD_DATA',
      'the source is neither a picture (PNG, JPEG, WebP, GIF) nor UTF-8 text',
    );
  }
}
