import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Attempt } from './attempt.js';
import { WORDS } from './network-failure.js';
import { TransportFailure } from './transport.js';

/** Of an answer, unpacked. */
const MOST_BYTES = 5 * 1024 * 1024;

/** By events: an iterator costs a tenth of a call. */
export function collected(stream: Readable, { progress }: Attempt): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let whole = false;
    stream.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= MOST_BYTES) return;
      reject(tooLarge(progress.host));
      stream.destroy();
    });
    stream.once('end', () => {
      whole = true;
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    // Stays to hear later errors too: one that nobody hears is the end.
    stream.on('error', reject);
    stream.once('close', () => {
      if (!whole) reject(new Early());
    });
  });
}

/** The stream ended without its end. */
class Early extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}

/** We ask for identity; a gateway that packs nevertheless is understood, within the same limit. */
export async function unpacked(
  bytes: Uint8Array,
  headers: Record<string, string>,
  { progress: { host } }: Attempt,
): Promise<Uint8Array> {
  const encoding = headers['content-encoding']?.toLowerCase();
  if (encoding !== 'gzip' && encoding !== 'deflate') return bytes;
  const { unzip } = await import('node:zlib');
  try {
    return await promisify(unzip)(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    const large = error instanceof RangeError;
    throw large
      ? tooLarge(host)
      : new TransportFailure('malformed', true, WORDS.malformed(host, encoding));
  }
}

function tooLarge(host: string): TransportFailure {
  return new TransportFailure('too-large', true, WORDS['too-large'](host, ''));
}
