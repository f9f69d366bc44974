import { PayctlError } from '../core/errors.js';

/** Unpacks gzip as it comes. What stops the input is thrown as it is; `damaged` makes an error of what is no gzip. */
export async function* gunzip(
  packed: AsyncIterable<Uint8Array>,
  damaged: (why: string, cause: unknown) => PayctlError,
): AsyncGenerator<Uint8Array> {
  // Most files are not packed: they shall not wait for it.
  const { Readable } = await import('node:stream');
  const { createGunzip } = await import('node:zlib');
  const unpacked = createGunzip({ chunkSize: PIECE });
  const source = Readable.from(packed, { objectMode: false });
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  try {
    for await (const chunk of unpacked) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    if (error instanceof PayctlError) throw error;
    throw damaged(error instanceof Error ? error.message : String(error), error);
  } finally {
    source.destroy();
  }
}

const PIECE = 256 * 1024;
