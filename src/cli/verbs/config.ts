import type { Secret } from '../../client/connection.js';
import { createProfiles, type Profiles } from '../../config/profiles.js';
import { isSecretName, SETTING_NAMES, setting, variableOf } from '../../config/settings.js';
import { PayctlError } from '../../errors.js';
import type { JsonObject } from '../../json.js';
import type { Command, Result } from '../command.js';
import type { Context } from '../context.js';

const NAME = { name: 'profile', summary: 'name of a profile' };
const SETTING = { name: 'setting', summary: 'as baseUrl; `config show` lists them all' };

const list: Command = {
  words: ['config', 'list'],
  summary: 'all profiles, the current one marked',
  examples: ['payctl config list', 'payctl config list -o json'],
  run: async (context) => {
    const { current, profiles } = profilesOf(context).read();
    const data = Object.entries(profiles).map(([profile, settings]) => ({
      profile,
      current: profile === current,
      environment: String(settings.environment ?? 'live'),
      baseUrl: String(settings.baseUrl ?? ''),
    }));
    const builtIn = {
      profile: 'sandbox',
      current: current === 'sandbox',
      environment: 'test',
      baseUrl: 'the embedded bank',
    };
    return { data: [...data, builtIn], view: 'config.list' };
  },
};

const show: Command = {
  words: ['config', 'show'],
  summary: 'the settings of this run and where each comes from; secrets never',
  options: [
    { flags: '--origin', summary: 'with the origin: flag, environment, profile or default' },
  ],
  examples: ['payctl --sandbox config show', 'payctl --sandbox config show --origin'],
  run: async (context) => {
    const { resolved } = await context.wiring.profile();
    const rows = SETTING_NAMES.map((name) => ({
      setting: name,
      value: isSecretName(name)
        ? secretState(resolved.secrets[name])
        : (resolved.values[name] ?? null),
      origin: resolved.origins[name] ?? null,
      variable: variableOf(name),
      meaning: setting(name).meaning,
    }));
    if (context.on('origin')) return { data: rows, view: 'config.origins' };
    const set = rows.filter(({ value }) => value !== null);
    const data: JsonObject = { profile: resolved.profile };
    for (const { setting: name, value } of set) data[name] = value;
    return { data, view: 'config.show' };
  },
};

const get: Command = {
  words: ['config', 'get'],
  summary: 'the value of a setting in this run',
  arguments: [SETTING],
  examples: ['payctl --sandbox config get billerId', 'payctl --sandbox config get environment'],
  run: async (context) => {
    const name = SETTING_NAMES.find((known) => known === context.argument('setting'));
    if (!name) throw unknownSetting(context.argument('setting') ?? '');
    if (isSecretName(name))
      throw new PayctlError('USAGE', `${name} is a secret and is never printed`);
    const value = (await context.wiring.profile()).resolved.values[name];
    if (value !== undefined) return { text: `${value}\n` };
    throw new PayctlError('NOT_FOUND', `${name} is not set`, {
      hint: `payctl config set ${name} VALUE`,
    });
  },
};

const set: Command = {
  words: ['config', 'set'],
  summary: 'change a setting of the profile',
  arguments: [SETTING, { name: 'value', summary: 'the new value' }],
  examples: ['payctl config set companyId 001', 'payctl config set environment test -p shop'],
  run: async (context) => {
    const name = context.argument('setting') ?? '';
    const profile = targetOf(context);
    await profilesOf(context).set(profile, { [name]: context.argument('value') ?? '' });
    await context.note(`${name} of the profile ${profile} is set`);
    return {};
  },
};

const setSecret: Command = {
  words: ['config', 'set-secret'],
  summary: 'store a secret of the profile, from standard input or a hidden prompt',
  notes: [
    'It goes to the keyring of the operating system, or to a file of mode 0600 where there is none.',
  ],
  arguments: [{ name: 'secret', summary: 'apiSecret or clientKeyPassphrase' }],
  options: [
    { flags: '--store <place>', summary: 'where to keep it', choices: ['keyring', 'file'] },
  ],
  examples: [
    'payctl config set-secret apiSecret < secret.txt',
    'payctl config set-secret apiSecret --store file < secret.txt',
  ],
  run: async (context) => {
    const name = context.argument('secret');
    if (name !== 'apiSecret' && name !== 'clientKeyPassphrase') {
      throw new PayctlError(
        'USAGE',
        `${JSON.stringify(name)} is no secret of a profile; give apiSecret or clientKeyPassphrase`,
      );
    }
    const profile = targetOf(context);
    const { askSecret, keepSecret } = await import('../secret-input.js');
    await keepSecret(context, profile, name, await askSecret(context, name));
    return {};
  },
};

