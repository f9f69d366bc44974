import { Secret } from '../client/connection.js';
import { PayctlError } from '../core/errors.js';
import { isMangled } from '../core/text.js';
import type { Host } from '../host/host.js';
import type { Paths } from '../state/paths.js';
import { readNamedFile } from '../state/private-file.js';
import { existing, readConfigFile } from './profiles.js';
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
  variableOf,
} from './settings.js';

/** How a setting is given to a run like this one: a variable is named only where it would be read. */
export function fixOf(
  { profile, whole }: Pick<Resolved, 'profile' | 'whole'>,
  name: SettingName,
): string {
  const variable = variableOf(name);
  if (profile === 'environment') return `set ${variable}`;
  const verb = isSecretName(name) ? `set-secret ${name}` : `set ${name} …`;
  const command = `payctl config ${verb} -p ${profile}`;
  if (!whole || setting(name).connection !== true) return `${command}, or set ${variable}`;
  return `${command} (${variable} is not read where the command line names the profile)`;
}

/** The one command that gives a setting another value, where this run gets it from. */
export function howToSet(
  { profile, origins }: Pick<Resolved, 'profile' | 'origins'>,
  name: SettingName,
  value = '…',
): string {
  return profile === 'environment' || origins[name] === 'environment'
    ? `export ${variableOf(name)}=${value}`
    : `payctl config set ${name} ${value} -p ${profile}`;
}

/** A guard of a profile that a variable would take away; both are named. */
function loosened(
  name: SettingName,
  profile: string,
  own: string | undefined,
  given: string | undefined,
): SettingProblem | undefined {
  const { strict } = setting(name);
  if (!own || !given || !strict?.(own) || strict(given)) return undefined;
  const variable = variableOf(name);
  return {
    message: `${variable} is ${given}, but the profile ${profile} has ${name} ${own}, which no variable loosens`,
    fix: `unset ${variable}, or: payctl config set ${name} ${given} -p ${profile}`,
  };
}

/** What is wrong with an address that is right by itself, in its environment. */
function misplaced({ baseUrl: address, environment }: Settings): string | undefined {
  if (address === undefined || baseUrl(address) !== undefined) return undefined;
  return baseUrlProblem(address, isLive(environment) ? 'live' : 'test');
}

const MAX_SECRET = 65_536;

type Machine = Pick<Host, 'env' | 'files' | 'platform'>;

/** The secret that the environment has; throws CONFIG where what it names cannot be used. */
export function givenSecret(host: Machine, name: SecretName): Secret | undefined {
  const { text, problem } = secretInEnvironment(host, variableOf(name));
  if (problem) throw new PayctlError('CONFIG', problem.message, { hint: problem.fix });
  return text === undefined ? undefined : new Secret(text);
}

/**
 * The secret of a variable, or of the file that the same variable with `_FILE` names, as containers
 * and service managers hand them over.
 */
export function secretInEnvironment(
  host: Machine,
  variable: string,
): { text?: string; problem?: SettingProblem } {
  const naming = fileVariable(variable);
  const text = host.env[variable] || undefined;
  const path = host.env[naming] || undefined;
  if (path === undefined) return text === undefined ? {} : { text };
  const wrong = (message: string, fix = `export ${naming}=PATH`) => ({
    problem: { message, fix },
  });
  if (text !== undefined) return wrong(`${variable} and ${naming} are both set`, `unset ${naming}`);
  try {
    const bytes = readNamedFile(host, path, MAX_SECRET);
    if (bytes === undefined) return wrong(`${naming} names ${path}, which does not exist`);
    const line = oneLine(bytes);
    return line === undefined
      ? wrong(`${naming} names ${path}, which does not hold one line of text`)
      : { text: line };
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return wrong(`${naming}: ${error.message}`, error.facts.hint);
  }
}

export function fileVariable(variable: string): string {
  return `${variable}_FILE`;
}

/** The line end of an editor is no part of it. */
function oneLine(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes)
    .toString()
    .replace(/\r?\n$/, '');
  return text === '' || /[\r\n\0\uFFFD]/.test(text) ? undefined : text;
}

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
  fix: string;
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
    fix: howToSet({ profile: chosen.profile, origins }, name),
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
