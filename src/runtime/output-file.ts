import { dirname, extname } from 'node:path';
import { shell } from '../core/command-line.js';
import { usageError } from '../core/errors.js';
import { outputPath } from '../host/output-file.js';
import { wording } from '../messages/wording.js';
import type { Services } from './services.js';
import { absolutePath } from './user-file.js';

/** Of a page of --report. */
export const PAGE_ENDINGS = ['.html', '.htm'];

/**
 * The path of a file that an option names for output, links followed, checked before anything is asked or
 * sent. Throws USAGE where it has none of the endings, is no file or lies in a directory that does not
 * exist, and CONFIG where it cannot be written.
 */
export function outputFile(
  { host, options: { dryRun } }: Pick<Services, 'host' | 'options'>,
  option: string,
  file: string,
  endings?: readonly string[],
): string {
  const { files, random } = host;
  const named = nameOutput(option, file);
  if (endings && !endings.includes(extname(file).toLowerCase())) {
    throw usageError(wording.otherEnding(named, endings));
  }
  const path = absolutePath(host, file);
  if (!files.statForeign(dirname(path))?.isDirectory) {
    throw usageError(wording.noDirectory(named), shell`mkdir -p ${dirname(file)}`);
  }
  const real = outputPath(named, path);
  if (dryRun) return real;
  // Only creating a file proves that the directory is writable.
  const probe = `${real}.${Buffer.from(random.bytes(4)).toString('hex')}.tmp`;
  files.replace(probe, new Uint8Array());
  files.remove(probe);
  return real;
}

/** An output as messages call it: the option, and the file as it was given. */
export function nameOutput(option: string, file: string): string {
  return `${option} ${JSON.stringify(file)}`;
}