const unset: Command = {
  words: ['config', 'unset'],
  summary: 'remove settings from the profile',
  arguments: [{ ...SETTING, variadic: true }],
  examples: ['payctl config unset readOnly', 'payctl config unset terminalId companyId'],
  run: async (context) => {
    const names = context.arguments('setting');
    await profilesOf(context).unset(targetOf(context), names);
    await context.note(`removed from the profile ${targetOf(context)}: ${names.join(', ')}`);
    return {};
  },
};

const use: Command = {
  words: ['config', 'use'],
  summary: 'make a profile the one that is used without -p',
  arguments: [NAME],
  examples: ['payctl config use shop', 'payctl config use sandbox'],
  run: (context) =>
    change(context, (profiles, name) => profiles.use(name), 'is now the current profile'),
};

const copy: Command = {
  words: ['config', 'copy'],
  summary: 'copy the settings of a profile, without its secrets',
  arguments: [NAME, { name: 'to', summary: 'name of the copy' }],
  examples: ['payctl config copy shop shop-test', 'payctl config copy shop kiosk'],
  run: (context) =>
    change(
      context,
      (profiles, name) => profiles.copy(name, context.argument('to') ?? ''),
      'is copied; its secrets are not',
    ),
};

const rename: Command = {
  words: ['config', 'rename'],
  summary: 'rename a profile; its stored secrets come along',
  arguments: [NAME, { name: 'to', summary: 'the new name' }],
  examples: ['payctl config rename shop shop-live', 'payctl config rename kiosk desk'],
  run: async (context) => {
    const [from, to] = [context.argument('profile') ?? '', context.argument('to') ?? ''];
    await profilesOf(context).rename(from, to);
    const { moveSecrets } = await import('../secret-input.js');
    await moveSecrets(context, from, to);
    await context.note(`${from} is now ${to}`);
    return {};
  },
};

const remove: Command = {
  words: ['config', 'delete'],
  summary: 'delete a profile and its stored secrets',
  arguments: [NAME],
  examples: ['payctl config delete kiosk', 'payctl config delete kiosk --yes'],
  run: async (context) => {
    const name = context.argument('profile') ?? '';
    const { confirmed, deleteSecrets } = await import('../secret-input.js');
    await confirmed(context, `Delete the profile ${name} and its secrets?`);
    await profilesOf(context).delete(name);
    await deleteSecrets(context, name);
    await context.note(`${name} is deleted; the journal keeps what it sent`);
    return {};
  },
};

const path: Command = {
  words: ['config', 'path'],
  summary: 'where settings, secrets, tokens and the journal lie',
  examples: ['payctl config path', 'payctl config path -o json'],
  run: async ({ wiring: { paths } }) => ({ data: { ...paths }, view: 'config.path' }),
};

export const commands: readonly Command[] = [
  list,
  show,
  get,
  set,
  setSecret,
  unset,
  use,
  copy,
  rename,
  remove,
  path,
];

function profilesOf(context: Context): Profiles {
  return createProfiles(context.host, context.wiring.paths);
}

/** The profile that a change is for: named, or the current one. */
function targetOf(context: Context): string {
  const named = context.globals.profile ?? context.host.env.PAYCTL_PROFILE;
  const name = named || profilesOf(context).read().current;
  if (name && name !== 'sandbox' && !context.globals.sandbox) return name;
  throw new PayctlError(
    'USAGE',
    name ? 'the profile sandbox is built in and cannot be changed' : 'there is no current profile',
    {
      hint: 'name one with -p NAME, or make one: payctl init',
    },
  );
}

async function change(
  context: Context,
  edit: (profiles: Profiles, name: string) => Promise<void>,
  done: string,
): Promise<Result> {
  const name = context.argument('profile') ?? '';
  await edit(profilesOf(context), name);
  await context.note(`${name} ${done}`);
  return {};
}

function secretState(secret: Secret | undefined): string | null {
  return secret ? '[redacted]' : null;
}

function unknownSetting(name: string): PayctlError {
  return new PayctlError('USAGE', `there is no setting ${JSON.stringify(name)}`, {
    hint: 'payctl config show --origin lists them all',
  });
}
