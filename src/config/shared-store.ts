import { configError, type PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import type { Host } from '../host/host.js';
import { settingsMessages } from '../messages/settings.js';
import { readNamedFile } from '../state/own-files.js';
import {
  isOnThisMachine,
  parseStoreAddress,
  type StoreAddress,
} from '../state/postgres/address.js';
import { libpqPassword } from '../state/postgres/password.js';
import type { SharedAccess } from '../state/postgres/server.js';
import { Sealer, StoreKey } from '../state/seal.js';
import { type Resolved, refuseProblems, settingFix } from './provenance.js';
import { resolvedEnvironment } from './resolve.js';
import { environmentSecret } from './secret-sources.js';
import type { SecretStores } from './secrets.js';
import type { SecretName } from './settings.js';

type Machine = Pick<Host, 'env' | 'files' | 'platform' | 'random'>;

/** The key that a change of keys goes to; while it lasts, both open. */
const NEW_KEY = 'PAYCTL_STORE_KEY_NEW';
const MAX_FILE = 1_048_576;

/**
 * The way to the shared store: password, authority and key are read when they are first needed.
 * Throws CONFIG for settings that are wrong.
 */
export function sharedAccess(
  host: Machine,
  resolved: Resolved,
  stores: SecretStores,
  warn: (text: Message) => void,
): SharedAccess {
  refuseProblems(resolved);
  const address = parseStoreAddress(resolved.values.store ?? '');
  return {
    warn,
    shown: address.shown,
    async access() {
      warnAboutClearText(address, resolved, warn);
      const password = (await stores.readStored(resolved, 'storePassword'))?.reveal();
      return {
        address,
        passwordFor: (at) => password ?? libpqPassword(host, address, at),
        ca: readAuthority(host, address),
      };
    },
    async sealer() {
      const text = (await stores.readStored(resolved, 'storeKey'))?.reveal();
      if (text === undefined) throw noKeyError(resolved);
      const next = newKey(host);
      return new Sealer(host.random, parseStoreKey(text, 'storeKey'), next ? [next] : []);
    },
  };
}

/** The key that `store rotate-key` seals with. Throws CONFIG where it is none. */
export function newKey(host: Pick<Host, 'env' | 'files' | 'platform'>): StoreKey | undefined {
  const secret = environmentSecret(host, NEW_KEY);
  return secret && parseStoreKey(secret.reveal(), NEW_KEY);
}

function parseStoreKey(text: string, name: SecretName | typeof NEW_KEY): StoreKey {
  const key = StoreKey.parse(text);
  if (key) return key;
  throw configError(settingsMessages.notStoreKey(name), settingsMessages.newStoreKey);
}

function noKeyError(resolved: Resolved): PayctlError {
  return configError(
    settingsMessages.noStoreKey,
    settingsMessages.giveStoreKey(settingFix(resolved, 'storeKey')),
  );
}

function readAuthority(host: Machine, { sslrootcert }: StoreAddress): Uint8Array | undefined {
  if (sslrootcert === undefined || sslrootcert === 'system') return undefined;
  const bytes = readNamedFile(host, sslrootcert, MAX_FILE);
  if (bytes) return bytes;
  throw configError(
    settingsMessages.noStoreAuthority(sslrootcert),
    settingsMessages.nameStoreAuthority,
  );
}

function warnAboutClearText(
  address: StoreAddress,
  resolved: Resolved,
  warn: (text: Message) => void,
): void {
  const { sslmode, hosts } = address;
  const isTest = resolvedEnvironment(resolved) === 'test';
  for (const at of hosts) {
    if (sslmode === 'disable' && !isOnThisMachine(at) && isTest) {
      warn(settingsMessages.storeInClear(at.host));
    }
    if (sslmode === 'require') warn(settingsMessages.storeUnproven(at.host));
  }
}
