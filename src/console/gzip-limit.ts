import { chunksOf } from '../core/bytes.js';
import { PayctlError } from '../core/errors.js';
import { tolerateSync } from '../core/tolerate.js';
import { gunzip } from '../host/gzip.js';
import { wording } from '../messages/wording.js';
import { MOST_BYTES } from './form.js';

/** `PK`, with which a zip begins. */
const [P, K] = [0x50, 0x4b];

/** Whether a packed file holds more than a request may: 1 MB of gzip or zip may hold 1,000 MB. */
export async function isTooLarge(bytes: Uint8Array): Promise<boolean> {
  if (bytes[0] === P && bytes[1] === K) return await isTooLargeZip(bytes);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return false;
  let size = 0;
  try {
    for await (const part of gunzip(chunksOf([bytes]), damagedError)) {
      size += part.length;
      if (size > MOST_BYTES) return true;
    }
  } catch (error) {
    // Whoever reads it says what is wrong with it.
    if (!(error instanceof PayctlError)) throw error;
  }
  return false;
}

/** By its directory; what holds more than that says is not read on. */
async function isTooLargeZip(bytes: Uint8Array): Promise<boolean> {
  const { ZipArchive } = await import('../host/zip.js');
  // Whoever reads it says what is wrong with it.
  const archive = tolerateSync(
    () => new ZipArchive(Buffer.from(bytes), (why) => damagedError(String(why), undefined)),
  );
  const size = archive?.entries.reduce((sum, entry) => sum + entry.size, 0) ?? 0;
  return size > MOST_BYTES;
}

function damagedError(why: string, cause: unknown): PayctlError {
  return new PayctlError('USAGE', wording.quoted(why), { cause });
}
