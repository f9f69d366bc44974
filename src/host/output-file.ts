import {
  chmodSync,
  constants,
  fstatSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../core/errors.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import { disk, type FileKind } from '../messages/disk.js';
import {
  NO_FOLLOW,
  NO_WAIT,
  readAll,
  undefinedIfMissing,
  withDiskErrors,
  withFile,
} from './disk.js';
import { isRunning } from './identity.js';

/**
 * The path without links of a file that a person names for output, whether it exists or not. Throws
 * PayctlError USAGE, beginning with `named`, for a device, a pipe, a directory, a broken link, and a
 * link that another user owns.
 */
export function outputPath(named: string, path: string): string {
  const real = withoutLinks(named, path);
  const stats = withDiskErrors('inspect', path, () => undefinedIfMissing(() => statSync(path)));
  if (stats?.isFile()) return real;
  const isLink = stats === undefined && undefinedIfMissing(() => lstatSync(path)) !== undefined;
  if (stats === undefined && !isLink) return real;
  const message = isLink ? disk.brokenLink(named) : disk.notAFile(named, fileKind(stats));
  throw usageError(message, disk.nameFile);
}

/** As many as the kernel follows. */
const MAX_LINKS = 40;

function withoutLinks(named: string, path: string, followed = 0): string {
  const directory = dirname(path);
  if (directory === path) return path;
  const place = join(withoutLinks(named, directory, followed), basename(path));
  const stats = withDiskErrors('inspect', place, () => undefinedIfMissing(() => lstatSync(place)));
  if (!stats?.isSymbolicLink() || followed === MAX_LINKS) return place;
  if (process.geteuid && ![0, process.geteuid()].includes(stats.uid)) {
    throw usageError(disk.foreignLink(named, place), disk.nameOwn);
  }
  const target = withDiskErrors('inspect', place, () => readlinkSync(place));
  return withoutLinks(named, resolve(dirname(place), target), followed + 1);
}

function fileKind(stats: Stats | undefined): FileKind {
  if (stats?.isDirectory()) return 'directory';
  if (stats?.isFIFO()) return 'pipe';
  return stats?.isSocket() ? 'socket' : 'device';
}

/** Whether two paths or open descriptors are the same file. */
export function isSameFile(one: string | number, other: string | number): boolean {
  const [a, b] = [fileId(one), fileId(other)];
  return a !== undefined && a === b;
}

/** The path stands for a file that does not exist yet. */
function fileId(file: string | number): string | undefined {
  try {
    const { dev, ino } = typeof file === 'number' ? fstatSync(file) : statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return typeof file === 'number' ? undefined : file;
  }
}

const MAX_BYTES = 1024 * 1024;

/** The text that `publishFile` wrote, up to 1 MiB; '' where it cannot be read. */
export function readPublished(path: string): string {
  const flags = constants.O_RDONLY | NO_FOLLOW | NO_WAIT;
  const read = (fd: number) => Buffer.from(readAll(fd, path, MAX_BYTES)).toString();
  return tryOrUndefined(() => withFile(path, flags, read)) ?? '';
}

/**
 * Writes a file for other programs to read, whole or not at all: to a temporary file with the pid of
 * this process, which is then renamed, so that a link is replaced and never followed. Removes the
 * temporary files of killed runs. Throws PayctlError CONFIG.
 */
export function publishFile(path: string, text: string): void {
  const directory = withoutLinks(path, dirname(path));
  const beginning = `.${basename(path)}.`;
  const temporary = join(directory, `${beginning}${process.pid}`);
  withDiskErrors('write', path, () => {
    for (const name of readdirSync(directory)) {
      const pid = name.startsWith(beginning) ? name.slice(beginning.length) : '';
      const isOurs = Number(pid) === process.pid;
      if (/^[0-9]+$/.test(pid) && (isOurs || !isRunning(Number(pid)))) {
        rmSync(join(directory, name), { force: true });
      }
    }
    try {
      writeFileSync(temporary, text, { flag: 'wx' });
      // Whatever the umask: other accounts read it.
      chmodSync(temporary, 0o644);
      renameSync(temporary, join(directory, basename(path)));
    } catch (error) {
      undefinedIfMissing(() => rmSync(temporary, { force: true }));
      throw error;
    }
  });
}
