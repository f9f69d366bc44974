import { PayctlError } from '../errors.js';
import type { Host } from '../host/host.js';

/**
 * A file that a person named: it may be of any owner, in any directory and behind links, as
 * containers and service managers hand them over. Only what everyone can write to is refused.
 * undefined where there is none.
 */
export function readNamedFile(
  { files, platform }: Pick<Host, 'files' | 'platform'>,
  path: string,
  limit: number,
): Uint8Array | undefined {
  const mode = files.statForeign(path)?.mode ?? 0;
  if (platform !== 'win32' && (mode & 0o002) !== 0) {
    throw new PayctlError('CONFIG', `${path} can be written by everyone`, {
      hint: `chmod o-w ${path}`,
    });
  }
  return files.readForeign(path, limit);
}
