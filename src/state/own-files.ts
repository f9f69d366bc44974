import { dirname, sep } from 'node:path';
import { PayctlError } from '../core/errors.js';
import type { Files, Host } from '../host/host.js';
import { Untrusted } from '../host/trust.js';

/**
 * Files whose directories, from payctl's own ones (`roots`) down, nobody else can have made,
 * exchanged or filled: each is looked at once, before anything below it is read, made or removed.
 * Other paths are left as they are. Throws CONFIG with the command that repairs it.
 */
export function ownFiles(files: Files, roots: readonly string[]): Files {
  const sound = new Set<string>();

  /** Where nothing is yet, nothing can be amiss. */
  function check(directory: string): void {
    if (sound.has(directory)) return;
    const root = roots.find((own) => directory === own || directory.startsWith(own + sep));
    if (root === undefined) return;
    if (directory !== root) check(dirname(directory));
    if (checkOwn(files, directory)) sound.add(directory);
  }

  /** `work` on a path, after its directory was looked at. */
  function within<T extends unknown[], R>(work: (path: string, ...more: T) => R) {
    return (path: string, ...more: T): R => {
      check(dirname(path));
      return work(path, ...more);
    };
  }

  return {
    ...files,
    read: within(files.read),
    create: within(files.create),
    append: within(files.append),
    note: within(files.note),
    open: within(files.open),
    replace: within(files.replace),
    remove: within(files.remove),
    list(directory) {
      check(directory);
      return files.list(directory);
    },
    names(directory) {
      check(directory);
      return files.names(directory);
    },
    makeDirectory(path) {
      check(path);
      files.makeDirectory(path);
    },
  };
}

/** Whether there is something; throws CONFIG where it is not ours alone. */
export function checkOwn(files: Pick<Files, 'stat'>, path: string): boolean {
  const stat = files.stat(path);
  if (stat === undefined) return false;
  if (stat.isSymbolicLink) throw new Untrusted(path, 'link');
  if (!stat.own) throw new Untrusted(path, 'owner');
  if (stat.othersWrite) throw new Untrusted(path, 'writable');
  return true;
}

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
