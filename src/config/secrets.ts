import { join } from 'node:path';
import { Secret } from '../client/connection.js';
import { PayctlError } from '../errors.js';
import { type RunCommand, runCommand } from '../host/command.js';
import type { Host } from '../host/host.js';
import { type Keyring, systemKeyring } from '../host/keyring.js';
import type { Paths } from './paths.js';
import { readPrivateFile } from './private-file.js';
import type { Resolved } from './resolve.js';
import { secretByCommand } from './secret-command.js';
import { type SecretName, variableOf } from './settings.js';

export type SecretPlace = 'environment' | 'command' | 'file' | 'keyring' | 'profile';

export interface FoundSecret {
  secret: Secret;
  place: SecretPlace;
}

/** The stores of secrets; `keyring` and `run` are exchanged in tests. */
export interface SecretStores {
  /** undefined where no source has it. Rejects with CONFIG where a source fails or must not be used. */
  read(resolved: Resolved, name: SecretName): Promise<FoundSecret | undefined>;
  /** What a look at the environment or at a file finds; undefined also where that fails. */
  atHand(resolved: Resolved, name: SecretName): Secret | undefined;
  /**
   * Keeps it in the keyring where there is one, else in a file of mode 0600, and nowhere else.
   * Tells where; a file is worth a warning that names it.
   */
  store(
    profile: string,
    name: SecretName,
    secret: Secret,
    where?: 'keyring' | 'file',
  ): Promise<SecretPlace>;
  delete(profile: string, name: SecretName): Promise<void>;
  /** What is stored, whoever asks: for a profile that gets another name. */
  stored(profile: string, name: SecretName): Promise<Secret | undefined>;
  fileOf(profile: string, name: SecretName): string;
}

type Machine = Pick<Host, 'files' | 'platform'>;

export function createSecretStores(
  host: Machine,
  paths: Paths,
  run: RunCommand = runCommand,
  keyring: Keyring = systemKeyring(),
): SecretStores {
  const { files } = host;
  const fileOf = (profile: string, name: SecretName): string =>
    join(paths.secrets, `${profile}.${name}`);
  const accountOf = (profile: string, name: SecretName): string => `${profile}.${name}`;

  function inFile(profile: string, name: SecretName): Secret | undefined {
    const text = readPrivateFile(host, fileOf(profile, name))?.replace(/\r?\n$/, '');
    return text ? new Secret(text) : undefined;
  }

  /** A keyring that is missing or hangs holds nothing. */
  async function stored(profile: string, name: SecretName): Promise<FoundSecret | undefined> {
    const secret = inFile(profile, name);
    if (secret) return { secret, place: 'file' };
    const inRing = await keyring.get(accountOf(profile, name)).catch(() => undefined);
    return inRing ? { secret: new Secret(inRing), place: 'keyring' } : undefined;
  }

  async function remove(profile: string, name: SecretName): Promise<void> {
    files.remove(fileOf(profile, name));
    await keyring.delete(accountOf(profile, name)).catch(() => undefined);
  }

  function writeFile(profile: string, name: SecretName, secret: Secret): void {
    files.makeDirectory(paths.secrets);
    files.replace(fileOf(profile, name), new TextEncoder().encode(`${secret.reveal()}\n`));
  }

  return {
    fileOf,
    // The cheap sources first: a keyring may take seconds to say that it is not there. Their order
    // decides nothing, because a secret is only ever stored in one of them.
    async read(resolved, name) {
      const { profile, values } = resolved;
      const given = resolved.secrets[name];
      if (given !== undefined) {
        const place = resolved.origins[name] === 'environment' ? 'environment' : 'profile';
        return { secret: given, place };
      }
      if (name === 'apiSecret' && values.secretCommand !== undefined) {
        if (resolved.origins.secretCommand === 'profile') refuseForeignHost(resolved, name);
        const secret = new Secret(await secretByCommand(run, values.secretCommand));
        return { secret, place: 'command' };
      }
      if (profile === 'environment' || profile === 'sandbox') return undefined;
      const found = await stored(profile, name);
      if (found !== undefined) refuseForeignHost(resolved, name);
      return found;
    },
    atHand({ secrets, profile }, name) {
      try {
        return secrets[name] ?? inFile(profile, name);
      } catch (error) {
        if (error instanceof PayctlError) return undefined;
        throw error;
      }
    },
    async store(profile, name, secret, where) {
      if (where !== 'file') {
        try {
          await keyring.set(accountOf(profile, name), secret.reveal());
          files.remove(fileOf(profile, name));
          return 'keyring';
        } catch (error) {
          if (where === 'keyring') throw error;
        }
      }
      writeFile(profile, name, secret);
      if (where === 'file') await keyring.delete(accountOf(profile, name)).catch(() => undefined);
      return 'file';
    },
    delete: remove,
    async stored(profile, name) {
      return (await stored(profile, name))?.secret;
    },
  };
}

/** A stored secret goes to the host of its own profile, whatever the environment says. */
function refuseForeignHost({ own, values, profile, origins }: Resolved, name: SecretName): void {
  if (own.baseUrl === undefined || values.baseUrl === undefined) return;
  if (originOf(own.baseUrl) === originOf(values.baseUrl)) return;
  const from = origins.baseUrl === 'environment' ? 'PAYCTL_BASE_URL' : 'the command line';
  throw new PayctlError(
    'CONFIG',
    `the ${name} of the profile ${profile} belongs to ${originOf(own.baseUrl)}, but ${from} names ${originOf(values.baseUrl)}`,
    { hint: `unset PAYCTL_BASE_URL, or give ${variableOf(name)} too` },
  );
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an invalid address';
}
