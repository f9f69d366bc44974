import type { Resolved } from './resolve.js';
import { isSecretName, type SettingName, setting, variableOf } from './settings.js';

/** How a setting is given to a run like this one: a variable is named only where it would be read. */
export function mendOf(
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
