import { PayctlError } from '../core/errors.js';
import type { Host } from '../host/host.js';
import { checkOwn } from './own-files.js';

type Machine = Pick<Host, 'files' | 'platform'>;

/**
 * The text of a file that only its owner may read; undefined where there is none. Throws CONFIG
 * where others could read or exchange it; its directories are looked at by `ownFiles`.
 */
export function readPrivateFile(host: Machine, path: string): string | undefined {
  if (host.files.stat(path) === undefined) return undefined;
  checkPrivateFile(host, path);
  const bytes = host.files.read(path);
  return bytes && new TextDecoder().decode(bytes);
}

/** Throws CONFIG with the command that repairs it. */
function checkPrivateFile({ files, platform }: Machine, path: string): void {
  const stat = files.stat(path);
  if (!checkOwn(files, path) || stat === undefined) return;
  // Windows has no mode bits worth looking at: its home directories are private.
  if (platform !== 'win32' && (stat.mode & 0o077) !== 0) {
    throw new PayctlError('CONFIG', `${path} can be read by others`, {
      hint: `chmod 600 ${path}, or: payctl doctor --fix`,
    });
  }
}

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
