import { dirname } from 'node:path';
import { PayctlError } from '../errors.js';
import type { Host } from '../host/host.js';

type Machine = Pick<Host, 'files' | 'platform'>;

/**
 * The text of a file that only its owner may read; undefined where there is none. Throws CONFIG
 * where others could read or exchange it: it, or its directory, is open to them or a link.
 */
export function readPrivateFile(host: Machine, path: string): string | undefined {
  if (host.files.stat(path) === undefined) return undefined;
  checkPrivateFile(host, path);
  const bytes = host.files.read(path);
  return bytes && new TextDecoder().decode(bytes);
}

/** Throws CONFIG with the command that mends it. */
function checkPrivateFile(host: Machine, path: string): void {
  checkPrivateDirectory(host, dirname(path));
  const stat = host.files.stat(path);
  if (stat === undefined) return;
  if (!stat.own) throw refused(path, 'belongs to another user');
  // Windows has no mode bits worth looking at: its home directories are private.
  if (host.platform !== 'win32' && (stat.mode & 0o077) !== 0) {
    throw refused(path, 'can be read by others', `chmod 600 ${path}`);
  }
}

/** A link here, or a directory where others can write, would let them exchange what lies in it. */
export function checkPrivateDirectory(host: Machine, directory: string): void {
  const stat = host.files.stat(directory);
  if (stat?.isSymbolicLink) throw refused(directory, 'is a symbolic link');
  if (stat && host.platform !== 'win32' && (stat.mode & 0o022) !== 0) {
    throw refused(directory, 'can be written by others', `chmod 700 ${directory}`);
  }
}

function refused(path: string, why: string, mend?: string): PayctlError {
  const hint = mend === undefined ? 'payctl doctor' : `${mend}, or: payctl doctor --fix`;
  return new PayctlError('CONFIG', `${path} ${why}`, { hint });
}
