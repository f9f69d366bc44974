import { usageError } from '../core/errors.js';
import { inputMessages } from '../messages/input.js';
import { listenMessages } from '../messages/listen.js';
import { readNamedFile, refuseOpenKey } from '../state/own-files.js';
import { text } from './parameter.js';
import type { Services } from './services.js';
import { absolutePath } from './user-file.js';

/** How a command that listens is given its certificate. */
export const SERVER_TLS = {
  cert: text('--tls-cert <file>', 'serve HTTPS with this certificate, PEM', { effect: 'reads' }),
  key: text('--tls-key <file>', 'its key, PEM', { effect: 'reads' }),
};

/** Throws USAGE for half a pair and for a file that is not there, CONFIG for a key that others can read. */
export function serverTls(
  services: Pick<Services, 'host'>,
  given: { cert?: string | undefined; key?: string | undefined },
): { tls?: { cert: Buffer; key: Buffer } } {
  const [cert, key] = [readPem(services, 'cert', given.cert), readPem(services, 'key', given.key)];
  if (cert && key) return { tls: { cert: Buffer.from(cert), key: Buffer.from(key) } };
  if (!cert && !key) return {};
  throw usageError(cert ? listenMessages.needsKey : listenMessages.needsCertificate);
}

function readPem(
  { host }: Pick<Services, 'host'>,
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
