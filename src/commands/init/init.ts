import type { Secret } from '../../client/connection.js';
import { Profiles } from '../../config/profiles.js';
import { environmentSecret } from '../../config/secret-sources.js';
import {
  isSecretName,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  setting,
  settingVariable,
} from '../../config/settings.js';
import { payctl } from '../../core/command-line.js';
import { PayctlError, usageError } from '../../core/errors.js';
import { flagName, withoutUndefined } from '../../core/fields.js';
import { tolerate } from '../../core/tolerate.js';
import { profileCommands, setup } from '../../messages/profile-commands.js';
import { command, type Result } from '../../runtime/command.js';
import { choice, flag, group, text } from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { splitPassword } from '../../state/postgres/address.js';
import { askSecret, keepSecret } from '../config/secret-input.js';

/** Settings that another option names already. */
const GLOBAL = new Set<SettingName>(['lang', 'timeout', 'store']);
const NAMES = SETTING_NAMES.filter((name) => !isSecretName(name) && !GLOBAL.has(name));
const NEEDED = ['baseUrl', 'apiKey'] as const;

export const init = command({
  words: ['init'],
  summary: 'set up a profile, or start with the embedded bank',
  notes: [
    'On a terminal it asks; without one it takes flags and the PAYCTL_ variables. The secret comes from a hidden prompt, from standard input with --secret-stdin, or from PAYCTL_API_SECRET; no flag takes it. A profile that exists is changed, and what is not given stays.',
  ],
  parameters: {
    name: text('--name <profile>', 'name of the profile (default: default)'),
    secretStdin: flag('--secret-stdin', 'read the apiSecret from standard input'),
    store: choice('--store <place>', 'where to keep the secret', ['keyring', 'file']),
    sharedStore: text('--shared-store <address>', setting('store').meaning, { group: 'Settings' }),
    flags: group<Settings>(
      Object.fromEntries(
        NAMES.map((name) => [
          name,
          text(`${flagName(name)} <value>`, setting(name).meaning, { group: 'Settings' }),
        ]),
      ),
    ),
  },
  examples: [
    'payctl init --sandbox',
    'payctl init --name shop --base-url https://api.bank.example/partners --api-key KEY --secret-stdin < secret.txt',
  ],
  run: async (services, { flags, store, secretStdin, ...about }) => {
    const { door, host } = services;
    const { selection } = services.options;
    if (selection.sandbox) return useSandbox(services);
    const given = { ...readSettings(host), ...withoutUndefined<string>(flags) };
    const { profile } = selection;
    const chosenName = about.name ?? profile;
    if (chosenName !== undefined && profile !== undefined && chosenName !== profile) {
      throw usageError(
        profileCommands.twoNamed(chosenName, profile),
        payctl.withoutProfile`init --name ${chosenName}`,
      );
    }
    // Standard input cannot hold both a secret and answers.
    if (!door.person || secretStdin) {
      const secret = secretStdin
        ? await askSecret(services, 'apiSecret')
        : environmentSecret(host, settingVariable('apiSecret'));
      return save(services, chosenName ?? 'default', given, secret, store);
    }
    const { InitQuestions } = await import('./questions.js');
    const questions = new InitQuestions(host, door, door.person);
    if ((await questions.start()) === 'sandbox') return useSandbox(services);
    const name = chosenName ?? (await questions.name());
    const stored = new Profiles(host, services.paths).read().profiles[name];
    const { settings, secret } = await questions.settings(given, stored ?? {});
    return save(services, name, settings, secret, store);
  },
});

/** Empty variables count as unset. The password is cut out of the store's address: it stays in the variable. */
function readSettings({ env }: Services['host']): Settings {
  const given = withoutUndefined<string>(
    Object.fromEntries(NAMES.map((name) => [name, env[settingVariable(name)] || undefined])),
  );
  const store = env[settingVariable('store')];
  return store ? { ...given, store: splitPassword(store).address } : given;
}

async function save(
  services: Services,
  profile: string,
  settings: Settings,
  secret: Secret | undefined,
  store: 'keyring' | 'file' | undefined,
): Promise<Result> {
  const profiles = new Profiles(services.host, services.paths);
  const stored = profiles.read().profiles[profile];
  const missing = NEEDED.filter((name) => !settings[name] && !stored?.[name]);
  if (missing.length > 0) {
    const needed = missing.map((name) => ({
      flag: flagName(name),
      variable: settingVariable(name),
    }));
    throw usageError(setup.missing(needed), setup.withoutAccount);
  }
  await profiles.set(profile, settings);
  if (secret) await saveSecret(services, profile, secret, store);
  await services.note(setup.saved(profile));
  const current = await makeCurrent(services, profile);
  const payctlOnProfile = current ? payctl.withoutProfile : payctl.on(profile);
  // An existing profile keeps its secret.
  if (!secret && !stored && settings.secretCommand === undefined) {
    await services.note(setup.noSecret(payctlOnProfile`config set-secret apiSecret`));
  }
  if (settings.store !== undefined) {
    const setKey = payctlOnProfile`config set-secret storeKey`;
    await services.note(setup.storeNeedsKey({ setKey, init: payctlOnProfile`store init` }));
  }
  await services.note(setup.next(payctlOnProfile`doctor`));
  return { data: { profile, ...settings } };
}

/** The settings are saved by then: if the secret cannot be, the error must say so. */
async function saveSecret(
  services: Services,
  profile: string,
  secret: Secret,
  store: 'keyring' | 'file' | undefined,
): Promise<void> {
  await tolerate(
    () => keepSecret(services, profile, 'apiSecret', secret, store),
    ({ exitClass, said, facts }) => {
      throw new PayctlError(exitClass, setup.savedWithoutSecret(profile, said), {
        ...facts,
        hint: payctl.on(profile)`config set-secret apiSecret --store file`,
      });
    },
  );
}

/** The first profile becomes the current one; a later one has to be chosen. */
async function makeCurrent(services: Services, profile: string): Promise<boolean> {
  const { host, note } = services;
  const profiles = new Profiles(host, services.paths);
  const { current } = profiles.read();
  if (current !== undefined && current !== 'sandbox' && current !== profile) {
    await note(setup.staysCurrent(current, profile));
    return false;
  }
  await profiles.use(profile);
  return true;
}

async function useSandbox(services: Services): Promise<Result> {
  const { host, note } = services;
  await new Profiles(host, services.paths).use('sandbox');
  await note(setup.sandboxIsCurrent);
  await note(setup.next(payctl.withoutProfile`qr create --ref1 ORDER1 --amount 100.00`));
  return { data: { profile: 'sandbox' } };
}
