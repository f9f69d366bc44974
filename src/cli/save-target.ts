import { dirname } from 'node:path';
import { PayctlError } from '../errors.js';
import type { Context } from './context.js';
import { absolute } from './input.js';

/** Refuses a file that could not be written, before anything is sent for what shall stand in it. */
export function checkTarget(
  flag: string,
  file: string,
  { host, globals }: Pick<Context, 'host' | 'globals'>,
): void {
  const { files, random } = host;
  const path = absolute(host, file);
  const named = `${flag} ${JSON.stringify(file)}`;
  const directory = dirname(path);
  if (!files.statForeign(directory)?.isDirectory) {
    const hint = `mkdir -p ${dirname(file)}`;
    throw new PayctlError('USAGE', `${named}: its directory does not exist`, { hint });
  }
  const found = files.stat(path);
  if (found?.isSymbolicLink) {
    throw new PayctlError('USAGE', `${named} is a symbolic link; name the file itself`);
  }
  // It would be replaced by a file.
  if (file === '' || (found && !found.isFile)) {
    throw new PayctlError('USAGE', `${named} names no file`, {
      hint: 'a directory, a device and a pipe hold no file of their own: name a file, or a new one',
    });
  }
  if (globals.dryRun) return;
  // Whether a directory takes a new file is known for sure only once it has taken one.
  const probe = `${path}.${Buffer.from(random.bytes(4)).toString('hex')}.tmp`;
  files.replace(probe, new Uint8Array());
  files.remove(probe);
}
