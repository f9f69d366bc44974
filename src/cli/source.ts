import { PayctlError } from '../errors.js';
import { isImage, MAX_IMAGE_BYTES } from '../qr/image-header.js';
import type { Context } from './context.js';
import { absolute, readGiven } from './input.js';

/** What a SOURCE held: one payload, or each code of a picture. */
export interface Code {
  payload: string;
  /** Where in the picture, for a person: `120,340`. */
  place?: string;
  /** It stood on the command line itself. */
  typed?: true;
}

/** `-` is standard input, an existing file is read (picture or text), anything else is a payload. */
export async function readCodes(source: string, context: Context): Promise<Code[]> {
  const bytes = await bytesOf(source, context);
  if (bytes === undefined) return [{ payload: source, typed: true }];
  if (!isImage(bytes)) return [{ payload: textIn(bytes) }];
  const { readCodes: find } = await import('../qr/image.js');
  const codes = await find(bytes, await context.wiring.wasm());
  return codes.map(({ text, corners }) => {
    const [corner] = corners;
    return { payload: text, place: corner && `${Math.round(corner.x)},${Math.round(corner.y)}` };
  });
}

async function bytesOf(source: string, { host }: Context): Promise<Uint8Array | undefined> {
  if (source === '-') return readAll(host.stdin);
  if (source === '' || source.length > 4096 || source.includes('\0')) return undefined;
  const size = host.files.statForeign(absolute(host, source))?.size ?? 0;
  if (size > MAX_IMAGE_BYTES)
    throw tooLarge(`${source} has ${size} bytes, at most ${MAX_IMAGE_BYTES} are read`);
  return readGiven(host, source, MAX_IMAGE_BYTES);
}

async function readAll(stdin: Context['host']['stdin']): Promise<Uint8Array> {
  try {
    return await stdin.readAll(MAX_IMAGE_BYTES);
  } catch (error) {
    throw error instanceof PayctlError ? tooLarge(error.message) : error;
  }
}

function tooLarge(what: string): PayctlError {
  return new PayctlError('BAD_DATA', what, {
    hint: 'crop the picture to the code and save it as PNG',
  });
}

/** The hint where a SOURCE is no payload: it may be the name of a file, mistyped. */
export function hintAt([code]: readonly Code[], otherwise: string): string {
  const looksLikeFile = /^[^|]{1,255}\.(?:png|jpe?g|webp|gif|txt)$/i.test(code?.payload ?? '');
  if (!code?.typed || !looksLikeFile) return otherwise;
  return `there is no file ${JSON.stringify(code.payload)}`;
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
