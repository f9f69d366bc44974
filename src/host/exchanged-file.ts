import { chmodSync, constants, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt, errorCode, NO_FOLLOW, NO_WAIT, orNone, readAll, withFile } from './disk.js';

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
