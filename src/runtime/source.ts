import { strictUtf8 } from '../core/bytes.js';
import { shell } from '../core/command-line.js';
import { PayctlError, usageError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { sources } from '../messages/sources.js';
import type { Point } from '../qr/image.js';
import { foreignFormat, isImage, MAX_IMAGE_BYTES } from '../qr/image-limits.js';
import { beginsAsPayload } from '../qr/reading.js';
import type { Services } from './services.js';
import { absolutePath, looksLikeFile, readUserFile, tryUserFile } from './user-file.js';

/** What a SOURCE held: one payload, or each code of a picture. */
export interface Code {
  payload: string;
  /** Where in the picture its top left corner stands, in pixels. */
  place?: Point;
  /** SHA-256 of the picture that it stood in. */
  picture?: string;
}

/** `-` is standard input, an existing file is read (picture or text), anything else is a payload. */
export async function readCodes(source: string, services: Services): Promise<Code[]> {
  const bytes = await readBytes(source, services);
  return bytes === undefined ? [{ payload: source }] : toCodes(bytes, services);
}

/**
 * As a row of a file says it: a picture, or else a reference or payload. No other file is read, so
 * that a list from elsewhere cannot have its contents sent.
 */
export async function readRowCodes(source: string, services: Services): Promise<Code[]> {
  const bytes = await readBytes(source, services);
  if (bytes !== undefined && (isImage(bytes) || foreignFormat(bytes) !== undefined)) {
    return toCodes(bytes, services);
  }
  if (!looksLikeFile(source)) return [{ payload: source }];
  if (bytes === undefined) return [{ payload: source }];
  throw new PayctlError('BAD_DATA', sources.notPicture(source));
}

/** The codes of a picture, or the text. */
export async function toCodes(bytes: Uint8Array, services: Services): Promise<Code[]> {
  refuseForeign(bytes);
  if (!isImage(bytes)) return [{ payload: decodeText(bytes) }];
  const { readCodes: find } = await import('../qr/image.js');
  const { sha256 } = await import('../core/hash.js');
  const codes = await find(bytes, await services.wasm());
  const picture = sha256(bytes);
  return codes.map(({ text, corners }) => {
    const [corner] = corners;
    return {
      payload: text,
      picture,
      place: corner && { x: Math.round(corner.x), y: Math.round(corner.y) },
    };
  });
}

/** As a person reads a place: `120,340`. */
export function placeText({ x, y }: Point): string {
  return `${x},${y}`;
}

async function readBytes(source: string, { host }: Services): Promise<Uint8Array | undefined> {
  if (source === '-') return readStandardInput(host.stdin);
  if (source === '' || source.includes('\0') || beginsAsPayload(source)) return undefined;
  const stat = tryUserFile(() => host.files.statForeign(absolutePath(host, source)));
  const { isDirectory = false, size = 0 } = stat ?? {};
  if (!isDirectory && size > MAX_IMAGE_BYTES)
    throw tooLargeError(sources.tooLarge(source, size, MAX_IMAGE_BYTES));
  const bytes = isDirectory ? undefined : await readUserFile(host, source, MAX_IMAGE_BYTES);
  if (bytes === undefined && looksLikeFile(source)) {
    throw noSuchFileError(source, isDirectory, host.cwd);
  }
  return bytes;
}

function noSuchFileError(source: string, isDirectory: boolean, cwd: string): PayctlError {
  const place = source.startsWith('/') ? sources.checkPath : sources.relativeTo(visible(cwd));
  const hint = source.startsWith('~/') ? sources.homeUnquoted : place;
  return usageError(isDirectory ? sources.isDirectory(source) : sources.noFile(source), hint);
}

export async function readStandardInput(stdin: Services['host']['stdin']): Promise<Uint8Array> {
  try {
    return await stdin.readAll(MAX_IMAGE_BYTES);
  } catch (error) {
    if (!(error instanceof PayctlError) || error.exitClass !== 'USAGE') throw error;
    throw tooLargeError(error.said);
  }
}

function tooLargeError(what: Message): PayctlError {
  return new PayctlError('BAD_DATA', what, { hint: sources.cropAndSave });
}

/** For `catch`: where no code could be read, suggests the printed reference, which the command takes as well. */
export function suggestTyping(command: readonly string[]): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof PayctlError) || error.exitClass !== 'BAD_DATA') throw error;
    const { said, facts } = error;
    const hint = facts.hint ? sources.orTypeIt(facts.hint, command) : sources.typeIt(command);
    throw new PayctlError('BAD_DATA', said, { ...facts, hint });
  };
}

/** A payload may hold Thai text, so it is UTF-8; an editor's final line end is dropped. */
function decodeText(bytes: Uint8Array): string {
  const text = strictUtf8(bytes);
  if (text === undefined) throw new PayctlError('BAD_DATA', sources.neither);
  return text.replace(/\r?\n$/, '');
}

/** Phones store pictures as HEIC, banks mail slips as PDF: says how to convert them to PNG. */
function refuseForeign(bytes: Uint8Array): void {
  const format = foreignFormat(bytes);
  if (format === undefined) return;
  const command =
    format === 'a PDF' ? shell`pdftoppm -png -r 200 FILE code` : shell`heif-convert FILE code.png`;
  throw new PayctlError('BAD_DATA', sources.foreign(format), {
    hint: sources.screenshot(command),
  });
}
