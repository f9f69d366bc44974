import { dirname } from 'node:path';
import { shell } from '../core/command-line.js';
import { usageError } from '../core/errors.js';
import type { Host } from '../host/host.js';
import { wording } from '../messages/wording.js';
import { absolutePath } from './user-file.js';

/**
 * Throws USAGE where the directory of a file that is to be written does not exist.
 *
 * @param named the option and the file, as messages call them
 */
export function requireDirectory(host: Host, named: string, file: string): void {
  if (host.files.statForeign(dirname(absolutePath(host, file)))?.isDirectory) return;
  throw usageError(wording.noDirectory(named), shell`mkdir -p ${dirname(file)}`);
}
