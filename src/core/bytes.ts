import { isUtf8 } from 'node:buffer';

/** A Buffer over the same bytes. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * The text of UTF-8 bytes, with its byte order mark; undefined for other bytes. Loads faster than
 * TextDecoder.
 */
export function utf8Text(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  return asBuffer(bytes).toString();
}

/** The text of UTF-8 bytes without a byte order mark; undefined for other bytes. */
export function strictUtf8(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? decodeUtf8(bytes) : undefined;
}

/** The text of bytes without a byte order mark; what is not UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  const text = asBuffer(bytes).toString();
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Bytes that are all there already, as a stream of chunks. */
export async function* chunksOf(bytes: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes;
}
