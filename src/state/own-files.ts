import { dirname, join, sep } from 'node:path';
import { decodeUtf8 } from '../core/bytes.js';
import { shell } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import { parseRecord } from '../core/fields.js';
import { tolerateSync } from '../core/tolerate.js';
import { VERSION } from '../core/version.js';
import type { FileStat, Files, Host } from '../host/host.js';
import { Untrusted } from '../host/untrusted.js';
import { stateMessages } from '../messages/state.js';
import { findPaths } from './paths.js';

/**
 * The machine with files that are read and made only where nobody else can have meddled with them,
 * and no newer program has written what this one would misread.
 */
export function withTrustedFiles<T extends Parameters<typeof findPaths>[0] & Pick<Host, 'files'>>(
  host: T,
): T {
  const { config, state } = findPaths(host);
  return { ...host, files: withFormatCheck(ownFiles(host.files, [config, state]), state) };
}

/**
 * What is at a path, and behind it where it is a link that only the system can have made: of root,
 * in a directory of root that nobody else may write to, seen by another user. So systemd places the
 * directories of a service with a user of its own.
 */
function behindSystemLink(files: Files, path: string): FileStat | undefined {
  const stat = files.stat(path);
  if (!stat?.isSymbolicLink || !stat.ofSystem) return stat;
  const above = files.statForeign(dirname(path));
  return above?.ofSystem && !above.othersWrite ? files.statForeign(path) : stat;
}

/**
 * Files whose directories, from payctl's own ones (`roots`) down, nobody else can have made,
 * exchanged or filled: each is looked at once, before anything below it is read, made or removed.
 * Other paths are left as they are. A root may be a link of the system; below it there is none.
 * Throws CONFIG with the command that repairs it.
 */
export function ownFiles(files: Files, roots: readonly string[]): Files {
  const trusted = new Set<string>();
  const stat: Files['stat'] = (path) =>
    roots.includes(path) ? behindSystemLink(files, path) : files.stat(path);

  /** A directory that does not exist yet is checked again later. */
  function check(directory: string): void {
    if (trusted.has(directory)) return;
    const root = roots.find((own) => isUnder(directory, own));
    if (root === undefined) return;
    if (directory !== root) check(dirname(directory));
    if (checkOwn({ stat }, directory)) trusted.add(directory);
  }

  const checkedPath = checkedFirst(check);
  const checkedParent = checkedFirst((path) => check(dirname(path)));
  return {
    ...files,
    stat,
    read: checkedParent(files.read),
    create: checkedParent(files.create),
    append: checkedParent(files.append),
    appendUnflushed: checkedParent(files.appendUnflushed),
    open: checkedParent(files.open),
    replace: checkedParent(files.replace),
    remove: checkedParent(files.remove),
    list: checkedPath(files.list),
    names: checkedPath(files.names),
    makeDirectory: checkedPath(files.makeDirectory),
    ...(files.openDatabase && { openDatabase: checkedParent(files.openDatabase) }),
  };
}

/** Whether a path is this directory, or something in it. */
export function isUnder(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory + sep);
}

function checkedFirst(check: (path: string) => void) {
  return <T extends unknown[], R>(work: (path: string, ...more: T) => R) =>
    (path: string, ...more: T): R => {
      check(path);
      return work(path, ...more);
    };
}

/** Whether the path exists; throws CONFIG where anyone else owns it or may write to it. */
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
  return bytes && decodeUtf8(bytes);
}

/** Throws CONFIG with the command that repairs it. */
function checkPrivateFile({ files, platform }: Machine, path: string): void {
  const stat = files.stat(path);
  if (!checkOwn(files, path) || stat === undefined) return;
  // Windows has no mode bits worth looking at: its home directories are private.
  if (platform !== 'win32' && (stat.mode & 0o077) !== 0) {
    throw new PayctlError('CONFIG', stateMessages.readable(path), {
      hint: stateMessages.makePrivate(shell`chmod 600 ${path}`),
    });
  }
}

/**
 * A file that a person named: it may be of any owner, in any directory and behind links, as
 * containers and service managers hand them over. Only what everyone can write to is refused.
 * undefined where there is none.
 */
export function readNamedFile(
  { files, platform }: Machine,
  path: string,
  limit: number,
): Uint8Array | undefined {
  const mode = files.statForeign(path)?.mode ?? 0;
  if (platform !== 'win32' && (mode & 0o002) !== 0) {
    throw new PayctlError('CONFIG', stateMessages.writable(path), {
      hint: shell`chmod o-w ${path}`,
    });
  }
  return files.readForeign(path, limit);
}

/** Throws CONFIG for a private key that everyone can read; a group may share it, as services do. */
export function refuseOpenKey({ files, platform }: Machine, path: string, named = path): void {
  const mode = files.statForeign(path)?.mode ?? 0;
  if (platform === 'win32' || (mode & 0o007) === 0) return;
  throw new PayctlError('CONFIG', stateMessages.keyReadable(named), {
    hint: shell`chmod 600 ${named}`,
  });
}

/**
 * The format of a state directory. It is raised when an older program would misread its files: it would
 * not take an unknown file of the journal for a claim.
 */
const FORMAT = 1;

/**
 * Files of which those in the state directory are touched only where this program understands them.
 * A directory that is made, or had no number, gets it. Throws CONFIG.
 */
export function withFormatCheck(files: Files, stateDir: string): Files {
  const path = join(stateDir, 'format.json');
  let format: 'unseen' | 'unmarked' | 'known' = 'unseen';

  function check(touched: string): void {
    if (format !== 'unseen' || !isUnder(touched, stateDir)) return;
    const bytes = files.read(path);
    if (bytes) refuseNewer(path, bytes);
    format = bytes ? 'known' : 'unmarked';
  }

  const checked = checkedFirst(check);
  return {
    ...files,
    read: checked(files.read),
    open: checked(files.open),
    create: checked(files.create),
    append: checked(files.append),
    appendUnflushed: checked(files.appendUnflushed),
    replace: checked(files.replace),
    remove: checked(files.remove),
    list: checked(files.list),
    names: checked(files.names),
    ...(files.openDatabase && { openDatabase: checked(files.openDatabase) }),
    makeDirectory(directory) {
      check(directory);
      files.makeDirectory(directory);
      if (format !== 'unmarked' || !isUnder(directory, stateDir)) return;
      format = writeFormat(files, path) ? 'known' : 'unseen';
      check(directory);
    },
  };
}

/** A directory that cannot be written stays unmarked. false where another program has marked it meanwhile. */
function writeFormat(files: Files, path: string): boolean {
  const text = `${JSON.stringify({ format: FORMAT, program: VERSION })}\n`;
  return tolerateSync(() => files.create(path, new TextEncoder().encode(text))) ?? true;
}

function refuseNewer(path: string, bytes: Uint8Array): void {
  const { format, program } = parseRecord(bytes) ?? {};
  if (typeof format !== 'number') {
    throw new PayctlError('CONFIG', stateMessages.formatDamaged(path), {
      hint: stateMessages.removeIfOlder(shell`rm ${path}`),
      executed: 'no',
    });
  }
  if (format <= FORMAT) return;
  const known = typeof program === 'string' && /^[\w.+-]{1,40}$/.test(program);
  const theirs = known ? program : undefined;
  const versions = { theirs, theirFormat: format, ours: VERSION, ourFormat: FORMAT };
  throw new PayctlError('CONFIG', stateMessages.newer(versions), {
    hint: stateMessages.update(theirs),
    executed: 'no',
  });
}
