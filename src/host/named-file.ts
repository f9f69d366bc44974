import { fstatSync, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PayctlError } from '../core/errors.js';
import { attempt, orNone } from './disk.js';

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
