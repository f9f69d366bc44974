import { strictUtf8 } from '../core/bytes.js';
import { usageError } from '../core/errors.js';
import { visible } from '../core/text.js';
import type { Host } from '../host/host.js';
import { unreadFiles } from '../messages/unread-files.js';
import { readUserFile } from './user-file.js';

/**
 * The text of a file that the user named, without the byte order mark that spreadsheets write. Rejects with
 * USAGE where it is not there, or is no UTF-8.
 */
export async function readUserText(host: Host, path: string, limit: number): Promise<string> {
  const bytes = await readUserFile(host, path, limit);
  if (bytes === undefined) throw usageError(unreadFiles.notThere(visible(path)));
  const text = strictUtf8(bytes);
  if (text === undefined) throw usageError(unreadFiles.notUtf8(visible(path)));
  return text;
}
