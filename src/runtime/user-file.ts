import { PayctlError } from '../core/errors.js';
import { tolerateSync } from '../core/tolerate.js';
import type { Host } from '../host/host.js';
import { readWhole } from '../host/streams.js';

/** Whether a text is a path rather than a reference; a reference may contain a slash. */
export function looksLikeFile(source: string): boolean {
  return (
    /^(?:\/|\.\/|\.\.\/|~\/)/.test(source) ||
    /\.(?:png|jpe?g|webp|gif|heic|pdf|txt|csv|jsonl?)$/i.test(source)
  );
}

/** A file that the user named; undefined if it does not exist. Rejects with USAGE where it cannot be read, or has more than `limit` bytes. */
export async function readUserFile(
  host: Host,
  path: string,
  limit: number,
): Promise<Uint8Array | undefined> {
  const place = absolutePath(host, path);
  const stat = tryUserFile(() => host.files.statForeign(place));
  // Not as a file: while this thread waits for the other end, no signal could end the run.
  if (stat?.isPipe) {
    const { openInput } = await import('../host/bulk.js');
    return readWhole(openInput(place).chunks(), path, limit);
  }
  return tryUserFile(() => host.files.readForeign(place, limit));
}

/** Works on a file that the user named: whatever fails is a usage error. */
export function tryUserFile<T>(work: () => T): T {
  return tolerateSync(work, ({ said, facts }) => {
    throw new PayctlError('USAGE', said, { ...facts, executed: 'no' });
  });
}

export function absolutePath(host: Host, path: string): string {
  return path.startsWith('/') ? path : `${host.cwd}/${path}`;
}
