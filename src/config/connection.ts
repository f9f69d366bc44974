import { type Connection, type DirectDebitKey, Secret } from '../client/connection.js';
import { directDebitKey } from '../client/direct-debit.js';
import { PayctlError } from '../core/errors.js';
import type { Host } from '../host/host.js';
import { readNamedFile } from '../state/own-files.js';
import {
  fixOf,
  fromPlace,
  howToSet,
  placeOf,
  type Resolved,
  refuseProblems,
} from './provenance.js';
import { environmentOf } from './resolve.js';
import type { SecretStores } from './secrets.js';
import { type SettingName, variableOf } from './settings.js';

type Machine = Pick<Host, 'files' | 'platform'>;

/**
 * The other side of this run. Throws CONFIG with everything that is missing or wrong; the secret and
 * the key of direct debit are read when they are first asked for, and then once.
 */
export function connectionOf(host: Machine, resolved: Resolved, stores: SecretStores): Connection {
  refuseProblems(resolved);
  const { baseUrl, apiKey, resourceOwnerId } = resolved.values;
  if (baseUrl === undefined) throw missing(resolved, 'baseUrl');
  if (apiKey === undefined) throw missing(resolved, 'apiKey');
  const secret = new ApiSecret(resolved, stores);
  return {
    ...addressed(resolved, baseUrl, apiKey),
    ...(resourceOwnerId !== undefined && { resourceOwnerId }),
    secret: () => secret.read(),
    held: () => secret.held(),
    credentials: () => credentialsOf(resolved, stores),
    directDebitKey: directDebitKeyFrom(host, resolved),
  };
}

/** Placeholder credential of a run that sends nothing. */
const NONE = 'replayed';

/** The other side of a run that a recording answers: without credentials, and with an address or none. */
export function replayedConnection(resolved: Resolved): Connection {
  refuseProblems(resolved);
  const { baseUrl = 'https://replay.invalid', apiKey = NONE } = resolved.values;
  return { ...addressed(resolved, baseUrl, apiKey), secret: async () => new Secret(NONE) };
}

function addressed(
  resolved: Resolved,
  baseUrl: string,
  apiKey: string,
): Omit<Connection, 'secret'> {
  const { applicationId = apiKey, lang } = resolved.values;
  return {
    profile: resolved.profile,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    environment: environmentOf(resolved),
    apiKey,
    applicationId,
    ...((lang === 'en' || lang === 'th') && { lang }),
  };
}

/** The apiSecret of a run: its source may be a keyring or a command, which nobody asks twice. */
class ApiSecret {
  readonly #resolved: Resolved;
  readonly #stores: SecretStores;
  #reading: Promise<Secret> | undefined;
  #found: Secret | undefined;
  #hasLooked = false;

  constructor(resolved: Resolved, stores: SecretStores) {
    this.#resolved = resolved;
    this.#stores = stores;
  }

  read(): Promise<Secret> {
    this.#reading ??= this.#ask();
    return this.#reading;
  }

  /** As far as it costs a look at a file at most. */
  held(): readonly Secret[] {
    if (!this.#hasLooked) this.#found ??= this.#stores.atHand(this.#resolved, 'apiSecret');
    this.#hasLooked = true;
    return this.#found ? [this.#found] : [];
  }

  async #ask(): Promise<Secret> {
    const found = await this.#stores.read(this.#resolved, 'apiSecret');
    if (found === undefined) throw noSecret(this.#resolved);
    this.#found = found.secret;
    return found.secret;
  }
}

function noSecret(resolved: Resolved): PayctlError {
  const { profile } = resolved;
  return new PayctlError('CONFIG', `there is no secret for ${described(profile)}`, {
    hint:
      profile === 'environment'
        ? 'set PAYCTL_API_SECRET or PAYCTL_SECRET_COMMAND, or name its file by PAYCTL_API_SECRET_FILE'
        : fixOf(resolved, 'apiSecret'),
  });
}

function missing(resolved: Resolved, name: SettingName): PayctlError {
  const { profile } = resolved;
  if (profile === 'environment') {
    return new PayctlError('CONFIG', `no profile is set up, and ${variableOf(name)} is not set`, {
      hint: 'payctl init sets one up; payctl --sandbox … needs none',
    });
  }
  return new PayctlError('CONFIG', `${described(profile)} has no ${name}`, {
    hint: fixOf(resolved, name),
  });
}

function described(profile: string): string {
  return profile === 'environment' ? 'the environment' : `the profile ${profile}`;
}

/** Where the credentials come from, and what gives others, for a person whom the bank refused. */
function credentialsOf(resolved: Resolved, stores: SecretStores): { from: string; fix: string } {
  const { profile } = resolved;
  const key = fromPlace(resolved, 'apiKey');
  const { place, mark } = stores.source(resolved);
  const setAnew = `payctl config set-secret apiSecret -p ${profile}`;
  const command = `run what ${placeOf('secretCommand', resolved)} says by hand: does it print the right one? ${howToSet(resolved, 'secretCommand')}`;
  const [from, fix] = {
    environment: [`from ${mark}`, `export ${mark}=…`],
    profile: ['of the built-in profile', 'payctl sandbox reset'],
    command: [`printed by ${placeOf('secretCommand', resolved)}`, command],
    file: [`from its file ${stores.fileOf(profile, 'apiSecret')}`, setAnew],
    keyring: ['from the keyring', setAnew],
  }[place];
  return {
    from: `apiKey ${key}, apiSecret ${from}`,
    fix: `for another secret: ${fix}; for another key: ${howToSet(resolved, 'apiKey')}`,
  };
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
  let key: DirectDebitKey | undefined;
  const refused = (why: string): PayctlError =>
    new PayctlError('CONFIG', `${path}, the bank's key of direct debit, ${why}`, {
      hint: fixOf(resolved, 'ddPublicKey'),
    });
  const read = (): DirectDebitKey => {
    const bytes = readNamedFile(host, path, MAX_FILE);
    if (bytes === undefined) throw refused('does not exist');
    const found = directDebitKey(bytes);
    if (found === undefined) throw refused('does not contain an RSA public key in PEM');
    return found;
  };
  return () => {
    key ??= read();
    return key;
  };
}
