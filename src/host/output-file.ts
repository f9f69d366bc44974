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
import { PayctlError } from '../core/errors.js';
import { disk, type FileKind } from '../messages/disk.js';
import {
  attempt,
  errorCode,
  NO_FOLLOW,
  NO_WAIT,
  readAll,
  undefinedIfMissing,
  withFile,
} from './disk.js';

/**
 * The path without links of a file that is to be written, whether it is there yet or not: the one
 * rule of all files that a person names for output. USAGE, beginning with `named`, where it could
 * only be a device, a pipe, a directory or a link to nowhere, and where a link of another user would
 * choose the file.
 */
export function outputPath(named: string, path: string): string {
  const real = withoutLinks(named, path);
  const stats = attempt('inspect', path, () => undefinedIfMissing(() => statSync(path)));
  if (stats?.isFile()) return real;
  const isLink = stats === undefined && undefinedIfMissing(() => lstatSync(path)) !== undefined;
  if (stats === undefined && !isLink) return real;
  const message = isLink ? disk.brokenLink(named) : disk.notAFile(named, kindOf(stats));
  throw new PayctlError('USAGE', message, { hint: disk.nameFile });
}

/** As many as the kernel follows. */
const MOST_LINKS = 40;

function withoutLinks(named: string, path: string, followed = 0): string {
  const directory = dirname(path);
  if (directory === path) return path;
  const place = join(withoutLinks(named, directory, followed), basename(path));
  const stats = attempt('inspect', place, () => undefinedIfMissing(() => lstatSync(place)));
  if (!stats?.isSymbolicLink() || followed === MOST_LINKS) return place;
  if (process.geteuid && ![0, process.geteuid()].includes(stats.uid)) {
    throw new PayctlError('USAGE', disk.foreignLink(named, place), { hint: disk.nameOwn });
  }
  const target = attempt('inspect', place, () => readlinkSync(place));
  return withoutLinks(named, resolve(dirname(place), target), followed + 1);
}

function kindOf(found: Stats | undefined): FileKind {
  if (found?.isDirectory()) return 'directory';
  if (found?.isFIFO()) return 'pipe';
  return found?.isSocket() ? 'socket' : 'device';
}

/** Whether two paths or open descriptors are the same file. */
export function isSameFile(one: string | number, other: string | number): boolean {
  const [a, b] = [fileId(one), fileId(other)];
  return a !== undefined && a === b;
}

/** Where there is no file yet, its path is what it will be known by. */
function fileId(file: string | number): string | undefined {
  try {
    const { dev, ino } = typeof file === 'number' ? fstatSync(file) : statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return typeof file === 'number' ? undefined : file;
  }
}

const LARGEST = 1024 * 1024;

/** What was written by `replaceWhole`; '' for anything else. */
export function readExchanged(path: string): string {
  try {
    const flags = constants.O_RDONLY | NO_FOLLOW | NO_WAIT;
    const bytes = withFile(path, flags, (fd) => readAll(fd, path, LARGEST));
    return Buffer.from(bytes).toString('utf8');
  } catch {
    return '';
  }
}

/**
 * Writes a file that other programs read, whole or not at all: aside, by a name that ends in the
 * number of this process, then renamed, so that a link is replaced and never followed. What killed
 * runs left aside is removed. Throws CONFIG.
 */
export function replaceWhole(path: string, text: string): void {
  const directory = withoutLinks(path, dirname(path));
  const beginning = `.${basename(path)}.`;
  const aside = join(directory, `${beginning}${process.pid}`);
  attempt('write', path, () => {
    for (const name of readdirSync(directory)) {
      const pid = name.startsWith(beginning) ? name.slice(beginning.length) : '';
      if (/^[0-9]+$/.test(pid) && !isOtherProcess(Number(pid))) {
        rmSync(join(directory, name), { force: true });
      }
    }
    try {
      writeFileSync(aside, text, { flag: 'wx' });
      // Whatever the umask: another account reads it.
      chmodSync(aside, 0o644);
      renameSync(aside, join(directory, basename(path)));
    } catch (error) {
      undefinedIfMissing(() => rmSync(aside, { force: true }));
      throw error;
    }
  });
}

/** Whether another process of this number runs. */
function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is one that runs.
    return errorCode(error) === 'EPERM';
  }
}
