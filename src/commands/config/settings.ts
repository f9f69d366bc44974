import { Profiles } from '../../config/profiles.js';
import { isSecretName, SECRET_NAMES, SETTING_NAMES, shownSetting } from '../../config/settings.js';
import { payctl } from '../../core/command-line.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { meant } from '../../core/meant.js';
import { visible } from '../../core/text.js';
import { profileCommands as words } from '../../messages/profile-commands.js';
import { type Command, command } from '../../runtime/command.js';
import { argument, choice, choiceArgument, restArguments } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { statePath } from '../../state/paths.js';
import { askSecret, keepSecret } from './secret-input.js';

const OPEN_NAMES = SETTING_NAMES.filter((name) => !isSecretName(name));

/** Only offered, not enforced: a wrong name gets a hint that fits it. */
const SETTING = [
  'setting',
  'e.g. baseUrl; payctl config show --origin lists them all',
  { choices: OPEN_NAMES },
] as const;

const get = command({
  words: ['config', 'get'],
  summary: 'the value of a setting in this run',
  parameters: { setting: argument(...SETTING) },
  examples: ['payctl --sandbox config get billerId', 'payctl --sandbox config get environment'],
  dryRun: 'harmless',
  run: async (services, { setting }) => {
    const name = SETTING_NAMES.find((known) => known === setting);
    if (!name) throw unknownSettingError(setting);
    if (isSecretName(name)) throw usageError(words.neverPrinted(name));
    const value = (await services.profile()).resolved.values[name];
    if (value !== undefined) return { text: `${visible(String(shownSetting(name, value)))}\n` };
    throw new PayctlError('NOT_FOUND', words.notSet(name), {
      hint: payctl.ofSettings`config set ${name} VALUE`,
    });
  },
});

const set = command({
  words: ['config', 'set'],
  summary: 'change a setting of the profile',
  parameters: { name: argument(...SETTING), value: argument('value', 'the new value') },
  examples: ['payctl config set companyId 001', 'payctl config set environment test -p shop'],
  run: async (services, { name, value }) => {
    const profile = targetProfile(services);
    if (value === '') {
      throw usageError(words.emptyValue(name), payctl.on(profile)`config unset ${name}`);
    }
    const profiles = new Profiles(services.host, services.paths);
    const isNew = !Object.hasOwn(profiles.read().profiles, profile);
    await profiles.set(profile, { [name]: value });
    await services.note(
      isNew ? words.settingSetInNew(name, profile) : words.settingSet(name, profile),
    );
    return {};
  },
});

const unset = command({
  words: ['config', 'unset'],
  summary: 'remove settings from the profile',
  parameters: { names: restArguments(...SETTING) },
  examples: ['payctl config unset readOnly', 'payctl config unset terminalId companyId'],
  run: async (services, { names }) => {
    const profile = targetProfile(services);
    await new Profiles(services.host, services.paths).unset(profile, names);
    await services.note(words.settingsRemoved(names.join(', '), profile));
    return {};
  },
});

const setSecret = command({
  words: ['config', 'set-secret'],
  summary: 'store a secret of the profile, from standard input or a hidden prompt',
  notes: [
    'The secret goes to the keyring of the operating system, or to a file (mode 0600) if there is none.',
  ],
  parameters: {
    name: choiceArgument('secret', SECRET_NAMES.join(' or '), SECRET_NAMES),
    store: choice('--store <place>', 'where to keep it', ['keyring', 'file']),
  },
  examples: [
    'payctl config set-secret apiSecret < secret.txt',
    'payctl config set-secret apiSecret --store file < secret.txt',
  ],
  run: async (services, { name, store }) => {
    const profile = targetProfile(services);
    await keepSecret(services, profile, name, await askSecret(services, name), store);
    return {};
  },
});

const path = command({
  words: ['config', 'path'],
  summary: 'where settings, secrets, tokens and the journal lie',
  parameters: {},
  examples: ['payctl config path', 'payctl config path -o json'],
  dryRun: 'harmless',
  run: async ({ paths }) => ({
    data: { ...paths, journal: statePath(paths.state, 'journal') },
  }),
});

export const settingCommands: readonly Command[] = [get, set, unset, setSecret, path];

/** The profile that a change is for: named, or the current one. */
function targetProfile(services: Services): string {
  const { host } = services;
  const { selection } = services.options;
  const chosen = selection.profile ?? host.env.PAYCTL_PROFILE;
  const name = chosen || new Profiles(host, services.paths).read().current;
  if (name && name !== 'sandbox' && !selection.sandbox) return name;
  throw usageError(name ? words.builtIn : words.noneCurrent, words.nameOrCreate);
}

function unknownSettingError(name: string): PayctlError {
  const hint = meant(name, SETTING_NAMES, words.originListsAll);
  return usageError(words.noSetting(JSON.stringify(name)), hint);
}
