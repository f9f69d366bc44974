import { join } from 'node:path';
import { Secret } from '../client/connection.js';
import { decodeUtf8 } from '../core/bytes.js';
import { payctl, shell } from '../core/command-line.js';
import { configError, PayctlError, usageError } from '../core/errors.js';
import { type RunCommand, runCommand } from '../host/command.js';
import type { Host } from '../host/host.js';
import type { Keyring } from '../host/keyring.js';
import { Untrusted } from '../host/untrusted.js';
import { profilesMessages } from '../messages/profiles.js';
import { readPrivateFile } from '../state/own-files.js';
import type { Paths } from '../state/paths.js';
import { isProfileName } from './names.js';
import { readConfigFile } from './profiles.js';
import type { Resolved } from './provenance.js';
import {
  addressSetting,
  fileVariable,
  refuseForeign,
  secretByCommand,
  toOrigin,
} from './secret-sources.js';
import { type SecretName, settingVariable } from './settings.js';

export type SecretPlace = 'environment' | 'command' | 'file' | 'keyring' | 'profile';

interface FoundSecret {
  secret: Secret;
  place: SecretPlace;
}

type Storage = 'file' | 'keyring';
type LocatedSecret = StoredSecret & { place: Storage };
type Machine = Pick<Host, 'env' | 'files' | 'platform' | 'random' | 'keyring' | 'errorsOfPrograms'>;

/** Where secrets are read from and kept; tests bring their own `run`. */
export class SecretStores {
  readonly #host: Machine;
  readonly #paths: Paths;
  readonly #run: RunCommand;
  readonly #keyring: Keyring;

  constructor(host: Machine, paths: Paths, run = runCommand) {
    this.#host = host;
    this.#paths = paths;
    this.#run = run;
    this.#keyring = host.keyring;
  }

