import type { KeyObject } from 'node:crypto';
import { directDebitKey } from '../client/direct-debit.js';
import { PayctlError } from '../errors.js';
import type { Host } from '../host/host.js';
import { variableOf } from './settings.js';

const MAX_FILE = 65_536;

/**
 * The bank's public key of direct debit, read when it is first asked for, and then once: an answer
 * is opened with the key that its request was sealed with. Throws CONFIG where the file is missing
 * or holds no RSA key.
 */
export function directDebitKeyFrom(host: Pick<Host, 'files'>, path: string): () => KeyObject {
  let key: KeyObject | undefined;
  return () => {
    key ??= read(host, path);
    return key;
  };
}

function read({ files }: Pick<Host, 'files'>, path: string): KeyObject {
  const bytes = files.readForeign(path, MAX_FILE);
  if (bytes === undefined) throw refused(path, 'does not exist');
  const key = directDebitKey(bytes);
  if (key === undefined) throw refused(path, 'holds no RSA public key in PEM');
  return key;
}

function refused(path: string, why: string): PayctlError {
  return new PayctlError('CONFIG', `${path}, the bank's key of direct debit, ${why}`, {
    hint: `payctl config set ddPublicKey FILE, or set ${variableOf('ddPublicKey')}`,
  });
}
