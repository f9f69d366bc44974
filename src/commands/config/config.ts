import { existingProfile, Profiles } from '../../config/profiles.js';
import type { Resolved } from '../../config/provenance.js';
import {
  isSecretName,
  SETTING_NAMES,
  type SettingName,
  setting,
  settingVariable,
  shownSetting,
} from '../../config/settings.js';
import { payctl } from '../../core/command-line.js';
import { usageError } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import type { Text } from '../../core/message.js';
import { renderList } from '../../format/table.js';
import { profileCommands as words } from '../../messages/profile-commands.js';
import { type Command, command, type Result, type Screen } from '../../runtime/command.js';
import { argument, flag, optionalArgument } from '../../runtime/parameter.js';
import { type Profile, readProfile } from '../../runtime/profile.js';
import { askYes } from '../../runtime/safety.js';
import type { Services } from '../../runtime/services.js';
import { deleteBelongings, moveBelongings } from './secret-input.js';
import { settingCommands } from './settings.js';

export const show = command({
  words: ['config', 'show'],
  summary: 'the settings of this run, and where each comes from; secrets never',
  parameters: {
    profile: optionalArgument('profile', 'name of a profile; or -p NAME'),
    origin: flag('--origin', 'all settings, with flag, environment, profile or default'),
  },
  examples: ['payctl --sandbox config show', 'payctl --sandbox config show --origin'],
  dryRun: 'harmless',
  run: async (services, { profile, origin }) => {
    const { resolved } = await profileShown(services, profile);
    const rows = SETTING_NAMES.map((name) => ({
      setting: name,
      value: shownValue(name, resolved),
      origin: resolved.origins[name] ?? null,
      variable: settingVariable(name),
      meaning: setting(name).meaning,
    }));
    for (const variable of resolved.ignored) {
      await services.note(words.variableUnread(variable));
    }
    if (origin) {
      const data: JsonObject[] = [];
      for (const row of rows)
        data.push({ ...row, ...(await storedSecret(services, resolved, row.setting)) });
      return { data, view: { fields: ['setting', 'value', 'origin', 'variable'], keep: 3 } };
    }
    const data: JsonObject = { profile: resolved.profile };
    for (const { setting: name, value } of rows) if (value !== null) data[name] = value;
    return { data };
  },
});

const PROFILE_FIELDS = ['profile', 'current', 'environment', 'baseUrl'];

interface ListedProfile {
  profile: string;
  current: boolean;
  environment: string;
  baseUrl: Text;
}

/** The current profile has a star, as the current context of kubectl. */
function profileTable(profiles: readonly ListedProfile[], screen: Screen): string {
  const rows = profiles.map(({ current, baseUrl, ...about }) => {
    return { ...about, current: current ? '*' : '', baseUrl: screen.say(baseUrl) };
  });
  const lines = renderList(rows, { ...screen, fields: PROFILE_FIELDS });
  return lines.map((line) => `${line}\n`).join('');
}

/** The profile of this run, or the one that the argument names, as -p would. */
async function profileShown(services: Services, name: string | undefined): Promise<Profile> {
  const { selection } = services.options;
  const { profile: flag = selection.sandbox ? 'sandbox' : name } = selection;
  if (name === undefined) return services.profile();
  if (name === flag)
    return readProfile(services.host, services.paths, { ...selection, profile: name });
  throw usageError(words.twoNamed(name, flag ?? ''), payctl.withoutProfile`config show ${name}`);
}

function shownValue(name: SettingName, { values, secrets }: Resolved): string | null {
  if (isSecretName(name)) return secrets[name] ? '[redacted]' : null;
  const value = values[name];
  return value === undefined ? null : String(shownSetting(name, value));
}

