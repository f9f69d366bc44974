import { join } from 'node:path';
import { Secret } from '../client/connection.js';
import { PayctlError } from '../core/errors.js';
import { type RunCommand, runCommand } from '../host/command.js';
import type { Host } from '../host/host.js';
import { type Keyring, systemKeyring } from '../host/keyring.js';
import { Untrusted } from '../host/trust.js';
import type { Paths } from '../state/paths.js';
import { readPrivateFile } from '../state/private-file.js';
import { isProfileName, NAME_RULE } from './profile-name.js';
import { readConfigFile } from './profiles.js';
import { fileVariable, type Resolved } from './resolve.js';
import { secretByCommand } from './secret-command.js';
import { type SecretName, variableOf } from './settings.js';

/** A secret as it lies in its file or in the keyring. */
export interface StoredSecret {
  secret: Secret;
  /** Scheme, host and port that it may be sent to; older versions wrote none. */
  origin?: string;
}

/** A secret is one line, so that a second one cannot be part of it. */
export function encodeSecret({ secret, origin }: StoredSecret): string {
  return `${secret.reveal()}\n${origin === undefined ? '' : `${origin}\n`}`;
}

export function decodeSecret(text: string): StoredSecret | undefined {
  const [secret = '', origin = ''] = text.split(/\r?\n/);
  if (secret === '') return undefined;
  return { secret: new Secret(secret), ...(origin !== '' && { origin }) };
}

/** Scheme, host and port; undefined for what is no address. */
export function originOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  return new URL(address).origin;
}

/** A secret is kept for one address. */
export function homeless(profile: string, name: SecretName): PayctlError {
  return new PayctlError(
    'CONFIG',
    `the profile ${profile} has no baseUrl, and its ${name} would belong to no address`,
    {
      hint: `payctl config set baseUrl https://… -p ${profile}, then: payctl config set-secret ${name} -p ${profile}`,
    },
  );
}

/** What is kept for one address goes to no other, whoever names it. */
export function refuseForeign(resolved: Resolved, name: SecretName, origin: string): void {
  const { values, own, profile, origins } = resolved;
  const asked = originOf(values.baseUrl);
  if (asked === undefined || asked === origin) return;
  const foreign = origins.baseUrl === 'environment' && originOf(own.baseUrl) === origin;
  const from = foreign ? variableOf('baseUrl') : describe(resolved);
  throw new PayctlError(
    'CONFIG',
    `the ${name} of the profile ${profile} belongs to ${origin}, but ${from} names ${asked}`,
    {
      hint: foreign
        ? `unset ${variableOf('baseUrl')}, or give ${variableOf(name)} too`
        : `payctl config set-secret ${name} -p ${profile} stores one for the new address`,
    },
  );
}

function describe({ origins }: Resolved): string {
  return origins.baseUrl === 'environment' ? variableOf('baseUrl') : 'its baseUrl now';
}

export type SecretPlace = 'environment' | 'command' | 'file' | 'keyring' | 'profile';

export interface FoundSecret {
  secret: Secret;
  place: SecretPlace;
}

type Store = 'file' | 'keyring';

/** The stores of secrets; `keyring` and `run` are exchanged in tests. */
export interface SecretStores {
  /** undefined where no source has it. Rejects with CONFIG where a source fails or must not be used. */
  read(resolved: Resolved, name: SecretName): Promise<FoundSecret | undefined>;
  /** What a look at the environment or at a file finds; undefined also where that fails. */
  atHand(resolved: Resolved, name: SecretName): Secret | undefined;
  /**
   * Where the apiSecret comes from, by what is known without a keyring or a command: the variable,
   * the command line, or the number of what is in the keyring.
   */
  source(resolved: Resolved): { place: SecretPlace; mark: string };
  /**
   * Keeps it in the keyring where there is one, else in a file of mode 0600, and nowhere else, for
   * the address that the profile has now. Tells where; a file is worth a warning that names it.
   */
  store(profile: string, name: SecretName, secret: Secret, where?: Store): Promise<Store>;
  delete(profile: string, name: SecretName): Promise<void>;
  /** For a profile that gets another name: as it lies there, with the address that it belongs to. */
  copy(from: string, to: string, name: SecretName): Promise<Store | undefined>;
  fileOf(profile: string, name: SecretName): string;
}

type Machine = Pick<Host, 'env' | 'files' | 'platform' | 'random'>;

