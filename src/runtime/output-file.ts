import { dirname } from 'node:path';
import { shell } from '../core/command-line.js';
import { usageError } from '../core/errors.js';
import type { Host } from '../host/host.js';
import { outputPath } from '../host/output-file.js';
import { wording } from '../messages/wording.js';
import type { Services } from './services.js';
import { absolutePath } from './user-file.js';

/**
 * The path of a file that an option names for output, checked before anything is done. Throws USAGE where
 * its directory does not exist, or it is no file to write to.
 */
export function outputFile(host: Host, option: string, file: string): string {
  const named = nameOutput(option, file);
  requireDirectory(host, named, file);
  return outputPath(named, absolutePath(host, file));
}

/** An output as messages call it: the option, and the file as it was given. */
export function nameOutput(option: string, file: string): string {
  return `${option} ${JSON.stringify(file)}`;
}

function requireDirectory(host: Host, named: string, file: string): void {
  if (host.files.statForeign(dirname(absolutePath(host, file)))?.isDirectory) return;
  throw usageError(wording.noDirectory(named), shell`mkdir -p ${dirname(file)}`);
}

/** Refuses a file that could not be written, before anything is sent. */
export function checkOutputFile(
  flag: string,
  file: string,
  { host, options: { dryRun } }: Pick<Services, 'host' | 'options'>,
): void {
  const { files, random } = host;
  const path = absolutePath(host, file);
  const named = nameOutput(flag, file);
  requireDirectory(host, named, file);
  const existing = files.statForeign(path);
  // It would be replaced by a file.
  if (file === '' || (existing && !existing.isFile)) {
    throw usageError(wording.notRegular(named), wording.nameRegular);
  }
  const real = outputPath(named, path);
  if (files.stat(path)?.isSymbolicLink) {
    throw usageError(wording.isLink(named));
  }
  if (dryRun) return;
  // Only creating a file proves that the directory is writable.
  const probe = `${real}.${Buffer.from(random.bytes(4)).toString('hex')}.tmp`;
  files.replace(probe, new Uint8Array());
  files.remove(probe);
}
