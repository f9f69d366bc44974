import type { Secret } from '../client/connection.js';
import type { Fixes } from '../client/network-failure.js';
import { payctl, shell } from '../core/command-line.js';
import { configError } from '../core/errors.js';
import { joinTexts, type Message } from '../core/message.js';
import { settingsMessages } from '../messages/settings.js';
import { wording } from '../messages/wording.js';
import {
  isSecretName,
  type SecretName,
  type SettingName,
  type Settings,
  setting,
  settingVariable,
} from './settings.js';

export type Origin = 'flag' | 'environment' | 'profile' | 'code' | 'default';

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
  message: Message;
  fix: Message;
}

/** Throws CONFIG with every value that is wrong, wherever it stands. */
export function refuseProblems({ problems }: Resolved): void {
  if (problems.length === 0) return;
  throw configError(
    joinTexts(problems.map(({ message }) => message)),
    joinTexts(problems.map(({ fix }) => fix)),
  );
}

/** Where a setting of this run stands, as a person would look for it. */
export function settingPlace(name: SettingName, { origins, profile }: Resolved): Message {
  return placeAt(name, origins[name] ?? 'profile', profile);
}

export function placeAt(name: SettingName, origin: Origin, profile: string): Message {
  if (origin === 'environment') return wording.quoted(settingVariable(name));
  return origin === 'profile' ? settingsMessages.ofProfile(name, profile) : wording.quoted(name);
}

/** `from PAYCTL_API_KEY`, `from the profile shop`. */
export function originText({ origins, profile }: Resolved, name: SettingName): Message {
  if (origins[name] === 'environment') return settingsMessages.fromVariable(settingVariable(name));
  if (origins[name] === 'code') return settingsMessages.fromCode;
  return origins[name] === 'profile'
    ? settingsMessages.fromProfile(profile)
    : settingsMessages.byDefault;
}

/** How a setting is given to a run like this one: a variable is named only where it would be read. */
export function settingFix(
  { profile, whole }: Pick<Resolved, 'profile' | 'whole'>,
  name: SettingName,
): Message {
  const variable = settingVariable(name);
  if (isBuiltIn(profile)) return settingsMessages.setVariable(variable, inCode(name));
  const command = isSecretName(name)
    ? payctl.on(profile)`config set-secret ${name}`
    : payctl.on(profile)`config set ${name} …`;
  const isRead = !whole || setting(name).connection !== true;
  const fix = isRead ? settingsMessages.commandOrVariable : settingsMessages.commandOnly;
  return fix(command, variable);
}

/** The one command, or piece of code, that gives a setting another value, where this run gets it from. */
export function howToSet(
  { profile, origins }: Pick<Resolved, 'profile' | 'origins'>,
  name: SettingName,
  value = '…',
): Message {
  return isBuiltIn(profile) || origins[name] === 'environment'
    ? shell`export ${settingVariable(name)}=${value}`.inCode(inCode(name, value))
    : payctl.on(profile)`config set ${name} ${value}`;
}

/** How a program gives a setting. */
export function inCode(name: SettingName, value = '…'): string {
  return `createPayments({ ${name}: '${value}' })`;
}

/** No file holds the settings of these. */
function isBuiltIn(profile: string): boolean {
  return profile === 'environment' || profile === 'sandbox';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** How to correct the way to the bank: each setting with the place that it comes from. */
export function connectionFixes(resolved: Resolved, env: Environment): Fixes {
  const { baseUrl = '' } = resolved.values;
  const address = howToSet(resolved, 'baseUrl', 'https://…');
  return {
    baseUrl: settingsMessages.isItRight(baseUrl, originText(resolved, 'baseUrl'), address),
    proxy: proxyFix(resolved, env),
    clientCert: certificateFix(resolved),
    ca: settingsMessages.rootOfBank(howToSet(resolved, 'ca', 'FILE')),
  };
}

function proxyFix(resolved: Resolved, env: Environment): Message {
  if (resolved.values.proxy !== undefined) {
    const command = howToSet(resolved, 'proxy', 'http://HOST:PORT');
    return settingsMessages.isProxyRight(originText(resolved, 'proxy'), command);
  }
  const variable = env.https_proxy ? 'https_proxy' : 'HTTPS_PROXY';
  return settingsMessages.isProxyVariableRight(variable);
}

function certificateFix(resolved: Resolved): Message {
  const { clientCert, clientPfx } = resolved.values;
  const name = clientPfx === undefined ? 'clientCert' : 'clientPfx';
  const fix = howToSet(resolved, name, 'FILE');
  const pair =
    clientPfx === undefined ? joinTexts([fix, howToSet(resolved, 'clientKey', 'FILE')]) : fix;
  const file = clientPfx ?? clientCert;
  if (file === undefined) return pair;
  return settingsMessages.isItRight(file, originText(resolved, name), pair);
}