export function createSecretStores(
  host: Machine,
  paths: Paths,
  run: RunCommand = runCommand,
  keyring: Keyring = systemKeyring(),
): SecretStores {
  const { files } = host;
  const accountOf = (profile: string, name: SecretName): string => `${profile}.${name}`;
  const fileOf = (profile: string, name: SecretName): string => {
    if (isProfileName(profile)) return join(paths.secrets, accountOf(profile, name));
    throw new PayctlError('USAGE', `${JSON.stringify(profile)} is no name for a profile`, {
      hint: `give ${NAME_RULE}`,
    });
  };
  /** Another with each secret that goes to the keyring, because looking there costs too much. */
  const markOf = (profile: string, name: SecretName): string => `${fileOf(profile, name)}.keyring`;

  function inFile(profile: string, name: SecretName): StoredSecret | undefined {
    const text = readPrivateFile(host, fileOf(profile, name));
    return text === undefined ? undefined : decodeSecret(text);
  }

  /** A keyring that is missing or hangs holds nothing. */
  async function stored(
    profile: string,
    name: SecretName,
  ): Promise<(StoredSecret & { place: Store }) | undefined> {
    const found = inFile(profile, name);
    if (found) return { ...found, place: 'file' };
    const text = await keyring.get(accountOf(profile, name)).catch(() => undefined);
    const inRing = text === undefined ? undefined : decodeSecret(text);
    return inRing && { ...inRing, place: 'keyring' };
  }

  function writeFile(path: string, text: string): void {
    files.makeDirectory(paths.secrets);
    files.replace(path, new TextEncoder().encode(text));
  }

  async function write(
    profile: string,
    name: SecretName,
    secret: StoredSecret,
    where?: Store,
  ): Promise<Store> {
    const text = encodeSecret(secret);
    if (where !== 'file') {
      try {
        await keyring.set(accountOf(profile, name), text);
        writeFile(markOf(profile, name), `${Buffer.from(host.random.bytes(16)).toString('hex')}\n`);
        files.remove(fileOf(profile, name));
        return 'keyring';
      } catch (error) {
        if (where === 'keyring' || error instanceof Untrusted) throw error;
      }
    }
    writeFile(fileOf(profile, name), text);
    if (where === 'file') await keyring.delete(accountOf(profile, name)).catch(() => undefined);
    return 'file';
  }

  /** One of an older version belongs from now on to the address that the settings file has. */
  async function bound(
    { own, profile }: Resolved,
    name: SecretName,
    found: StoredSecret & { place: Store },
  ): Promise<string> {
    if (found.origin !== undefined) return found.origin;
    const origin = originOf(own.baseUrl);
    if (origin === undefined) throw homeless(profile, name);
    try {
      await write(profile, name, { ...found, origin }, found.place);
    } catch (error) {
      // Where nothing can be written, the settings stay as they are, too.
      if (!(error instanceof PayctlError) || error instanceof Untrusted) throw error;
    }
    return origin;
  }

  return {
    fileOf,
    // The cheap sources first: a keyring may take seconds to say that it is not there. Their order
    // decides nothing, because a secret is only ever stored in one of them.
    async read(resolved, name) {
      const { profile, values, own, origins } = resolved;
      const given = resolved.secrets[name];
      if (given !== undefined) {
        return {
          secret: given,
          place: origins[name] === 'environment' ? 'environment' : 'profile',
        };
      }
      if (name === 'apiSecret' && values.secretCommand !== undefined) {
        const origin = origins.secretCommand === 'profile' ? originOf(own.baseUrl) : undefined;
        if (origin !== undefined) refuseForeign(resolved, name, origin);
        const secret = new Secret(await secretByCommand(run, values.secretCommand));
        return { secret, place: 'command' };
      }
      if (profile === 'environment' || profile === 'sandbox') return undefined;
      const found = await stored(profile, name);
      if (found === undefined) return undefined;
      refuseForeign(resolved, name, await bound(resolved, name, found));
      return found;
    },
    atHand(resolved, name) {
      const { secrets, values, profile } = resolved;
      if (secrets[name] !== undefined) return secrets[name];
      if (name === 'apiSecret' && values.secretCommand !== undefined) return undefined;
      try {
        return inFile(profile, name)?.secret;
      } catch (error) {
        if (error instanceof PayctlError && !(error instanceof Untrusted)) return undefined;
        throw error;
      }
    },
    source({ secrets, origins, values, profile }) {
      if (secrets.apiSecret !== undefined && origins.apiSecret === 'environment') {
        const variable = variableOf('apiSecret');
        const naming = fileVariable(variable);
        return { place: 'environment', mark: host.env[naming] ? naming : variable };
      }
      if (secrets.apiSecret !== undefined) return { place: 'profile', mark: '' };
      if (values.secretCommand !== undefined) {
        return { place: 'command', mark: values.secretCommand };
      }
      if (files.stat(fileOf(profile, 'apiSecret'))) return { place: 'file', mark: '' };
      const mark = files.read(markOf(profile, 'apiSecret'));
      return { place: 'keyring', mark: new TextDecoder().decode(mark) };
    },
    async store(profile, name, secret, where) {
      // Refuses what is no name for a profile, before its address is looked for.
      fileOf(profile, name);
      const settings = readConfigFile(files, paths.configFile).profiles[profile];
      const origin = originOf(settings?.baseUrl);
      if (origin === undefined) throw homeless(profile, name);
      return write(profile, name, { secret, origin }, where);
    },
    async delete(profile, name) {
      files.remove(fileOf(profile, name));
      files.remove(markOf(profile, name));
      await keyring.delete(accountOf(profile, name)).catch(() => undefined);
    },
    async copy(from, to, name) {
      const found = await stored(from, name);
      return found && write(to, name, found, found.place);
    },
  };
}
