import type { Secret } from '../../client/connection.js';
import type { Resolved } from '../../config/resolve.js';
import {
  isSecretName,
  SETTING_NAMES,
  type SettingName,
  setting,
  variableOf,
} from '../../config/settings.js';
import { PayctlError } from '../../errors.js';
import type { JsonObject } from '../../json.js';
import type { Command } from '../command.js';
import type { Context } from '../context.js';
import { type Profile, readProfile } from '../parts.js';

export const show: Command = {
  words: ['config', 'show'],
  summary: 'the settings of this run, and where each comes from; secrets never',
  arguments: [{ name: 'profile', summary: 'name of a profile; or -p NAME', optional: true }],
  options: [
    { flags: '--origin', summary: 'all settings, with flag, environment, profile or default' },
  ],
  examples: ['payctl --sandbox config show', 'payctl --sandbox config show --origin'],
  dryRun: 'harmless',
  run: async (context) => {
    const { resolved } = await profileShown(context);
    const rows = SETTING_NAMES.map((name) => ({
      setting: name,
      value: isSecretName(name)
        ? secretState(resolved.secrets[name])
        : (resolved.values[name] ?? null),
      origin: resolved.origins[name] ?? null,
      variable: variableOf(name),
      meaning: setting(name).meaning,
    }));
    for (const variable of resolved.ignored) {
      await context.note(`${variable} is not read: the command line names the profile`);
    }
    if (context.on('origin')) {
      const data: JsonObject[] = [];
      for (const row of rows)
        data.push({ ...row, ...(await storedSecret(context, resolved, row.setting)) });
      return { data, view: 'config.origins' };
    }
    const data: JsonObject = { profile: resolved.profile };
    for (const { setting: name, value } of rows) if (value !== null) data[name] = value;
    return { data, view: 'config.show' };
  },
};

/** The profile of this run, or the one that is named as if it were by -p. */
async function profileShown({ argument, globals, host, wiring }: Context): Promise<Profile> {
  const name = argument('profile');
  const { profile: flag = globals.sandbox ? 'sandbox' : name } = globals;
  if (name === undefined) return wiring.profile();
  if (name === flag) return readProfile(host, wiring.paths, { ...globals, profile: name });
  throw new PayctlError('USAGE', `two profiles are named: ${name} and ${flag}`, {
    hint: `payctl config show ${name}`,
  });
}

function secretState(secret: Secret | undefined): string | null {
  return secret ? '[redacted]' : null;
}

/** Where a secret comes from that is not in the environment; the command that prints it is not run. */
async function storedSecret(
  { wiring }: Context,
  resolved: Resolved,
  name: SettingName,
): Promise<JsonObject> {
  if (!isSecretName(name) || resolved.secrets[name] !== undefined) return {};
  if (name === 'apiSecret' && resolved.values.secretCommand !== undefined) {
    return { value: '[redacted]', origin: 'secretCommand' };
  }
  const stores = await wiring.secrets();
  const found = await stores.read(resolved, name);
  return found === undefined ? {} : { value: '[redacted]', origin: found.place };
}
