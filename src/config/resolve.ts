import { Secret } from '../client/connection.js';
import { PayctlError } from '../errors.js';
import type { Host } from '../host/host.js';
import { isMangled } from '../text.js';
import { readConfigFile } from './config-file.js';
import { loosened, misplaced } from './guards.js';
import { howToSet } from './mend.js';
import { fileVariable, secretInEnvironment } from './named-secret.js';
import type { Paths } from './paths.js';
import { existing } from './profiles.js';
import { isLive, isTrue } from './setting-checks.js';
import {
  isSecretName,
  isSettingName,
  SETTING_NAMES,
  type SecretName,
  type SettingName,
  type Settings,
  setting,
  variableOf,
} from './settings.js';

export type Origin = 'flag' | 'environment' | 'profile' | 'default';

/** What the command line says about where to go. */
export interface Selection {
  /** `--profile`; never from the environment. */
  profile?: string;
  sandbox?: boolean;
  /** Settings that a flag overrides. */
  flags?: Settings;
}

/** Every setting of this run, and where each comes from. */
export interface Resolved {
  /** Name of the profile, `sandbox`, or `environment` where there is none. */
  readonly profile: string;
  readonly values: Settings;
  readonly origins: Partial<Record<SettingName, Origin>>;
  /** Secrets that are at hand without looking in the stores. */
  readonly secrets: Partial<Record<SecretName, Secret>>;
  /** What the profile itself says. */
  readonly own: Settings;
  /** The command line names the connection: none of its variables is read. */
  readonly whole: boolean;
  /** Variables that were not read, because the command line names the connection. */
  readonly ignored: readonly string[];
  /** What the profile holds and payctl does not read: unknown names, and secrets. */
  readonly unread: readonly string[];
  /** What is wrong with values; nothing is sent while there is one. */
  readonly problems: readonly SettingProblem[];
}

export interface SettingProblem {
  /** With its place. */
  message: string;
  mend: string;
}

/**
 * Flag before environment before profile before default. `--profile` and `--sandbox` name the whole
 * connection: address and credentials then come from that profile alone. `sandbox` holds the values
 * of the built-in profile. Throws CONFIG where the profile does not exist or its file is damaged.
 */
export function resolve(
  host: Pick<Host, 'env' | 'files' | 'platform'>,
  paths: Paths,
  selection: Selection,
  sandbox: Readonly<Record<string, string>>,
): Resolved {
  const chosen = choose(host, paths, selection, sandbox);
  const values: Settings = {};
  const origins: Resolved['origins'] = {};
  const secrets: Resolved['secrets'] = {};
  const own: Settings = {};
  const ignored: string[] = [];
  const problems: SettingProblem[] = [];
  const problem = (name: SettingName, wrong: string): SettingProblem => ({
    message: `${place(name, origins[name] ?? 'profile', chosen.profile)} ${wrong}`,
    mend: howToSet({ profile: chosen.profile, origins }, name),
  });

  for (const name of SETTING_NAMES) {
    const { connection, check, default: standard } = setting(name);
    const variable = variableOf(name);
    const inProfile = textOf(chosen.settings[name]);
    let inEnvironment = host.env[variable] || undefined;
    if (connection && chosen.whole && inEnvironment !== undefined) {
      ignored.push(variable);
      inEnvironment = undefined;
    }
    if (isSecretName(name)) {
      // A secret in the settings file would be read by nobody, and is not read here either.
      const given = chosen.whole ? {} : secretInEnvironment(host, variable);
      if (chosen.whole && host.env[fileVariable(variable)]) ignored.push(fileVariable(variable));
      if (given.problem) problems.push(given.problem);
      const secret = given.text ?? (chosen.profile === 'sandbox' ? inProfile : undefined);
      if (secret === undefined) continue;
      secrets[name] = new Secret(secret);
      origins[name] = given.text === undefined ? 'profile' : 'environment';
      continue;
    }
    if (inProfile !== undefined) own[name] = inProfile;
    const loose = loosened(name, chosen.profile, inProfile, inEnvironment);
    if (loose) {
      problems.push(loose);
      inEnvironment = undefined;
    }
    const found = first([
      ['flag', selection.flags?.[name]],
      ['environment', inEnvironment],
      ['profile', inProfile],
      ['default', standard],
    ]);
    if (found === undefined) continue;
    const [origin, value] = found;
    values[name] = value;
    origins[name] = origin;
    const wrong = isMangled(value) ? 'is not valid UTF-8' : check?.(value);
    if (wrong === undefined) continue;
    problems.push(problem(name, wrong));
  }
  const misfit = misplaced(values);
  if (misfit) problems.push(problem('baseUrl', misfit));
  const unread = chosen.profile === 'sandbox' ? [] : Object.keys(chosen.settings).filter(isUnread);
  return {
    ...{ profile: chosen.profile, whole: chosen.whole },
    ...{ values, origins, secrets, own, ignored, unread, problems },
  };
}

function isUnread(name: string): boolean {
  return !isSettingName(name) || isSecretName(name);
}

export function environmentOf(resolved: Resolved): 'test' | 'live' {
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
}

function choose(
  host: Pick<Host, 'env' | 'files'>,
  paths: Paths,
  { profile, sandbox = false }: Selection,
  builtIn: Readonly<Record<string, string>>,
): Chosen {
  if (sandbox && profile !== undefined && profile !== 'sandbox') {
    throw new PayctlError('USAGE', `--sandbox and --profile ${profile} name two connections`, {
      hint: 'give one of them',
    });
  }
  const named = sandbox ? 'sandbox' : (profile ?? (host.env.PAYCTL_PROFILE || undefined));
  // The embedded bank is all or nothing, however it was chosen.
  if (named === 'sandbox') return { profile: named, settings: builtIn, whole: true };
  const config = readConfigFile(host.files, paths.configFile);
  const name = named ?? config.current;
  if (name === 'sandbox' && !host.env.PAYCTL_BASE_URL) {
    return { profile: name, settings: builtIn, whole: true };
  }
  if (name === undefined || name === 'sandbox') {
    return { profile: 'environment', settings: {}, whole: false };
  }
  return { profile: name, settings: existing(config, name), whole: profile !== undefined };
}

function first(
  candidates: readonly (readonly [Origin, string | undefined])[],
): readonly [Origin, string] | undefined {
  for (const [origin, value] of candidates) if (value !== undefined) return [origin, value];
  return undefined;
}

/** Where a setting of this run stands, as a person would look for it. */
export function placeOf(name: SettingName, { origins, profile }: Resolved): string {
  return place(name, origins[name] ?? 'profile', profile);
}

function place(name: SettingName, origin: Origin, profile: string): string {
  if (origin === 'environment') return variableOf(name);
  return origin === 'profile' ? `${name} of the profile ${profile}` : name;
}

/** A file edited by hand may hold `true` or 30 where a text is meant. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : undefined;
}
