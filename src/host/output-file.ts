import {
  chmodSync,
  constants,
  fstatSync,
  lstatSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PayctlError } from '../core/errors.js';
import { attempt, errorCode, NO_FOLLOW, NO_WAIT, orNone, readAll, withFile } from './disk.js';

/**
 * The path without links of a file that is to be written, whether it is there yet or not. USAGE,
 * beginning with `named`, where it could only be a device, a pipe, a directory or a link to nowhere.
 */
export function outputPath(named: string, path: string): string {
  const found = attempt('inspect', path, () => orNone(() => statSync(path)));
  if (found?.isFile()) return attempt('inspect', path, () => realpathSync(path));
  const link = found === undefined && orNone(() => lstatSync(path)) !== undefined;
  if (found === undefined && !link) return join(realDirectory(dirname(path)), basename(path));
  const what = link ? 'is a link to a file that does not exist' : `is ${kindOf(found)}, not a file`;
  throw new PayctlError('USAGE', `${named} ${what}`, { hint: 'name a file, or a new one' });
}

function realDirectory(path: string): string {
  const real = attempt('inspect', path, () => orNone(() => realpathSync(path)));
  return real ?? join(realDirectory(dirname(path)), basename(path));
}

function kindOf(found: Stats | undefined): string {
  if (found?.isDirectory()) return 'a directory';
  if (found?.isFIFO()) return 'a pipe';
  return found?.isSocket() ? 'a socket' : 'a device';
}

/** Whether two paths or open descriptors are one file, whatever its names. */
export function isSameFile(one: string | number, other: string | number): boolean {
  const [a, b] = [idOf(one), idOf(other)];
  return a !== undefined && a === b;
}

/** Where there is no file yet, its path is what it will be known by. */
function idOf(file: string | number): string | undefined {
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
  const directory = dirname(path);
  const beginning = `.${basename(path)}.`;
  const aside = join(directory, `${beginning}${process.pid}`);
  attempt('write', path, () => {
    for (const name of readdirSync(directory)) {
      const pid = name.startsWith(beginning) ? name.slice(beginning.length) : '';
      if (/^[0-9]+$/.test(pid) && !isAnother(Number(pid))) {
        rmSync(join(directory, name), { force: true });
      }
    }
    try {
      writeFileSync(aside, text, { flag: 'wx' });
      // Whatever the umask: another account reads it.
      chmodSync(aside, 0o644);
      renameSync(aside, path);
    } catch (error) {
      orNone(() => rmSync(aside, { force: true }));
      throw error;
    }
  });
}

/** Whether another process of this number runs. */
function isAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is one that runs.
    return errorCode(error) === 'EPERM';
  }
}
