import { type Connection, type DirectDebitKey, Secret } from '../client/connection.js';
import { directDebitKey } from '../client/direct-debit.js';
import { payctl, shell } from '../core/command-line.js';
import { configError, type PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { once } from '../core/once.js';
import type { Host } from '../host/host.js';
import { settingsMessages } from '../messages/settings.js';
import { readNamedFile } from '../state/own-files.js';
import {
  howToSet,
  inCode,
  originText,
  type Resolved,
  refuseProblems,
  settingFix,
  settingPlace,
} from './provenance.js';
import { resolvedEnvironment } from './resolve.js';
import type { SecretStores } from './secrets.js';
import { type SettingName, settingVariable } from './settings.js';

type Machine = Pick<Host, 'files' | 'platform'>;

/**
 * The other side of this run. Throws CONFIG with everything that is missing or wrong; the secret and
 * the key of direct debit are read when they are first asked for, and then once.
 */
export function resolveConnection(
  host: Machine,
  resolved: Resolved,
  stores: SecretStores,
): Connection {
  refuseProblems(resolved);
  const { baseUrl, apiKey, resourceOwnerId } = resolved.values;
  if (baseUrl === undefined) throw missingError(resolved, 'baseUrl');
  if (apiKey === undefined) throw missingError(resolved, 'apiKey');
  const secret = new ApiSecret(resolved, stores);
  return {
    ...connectionAt(resolved, baseUrl, apiKey),
    resourceOwnerId,
    secret: () => secret.read(),
    knownSecrets: () => secret.held(),
    credentials: () => describeCredentials(resolved, stores),
    directDebitKey: directDebitKeyFrom(host, resolved),
  };
}

/** Placeholder credential of a run that sends nothing. */
const PLACEHOLDER = 'replayed';

/** The other side of a run that a recording answers: without credentials, and with an address or none. */
export function replayedConnection(resolved: Resolved): Connection {
  refuseProblems(resolved);
  const { baseUrl = 'https://replay.invalid', apiKey = PLACEHOLDER } = resolved.values;
  return {
    ...connectionAt(resolved, baseUrl, apiKey),
    secret: async () => new Secret(PLACEHOLDER),
  };
}

function connectionAt(
  resolved: Resolved,
  baseUrl: string,
  apiKey: string,
): Omit<Connection, 'secret'> {
  const { applicationId = apiKey, lang } = resolved.values;
  return {
    profile: resolved.profile,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    environment: resolvedEnvironment(resolved),
    apiKey,
    applicationId,
    ...((lang === 'en' || lang === 'th') && { lang }),
  };
}

/** The apiSecret of a run: its source may be a keyring or a command, which nobody asks twice. */
class ApiSecret {
  readonly #resolved: Resolved;
  readonly #stores: SecretStores;
  #secret: Secret | undefined;
  #hasLooked = false;

  constructor(resolved: Resolved, stores: SecretStores) {
    this.#resolved = resolved;
    this.#stores = stores;
  }

  readonly read = once(async (): Promise<Secret> => {
    const stored = await this.#stores.read(this.#resolved, 'apiSecret');
    if (stored === undefined) throw noSecretError(this.#resolved);
    this.#secret = stored.secret;
    return stored.secret;
  });

  /** As far as it is known without a keyring or a command. */
  held(): readonly Secret[] {
    if (!this.#hasLooked) this.#secret ??= this.#stores.readCheaply(this.#resolved, 'apiSecret');
    this.#hasLooked = true;
    return this.#secret ? [this.#secret] : [];
  }
}

function noSecretError(resolved: Resolved): PayctlError {
  const { profile } = resolved;
  return configError(
    settingsMessages.noSecret(describeProfile(profile)),
    profile === 'environment' ? settingsMessages.giveSecret : settingFix(resolved, 'apiSecret'),
  );
}

function missingError(resolved: Resolved, name: SettingName): PayctlError {
  const { profile } = resolved;
  if (profile === 'environment') {
    return configError(
      settingsMessages.noProfile(settingVariable(name), name),
      settingsMessages.setUp(inCode(name)),
    );
  }
  return configError(
    settingsMessages.lacks(describeProfile(profile), name),
    settingFix(resolved, name),
  );
}

function describeProfile(profile: string): Message {
  return profile === 'environment'
    ? settingsMessages.environment
    : settingsMessages.profile(profile);
}

/** Where the credentials come from, and what gives others, for a person whom the bank refused. */
function describeCredentials(
  resolved: Resolved,
  stores: SecretStores,
): { from: Message; fix: Message } {
  const key = originText(resolved, 'apiKey');
  const { from, fix } = apiSecretOrigin(resolved, stores);
  return {
    from: settingsMessages.credentials(key, from),
    fix: settingsMessages.otherCredentials(fix, howToSet(resolved, 'apiKey')),
  };
}

function apiSecretOrigin(
  resolved: Resolved,
  stores: SecretStores,
): { from: Message; fix: Message } {
  const { profile } = resolved;
  const { place, mark } = stores.source(resolved);
  const setAnew = payctl.on(profile)`config set-secret apiSecret`;
  switch (place) {
    case 'environment':
      return {
        from: settingsMessages.fromVariable(mark),
        fix: shell`export ${mark}=…`,
      };
    case 'profile':
      return {
        from: settingsMessages.builtIn,
        fix: payctl.withoutProfile`sandbox reset`.inCode(inCode('apiSecret')),
      };
    case 'command': {
      const command = settingPlace('secretCommand', resolved);
      const set = howToSet(resolved, 'secretCommand');
      return {
        from: settingsMessages.printedBy(command),
        fix: settingsMessages.checkSecretCommand(command, set),
      };
    }
    case 'file': {
      const file = stores.secretFile(profile, 'apiSecret');
      return { from: settingsMessages.fromFile(file), fix: setAnew };
    }
    case 'keyring':
      return { from: settingsMessages.fromKeyring, fix: setAnew };
  }
}

const MAX_FILE = 65_536;

/**
 * The bank's public key of direct debit; an answer is opened with the key that its request was
 * sealed with. undefined where no setting names it; the function throws CONFIG where the file is
 * missing or holds no RSA key.
 */
export function directDebitKeyFrom(
  host: Machine,
  resolved: Resolved,
): (() => DirectDebitKey) | undefined {
  const path = resolved.values.ddPublicKey;
  if (path === undefined) return undefined;
  const refused = (why: Message): PayctlError =>
    configError(why, settingFix(resolved, 'ddPublicKey'));
  return once(() => {
    const bytes = readNamedFile(host, path, MAX_FILE);
    if (bytes === undefined) throw refused(settingsMessages.noDirectDebitKey(path));
    const parsed = directDebitKey(bytes);
    if (parsed === undefined) throw refused(settingsMessages.notDirectDebitKey(path));
    return parsed;
  });
}
