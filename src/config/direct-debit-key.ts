import type { DirectDebitKey } from '../client/connection.js';
import { directDebitKey } from '../client/direct-debit.js';
import { PayctlError } from '../core/errors.js';
import type { Host } from '../host/host.js';
import { readNamedFile } from '../state/private-file.js';
import { fixOf, type Resolved } from './resolve.js';

const MAX_FILE = 65_536;

/**
 * The bank's public key of direct debit, read when it is first asked for, and then once: an answer
 * is opened with the key that its request was sealed with. undefined where no setting names it;
 * throws CONFIG where the file is missing or holds no RSA key.
 */
export function directDebitKeyFrom(
  host: Pick<Host, 'files' | 'platform'>,
  resolved: Resolved,
): (() => DirectDebitKey) | undefined {
  const path = resolved.values.ddPublicKey;
  if (path === undefined) return undefined;
  let key: DirectDebitKey | undefined;
  return () => {
    key ??= read(host, resolved, path);
    return key;
  };
}

function read(
  host: Pick<Host, 'files' | 'platform'>,
  resolved: Resolved,
  path: string,
): DirectDebitKey {
  const bytes = readNamedFile(host, path, MAX_FILE);
  if (bytes === undefined) throw refused(resolved, path, 'does not exist');
  const key = directDebitKey(bytes);
  if (key === undefined) throw refused(resolved, path, 'holds no RSA public key in PEM');
  return key;
}

function refused(resolved: Resolved, path: string, why: string): PayctlError {
  return new PayctlError('CONFIG', `${path}, the bank's key of direct debit, ${why}`, {
    hint: fixOf(resolved, 'ddPublicKey'),
  });
}
