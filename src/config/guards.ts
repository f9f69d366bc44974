import type { SettingProblem } from './resolve.js';
import { baseUrl, baseUrlProblem, isLive } from './setting-checks.js';
import { type SettingName, type Settings, setting, variableOf } from './settings.js';

/** A guard of a profile that a variable would take away; both are named. */
export function loosened(
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
    mend: `unset ${variable}, or: payctl config set ${name} ${given} -p ${profile}`,
  };
}

/** What is wrong with an address that is right by itself, in its environment. */
export function misplaced({ baseUrl: address, environment }: Settings): string | undefined {
  if (address === undefined || baseUrl(address) !== undefined) return undefined;
  return baseUrlProblem(address, isLive(environment) ? 'live' : 'test');
}
