import { usageError } from '../core/errors.js';
import { inputMessages } from '../messages/input.js';
import { listenMessages } from '../messages/listen.js';
import { readNamedFile, refuseOpenKey } from '../state/own-files.js';
import type { Context } from './context.js';
import { text } from './parameter.js';
import { absolutePath } from './user-file.js';

/** How a command that listens is given its certificate. */
export const SERVER_TLS = {
  cert: text('--tls-cert <file>', 'serve HTTPS with this certificate, PEM', { effect: 'reads' }),
  key: text('--tls-key <file>', 'its key, PEM', { effect: 'reads' }),
};

/** Throws USAGE for half a pair and for a file that is not there, CONFIG for a key that others can read. */
export function serverTls(
  context: Pick<Context, 'host'>,
  given: { cert?: string | undefined; key?: string | undefined },
): { tls?: { cert: Buffer; key: Buffer } } {
  const [cert, key] = [readPem(context, 'cert', given.cert), readPem(context, 'key', given.key)];
  if (cert && key) return { tls: { cert: Buffer.from(cert), key: Buffer.from(key) } };
  if (!cert && !key) return {};
  throw usageError(cert ? listenMessages.needsKey : listenMessages.needsCertificate);
}

function readPem(
  { host }: Pick<Context, 'host'>,
  what: 'cert' | 'key',
  given: string | undefined,
): Uint8Array | undefined {
  if (given === undefined) return undefined;
  const path = absolutePath(host, given);
  if (what === 'key') refuseOpenKey(host, path, given);
  const bytes = readNamedFile(host, path, 1024 * 1024);
  if (bytes) return bytes;
  throw usageError(inputMessages.noFile(`--tls-${what}`, given));
}