/** Origin of a secret that is not in the environment; its secretCommand is not run. */
async function storedSecret(
  services: Services,
  resolved: Resolved,
  name: SettingName,
): Promise<JsonObject> {
  if (!isSecretName(name) || resolved.secrets[name] !== undefined) return {};
  if (name === 'apiSecret' && resolved.values.secretCommand !== undefined) {
    return { value: '[redacted]', origin: 'secretCommand' };
  }
  const stores = await services.secrets();
  const secret = await stores.read(resolved, name);
  return secret === undefined ? {} : { value: '[redacted]', origin: secret.place };
}

const NAME = argument('profile', 'name of a profile');

const list = command({
  words: ['config', 'list'],
  summary: 'all profiles, the current one marked',
  parameters: {},
  examples: ['payctl config list', 'payctl config list -o json'],
  dryRun: 'harmless',
  run: async (services) => {
    const { current, profiles } = openProfiles(services).read();
    const data = Object.entries(profiles).map(([profile, { environment, baseUrl }]) => ({
      profile,
      current: profile === current,
      environment: environment === 'test' ? 'test' : 'live',
      baseUrl: typeof baseUrl === 'string' ? shownSetting('baseUrl', baseUrl) : '',
    }));
    const builtIn = {
      profile: 'sandbox',
      current: current === 'sandbox',
      environment: 'test',
      baseUrl: words.embeddedBank,
    };
    const all = [...data, builtIn];
    return {
      data: all,
      view: { fields: PROFILE_FIELDS },
      table: (screen) => profileTable(all, screen),
    };
  },
});

const use = command({
  words: ['config', 'use'],
  summary: 'choose the profile that is used without -p',
  parameters: { name: NAME },
  examples: ['payctl config use shop', 'payctl config use sandbox'],
  run: async (services, { name }) => {
    await openProfiles(services).use(name);
    await services.note(words.nowCurrent(name));
    return {};
  },
});

const copy = command({
  words: ['config', 'copy'],
  summary: 'copy the settings of a profile, without its secrets',
  parameters: { from: NAME, to: argument('to', 'name of the copy') },
  examples: ['payctl config copy shop shop-test', 'payctl config copy shop kiosk'],
  run: async (services, { from, to }) => {
    await openProfiles(services).copy(from, to);
    await services.note(words.copied(from, to));
    return {};
  },
});

const rename = command({
  words: ['config', 'rename'],
  summary: 'rename a profile, with its secrets and tokens',
  parameters: { from: NAME, to: argument('to', 'the new name') },
  examples: ['payctl config rename shop shop-live', 'payctl config rename kiosk desk'],
  run: async (services, { from, to }) => {
    await refuseWhileOpen(services, from);
    await moveBelongings(services, from, to, () => openProfiles(services).rename(from, to));
    await services.note(words.renamed(from, to));
    return {};
  },
});

const remove = command({
  words: ['config', 'delete'],
  summary: 'delete a profile with its secrets and tokens',
  parameters: { name: NAME },
  examples: ['payctl config delete kiosk --yes', 'payctl config delete shop --yes --quiet'],
  run: async (services, { name }): Promise<Result> => {
    existingProfile(openProfiles(services).read(), name);
    await refuseWhileOpen(services, name);
    await askYes(services, words.mayDelete(name));
    await deleteBelongings(services, name);
    await openProfiles(services).delete(name);
    await services.note(words.deleted(name));
    return {};
  },
});

export const commands: readonly Command[] = [
  list,
  use,
  copy,
  rename,
  remove,
  show,
  ...settingCommands,
];

function openProfiles(services: Services): Profiles {
  return new Profiles(services.host, services.paths);
}

/** Recovery asks the bank by the name of the profile that sent the charge. */
async function refuseWhileOpen(services: Services, profile: string): Promise<void> {
  const { listOpen } = await import('../../journal/list.js');
  const journal = await services.journal();
  const open = (await listOpen(journal)).filter((row) => row.profile === profile);
  if (open.length === 0) return;
  throw usageError(words.hasOpenCharges(profile, open.length), payctl.on(profile)`journal recover`);
}
