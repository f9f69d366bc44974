import { Secret } from '../client/connection.js';
import { payctl } from '../core/command-line.js';
import { usageError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { isMangled } from '../core/text.js';
import type { Host } from '../host/host.js';
import { settingsMessages } from '../messages/settings.js';
import { wording } from '../messages/wording.js';
import type { Paths } from '../state/paths.js';
import {
  inClearProblem,
  parseStoreAddress,
  splitPassword,
  storeProblem,
} from '../state/postgres/address.js';
import { existingProfile, readConfigFile } from './profiles.js';
import {
  howToSet,
  type Origin,
  placeAt,
  type Resolved,
  type SettingProblem,
} from './provenance.js';
import { fileVariable, secretInEnvironment } from './secret-sources.js';
import {
  baseUrl,
  baseUrlProblem,
  isLive,
  isSecretName,
  isSettingName,
  isTrue,
  SETTING_NAMES,
  type SecretName,
  type SettingName,
  type Settings,
  setting,
  settingVariable,
} from './settings.js';

type Machine = Pick<Host, 'env' | 'files' | 'platform'>;

export interface ProfileSelection {
  /** Of the command line; that of the environment is a setting. */
  readonly profile?: string;
  readonly sandbox?: boolean;
  /** Settings that the run overrides. */
  readonly settings?: Settings;
  /** Settings that a program gives, secrets included; variables and files are then ignored. */
  readonly program?: Settings;
}

/**
 * Flag before environment before profile before default. `--profile` and `--sandbox` name the whole
 * connection: address and credentials then come from that profile alone. `sandbox` holds the values
 * of the built-in profile. Throws CONFIG where the profile does not exist or its file is damaged.
 */
export function resolve(
  host: Machine,
  paths: Paths,
  selection: ProfileSelection,
  sandbox: Readonly<Record<string, string>>,
): Resolved {
  const { program, settings } = selection;
  if (program)
    return new Resolution({ ...host, env: {} }, choiceOfProgram(program), settings).take();
  return new Resolution(host, choose(host, paths, selection, sandbox), settings).take();
}

/** Takes each setting of a run from the first place that has it. */
class Resolution {
  readonly #host: Machine;
  readonly #chosen: Chosen;
  readonly #flags: Settings;
  readonly #values: Settings = {};
  readonly #origins: Partial<Record<SettingName, Origin>> = {};
  readonly #secrets: Partial<Record<SecretName, Secret>> = {};
  readonly #own: Settings = {};
  readonly #ignored: string[] = [];
  readonly #problems: SettingProblem[] = [];

  constructor(host: Machine, chosen: Chosen, flags: Settings = {}) {
    this.#host = host;
    this.#chosen = chosen;
    this.#flags = flags;
  }

  take(): Resolved {
    for (const name of SETTING_NAMES) {
      if (isSecretName(name)) this.#takeSecret(name);
      else this.#takeValue(name);
    }
    this.#hidePassword();
    const wrongBank = environmentProblem(this.#values);
    if (wrongBank) this.#addProblem('baseUrl', wrongBank);
    const unsafe = clearStoreProblem(this.#values);
    if (unsafe) this.#addProblem('store', unsafe);
    const { profile, whole, settings } = this.#chosen;
    return {
      profile,
      whole,
      values: this.#values,
      origins: this.#origins,
      secrets: this.#secrets,
      own: this.#own,
      ignored: this.#ignored,
      unread: profile === 'sandbox' ? [] : Object.keys(settings).filter(isUnread),
      problems: this.#problems,
    };
  }

  /** A secret in the settings file would be read by nobody, and is not read here either. */
  #takeSecret(name: SecretName): void {
    const { profile, whole, settings, builtIn } = this.#chosen;
    const { connection, shared } = setting(name);
    if (shared && profile === 'sandbox') return;
    const variable = settingVariable(name);
    const isIgnored = whole && connection === true;
    if (isIgnored) this.#ignore(variable, fileVariable(variable));
    const given = isIgnored ? {} : secretInEnvironment(this.#host, variable);
    if (given.problem) this.#problems.push(given.problem);
    const secret = given.text ?? (builtIn ? settingText(settings[name]) : undefined);
    if (secret === undefined) return;
    this.#secrets[name] = new Secret(secret);
    this.#origins[name] = given.text === undefined ? (builtIn ?? 'profile') : 'environment';
  }

  #takeValue(name: SettingName): void {
    const { check, stored, shared, default: standard } = setting(name);
    if (shared && this.#chosen.profile === 'sandbox') return;
    const inProfile = settingText(this.#chosen.settings[name]);
    if (inProfile !== undefined) this.#own[name] = inProfile;
    const flag = this.#flags[name];
    const variable = this.#inEnvironment(name, inProfile);
    const value = flag ?? variable ?? inProfile ?? standard;
    if (value === undefined) return;
    const fallback = inProfile === undefined ? 'default' : (this.#chosen.builtIn ?? 'profile');
    const origin = flag !== undefined ? 'flag' : variable !== undefined ? 'environment' : fallback;
    this.#values[name] = value;
    this.#origins[name] = origin;
    if (origin === 'default') return;
    const wrong = isMangled(value)
      ? settingsMessages.notText
      : (check?.(value) ?? (origin === 'profile' ? stored?.(value) : undefined));
    if (wrong !== undefined) this.#addProblem(name, wrong);
  }

  /** A password in an address is a secret too. */
  #hidePassword(): void {
    const { store } = this.#values;
    if (store === undefined || storeProblem(store) !== undefined) return;
    const { address, password } = splitPassword(store);
    this.#values.store = address;
    if (password === undefined || this.#secrets.storePassword !== undefined) return;
    this.#secrets.storePassword = new Secret(password);
    this.#origins.storePassword = this.#origins.store;
  }

  /** What its variable says, where this run reads it. */
  #inEnvironment(name: SettingName, inProfile: string | undefined): string | undefined {
    const { profile, whole } = this.#chosen;
    const variable = settingVariable(name);
    if (whole && setting(name).connection) {
      this.#ignore(variable);
      return undefined;
    }
    const given = this.#host.env[variable] || undefined;
    const problem = weakensGuard(name, profile, inProfile, given);
    if (problem === undefined) return given;
    this.#problems.push(problem);
    return undefined;
  }

  #ignore(...variables: readonly string[]): void {
    this.#ignored.push(...variables.filter((variable) => this.#host.env[variable]));
  }

  #addProblem(name: SettingName, wrong: Message): void {
    const { profile } = this.#chosen;
    const place = placeAt(name, this.#origins[name] ?? 'profile', profile);
    this.#problems.push({
      message: settingsMessages.wrong(place, wrong),
      fix: howToSet({ profile, origins: this.#origins }, name),
    });
  }
}

function isUnread(name: string): boolean {
  return !isSettingName(name) || isSecretName(name);
}

export function resolvedEnvironment(resolved: Resolved): 'test' | 'live' {
  return isLive(resolved.values.environment) ? 'live' : 'test';
}

export function isReadOnly(resolved: Resolved): boolean {
  return isTrue(resolved.values.readOnly);
}

interface Chosen {
  profile: string;
  settings: Readonly<Record<string, unknown>>;
  /** The connection is named as a whole. */
  whole: boolean;
  /** Where settings come from that lie in no file, the secrets among them. */
  builtIn?: Extract<Origin, 'profile' | 'code'>;
}

function choiceOfProgram(program: Settings): Chosen {
  return { profile: 'environment', settings: program, whole: true, builtIn: 'code' };
}

function choose(
  host: Pick<Host, 'env' | 'files'>,
  paths: Paths,
  { profile, sandbox = false }: ProfileSelection,
  builtIn: Readonly<Record<string, string>>,
): Chosen {
  if (sandbox && profile !== undefined && profile !== 'sandbox') {
    throw usageError(settingsMessages.twoConnections(profile), wording.giveOne);
  }
  const named = sandbox ? 'sandbox' : (profile ?? (host.env.PAYCTL_PROFILE || undefined));
  // The embedded bank is all or nothing, however it was chosen.
  const embedded: Chosen = {
    profile: 'sandbox',
    settings: builtIn,
    whole: true,
    builtIn: 'profile',
  };
  if (named === 'sandbox') return embedded;
  const config = readConfigFile(host.files, paths.configFile);
  const name = named ?? config.current;
  if (name === 'sandbox' && !host.env.PAYCTL_BASE_URL) return embedded;
  if (name === undefined || name === 'sandbox') {
    return { profile: 'environment', settings: {}, whole: false };
  }
  return { profile: name, settings: existingProfile(config, name), whole: profile !== undefined };
}

/** A file edited by hand may hold `true`, 30 or an object where a text is meant. */
function settingText(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : undefined;
}

/** A guard of a profile that a variable would take away; both are named. */
function weakensGuard(
  name: SettingName,
  profile: string,
  own: string | undefined,
  given: string | undefined,
): SettingProblem | undefined {
  const { guard } = setting(name);
  if (!own || !given || !guard?.isStrict(own) || guard.isStrict(given)) return undefined;
  const variable = settingVariable(name);
  return {
    message: settingsMessages.guarded(variable, given, profile, name, own),
    fix: settingsMessages.loosen(variable, payctl.on(profile)`config set ${name} ${guard.loose}`),
  };
}

/** The way to the shared store must be encrypted where money is. */
function clearStoreProblem({ store, environment }: Settings): Message | undefined {
  if (store === undefined || storeProblem(store) !== undefined) return undefined;
  return inClearProblem(parseStoreAddress(store), isLive(environment) ? 'live' : 'test');
}

/** What is wrong with an address that is right by itself, in its environment. */
function environmentProblem({ baseUrl: address, environment }: Settings): Message | undefined {
  if (address === undefined || baseUrl(address) !== undefined) return undefined;
  return baseUrlProblem(address, isLive(environment) ? 'live' : 'test');
}