  secretFile(profile: string, name: SecretName): string {
    if (isProfileName(profile)) return join(this.#paths.secrets, keyringAccount(profile, name));
    throw usageError(
      profilesMessages.unusable(profile, profilesMessages.badName),
      profilesMessages.giveName,
    );
  }

  /**
   * undefined where no source has it. Rejects with CONFIG where a source fails or must not be used.
   *
   * The cheap sources come first: a keyring may take seconds to say that it is not there. Their order
   * decides nothing, because a secret is only ever stored in one of them.
   */
  async read(resolved: Resolved, name: SecretName): Promise<FoundSecret | undefined> {
    const { profile, values, origins } = resolved;
    const given = resolved.secrets[name];
    if (given !== undefined) {
      return { secret: given, place: origins[name] === 'environment' ? 'environment' : 'profile' };
    }
    if (name === 'apiSecret' && values.secretCommand !== undefined) {
      return { secret: await this.#byCommand(resolved, values.secretCommand), place: 'command' };
    }
    if (profile === 'environment' || profile === 'sandbox') return undefined;
    const stored = await this.#stored(profile, name);
    if (stored !== undefined) refuseForeign(resolved, name, stored.origin);
    return stored;
  }

  /** As `read`, without asking a keyring that nothing was put into. */
  async readStored(resolved: Resolved, name: SecretName): Promise<Secret | undefined> {
    const { secrets, profile } = resolved;
    if (secrets[name] !== undefined) return secrets[name];
    if (profile === 'environment' || profile === 'sandbox') return undefined;
    const { files } = this.#host;
    const places = [this.secretFile(profile, name), this.#markFile(profile, name)];
    const isKept = places.some((path) => files.stat(path) !== undefined);
    return isKept ? (await this.read(resolved, name))?.secret : undefined;
  }

  /** What the environment or a file has; undefined also where reading it fails. */
  readCheaply({ secrets, values, profile }: Resolved, name: SecretName): Secret | undefined {
    if (secrets[name] !== undefined) return secrets[name];
    if (name === 'apiSecret' && values.secretCommand !== undefined) return undefined;
    try {
      return this.#inFile(profile, name)?.secret;
    } catch (error) {
      if (error instanceof PayctlError && !(error instanceof Untrusted)) return undefined;
      throw error;
    }
  }

  /**
   * Where the apiSecret comes from, by what is known without a keyring or a command: the variable,
   * the command line, or a text that changes with the secret in the keyring.
   */
  source(resolved: Resolved): { place: SecretPlace; mark: string } {
    const { secrets, origins, values, profile } = resolved;
    const { env, files } = this.#host;
    if (secrets.apiSecret !== undefined && origins.apiSecret === 'environment') {
      const variable = settingVariable('apiSecret');
      const naming = fileVariable(variable);
      return { place: 'environment', mark: env[naming] ? naming : variable };
    }
    if (secrets.apiSecret !== undefined) return { place: 'profile', mark: '' };
    if (values.secretCommand !== undefined) return { place: 'command', mark: values.secretCommand };
    if (files.stat(this.secretFile(profile, 'apiSecret'))) return { place: 'file', mark: '' };
    const mark = files.read(this.#markFile(profile, 'apiSecret'));
    return { place: 'keyring', mark: mark ? decodeUtf8(mark) : '' };
  }

  /**
   * Keeps it in the keyring where there is one, else in a file of mode 0600, and nowhere else, for
   * the address that the profile has now. Tells where; a file is worth a warning that names it.
   */
  async store(
    profile: string,
    name: SecretName,
    secret: Secret,
    where?: Storage,
  ): Promise<Storage> {
    // Refuses what cannot be a profile's name, before its address is looked for.
    this.secretFile(profile, name);
    const { profiles } = readConfigFile(this.#host.files, this.#paths.configFile);
    const home = addressSetting(name);
    const origin = toOrigin(home, profiles[profile]?.[home]);
    if (origin === undefined) throw noAddressError(profile, name);
    return this.#write(profile, name, { secret, origin }, where);
  }

  /** Rejects with CONFIG where it was put into a keyring that does not give it up now. */
  async delete(profile: string, name: SecretName): Promise<void> {
    this.#host.files.remove(this.secretFile(profile, name));
    if (!(await this.#forget(profile, name))) this.#refuseKept(profile, name);
  }

  /** For a profile that gets another name: as it lies there. Rejects as `delete` does. */
  take(profile: string, name: SecretName): Promise<LocatedSecret | undefined> {
    return this.#stored(profile, name, () => this.#refuseKept(profile, name));
  }

  /** Keeps what was taken where it lay, for the address that it belongs to. */
  put(profile: string, name: SecretName, taken: LocatedSecret): Promise<Storage> {
    return this.#write(profile, name, taken, taken.place);
  }

  /** Throws where it was put into the keyring, which does not answer now. */
  #refuseKept(profile: string, name: SecretName): undefined {
    const mark = this.#markFile(profile, name);
    if (this.#host.files.stat(mark) === undefined) return;
    throw configError(
      profilesMessages.stillInKeyring(name, profile),
      profilesMessages.unlockOrLeave(shell`rm ${mark}`),
    );
  }

  async #byCommand(resolved: Resolved, commandLine: string): Promise<Secret> {
    const { own, origins } = resolved;
    const origin =
      origins.secretCommand === 'profile' ? toOrigin('baseUrl', own.baseUrl) : undefined;
    if (origin !== undefined) refuseForeign(resolved, 'apiSecret', origin);
    return new Secret(await secretByCommand(this.#run, commandLine, this.#host.errorsOfPrograms));
  }

  /** A keyring that is missing or hangs holds nothing, unless `onSilence` throws. */
  async #stored(
    profile: string,
    name: SecretName,
    onSilence = (): undefined => undefined,
  ): Promise<LocatedSecret | undefined> {
    const inFile = this.#inFile(profile, name);
    if (inFile) return { ...inFile, place: 'file' };
    const account = keyringAccount(profile, name);
    const text = await this.#keyring.get(account).catch(onSilence);
    const stored = text === undefined ? undefined : decodeSecret(text);
    return stored && { ...stored, place: 'keyring' };
  }

  #inFile(profile: string, name: SecretName): StoredSecret | undefined {
    const text = readPrivateFile(this.#host, this.secretFile(profile, name));
    return text === undefined ? undefined : decodeSecret(text);
  }

  /** A file whose contents change with each secret that goes to the keyring: reading the keyring itself costs too much. */
  #markFile(profile: string, name: SecretName): string {
    return `${this.secretFile(profile, name)}.keyring`;
  }

  async #write(
    profile: string,
    name: SecretName,
    secret: StoredSecret,
    where?: Storage,
  ): Promise<Storage> {
    const text = encodeSecret(secret);
    if (where !== 'file') {
      try {
        await this.#keyring.set(keyringAccount(profile, name), text);
        const mark = Buffer.from(this.#host.random.bytes(16)).toString('hex');
        this.#writeFile(this.#markFile(profile, name), `${mark}\n`);
        this.#host.files.remove(this.secretFile(profile, name));
        return 'keyring';
      } catch (error) {
        if (where === 'keyring' || error instanceof Untrusted) throw error;
      }
    }
    this.#writeFile(this.secretFile(profile, name), text);
    if (where === 'file') await this.#forget(profile, name);
    return 'file';
  }

  #writeFile(path: string, text: string): void {
    this.#host.files.makeDirectory(this.#paths.secrets);
    this.#host.files.replace(path, new TextEncoder().encode(text));
  }

  /** Whether the keyring is known to hold it no more. */
  async #forget(profile: string, name: SecretName): Promise<boolean> {
    const isGone = await this.#keyring.delete(keyringAccount(profile, name)).then(
      () => true,
      () => false,
    );
    if (isGone) this.#host.files.remove(this.#markFile(profile, name));
    return isGone;
  }
}

function keyringAccount(profile: string, name: SecretName): string {
  return `${profile}.${name}`;
}

/** A secret as it lies in its file or in the keyring. */
interface StoredSecret {
  secret: Secret;
  /** Scheme, host and port that it may be sent to, of a store all of them. */
  origin: string;
}

/** A secret is one line, so that a second one cannot be part of it. */
function encodeSecret({ secret, origin }: StoredSecret): string {
  return `${secret.reveal()}\n${origin}\n`;
}

function decodeSecret(text: string): StoredSecret | undefined {
  const [secret = '', origin = ''] = text.split(/\r?\n/);
  return secret === '' || origin === '' ? undefined : { secret: new Secret(secret), origin };
}

/** A secret is kept for one address. */
function noAddressError(profile: string, name: SecretName): PayctlError {
  const home = addressSetting(name);
  return configError(
    profilesMessages.noAddress(profile, home, name),
    profilesMessages.firstThen(
      payctl.on(profile)`config set ${home} …`,
      payctl.on(profile)`config set-secret ${name}`,
    ),
  );
}
