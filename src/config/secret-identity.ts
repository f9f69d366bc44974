import { join } from 'node:path';
import { proxySettings } from '../client/address.js';
import type { Connection } from '../client/connection.js';
import { PayctlError } from '../core/errors.js';
import { sha256 } from '../core/hash.js';
import { once } from '../core/once.js';
import type { Host } from '../host/host.js';
import { Untrusted } from '../host/untrusted.js';
import type { SecretIdentity } from '../state/token-cache.js';
import type { Resolved } from './provenance.js';
import type { SecretStores } from './secrets.js';

type Machine = Pick<Host, 'files' | 'env' | 'random'>;

const FILES = ['ca', 'clientCert', 'clientKey', 'clientPfx'] as const;

/**
 * Ties tokens, and failures to get one, to the secret and the files that they came of.
 *
 * @param directory where tokens lie, and the salt that is made for them
 * @param shared the salt of all machines that share a store
 */
export function createSecretIdentity(
  host: Machine,
  directory: string,
  connection: Connection,
  resolved: Resolved,
  stores: SecretStores,
  shared?: Uint8Array,
): SecretIdentity {
  let salt = shared;
  let last: { text: string; fingerprint: string } | undefined;

  /** A hash of the secret that nobody can compute without the salt. */
  function keyedHash(text: string): string {
    if (last?.text !== text) {
      salt ??= readOrCreateSalt(host, directory);
      last = { text, fingerprint: hash(`${Buffer.from(salt).toString('hex')} ${text}`) };
    }
    return last.fingerprint;
  }

  const { place, mark } = stores.source(resolved);
  const source = once(() => hash(JSON.stringify([place, mark])));
  const fingerprint = (): string | undefined => {
    const text = connection.knownSecrets?.()[0]?.reveal();
    return text && keyedHash(text);
  };
  return {
    get source() {
      return source();
    },
    fingerprint,
    async load() {
      await connection.secret();
    },
    attemptFingerprint: () =>
      hash(JSON.stringify([fingerprint() ?? '', ...filesAndProxy(host, resolved)])),
  };
}

/** A certificate that was renewed is another one; its contents need not be read to know that. */
function filesAndProxy({ files, env }: Machine, { values }: Resolved): (string | number)[] {
  const { httpsProxy = '', noProxy = '' } = proxySettings(env, values.proxy);
  const named = FILES.flatMap((name) => {
    const path = values[name];
    const stat = path === undefined ? undefined : files.statForeign(path);
    return [path ?? '', stat?.size ?? 0, stat?.modifiedAt ?? 0];
  });
  return [httpsProxy, noProxy, ...named];
}

/** Made once for all processes; where it cannot be kept, no token can be either. */
function readOrCreateSalt({ files, random }: Machine, directory: string): Uint8Array {
  const path = join(directory, 'salt');
  try {
    const existing = files.read(path);
    if (existing !== undefined) return existing;
    const made = random.bytes(16);
    files.makeDirectory(directory);
    return files.create(path, made) ? made : (files.read(path) ?? made);
  } catch (error) {
    if (!(error instanceof PayctlError) || error instanceof Untrusted) throw error;
    return random.bytes(16);
  }
}

function hash(text: string): string {
  return sha256(text).slice(0, 32);
}
