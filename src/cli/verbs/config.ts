import { createProfiles, existing, type Profiles } from '../../config/profiles.js';
import { PayctlError } from '../../errors.js';
import type { Command, Result } from '../command.js';
import type { Context } from '../context.js';
import { deleteBelongings, moveBelongings } from '../profile-belongings.js';
import { confirmed } from '../secret-input.js';
import { settingCommands } from './config-settings.js';
import { show } from './config-show.js';

const NAME = { name: 'profile', summary: 'name of a profile' };

const list: Command = {
  words: ['config', 'list'],
  summary: 'all profiles, the current one marked',
  examples: ['payctl config list', 'payctl config list -o json'],
  dryRun: 'harmless',
  run: async (context) => {
    const { current, profiles } = profilesOf(context).read();
    const data = Object.entries(profiles).map(([profile, { environment, baseUrl }]) => ({
      profile,
      current: profile === current,
      environment: environment === 'test' ? 'test' : 'live',
      baseUrl: typeof baseUrl === 'string' ? baseUrl : '',
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

const use: Command = {
  words: ['config', 'use'],
  summary: 'make a profile the one that is used without -p',
  arguments: [NAME],
  examples: ['payctl config use shop', 'payctl config use sandbox'],
  run: async (context) => {
    const name = nameOf(context);
    await profilesOf(context).use(name);
    await context.note(`${name} is now the current profile`);
    return {};
  },
};

const copy: Command = {
  words: ['config', 'copy'],
  summary: 'copy the settings of a profile, without its secrets',
  arguments: [NAME, { name: 'to', summary: 'name of the copy' }],
  examples: ['payctl config copy shop shop-test', 'payctl config copy shop kiosk'],
  run: async (context) => {
    const [from, to] = [nameOf(context), context.argument('to') ?? ''];
    await profilesOf(context).copy(from, to);
    await context.note(
      `${from} is copied to ${to}; its secrets are not: payctl config set-secret apiSecret -p ${to}`,
    );
    return {};
  },
};

const rename: Command = {
  words: ['config', 'rename'],
  summary: 'rename a profile; its secrets and tokens come along',
  arguments: [NAME, { name: 'to', summary: 'the new name' }],
  examples: ['payctl config rename shop shop-live', 'payctl config rename kiosk desk'],
  run: async (context) => {
    const [from, to] = [nameOf(context), context.argument('to') ?? ''];
    await refuseWhileOpen(context, from);
    await moveBelongings(context, from, to, () => profilesOf(context).rename(from, to));
    await context.note(`${from} is now ${to}`);
    return {};
  },
};

const remove: Command = {
  words: ['config', 'delete'],
  summary: 'delete a profile with its secrets and tokens',
  arguments: [NAME],
  examples: ['payctl config delete kiosk --yes', 'payctl config delete shop --yes --quiet'],
  run: async (context): Promise<Result> => {
    const name = nameOf(context);
    existing(profilesOf(context).read(), name);
    await refuseWhileOpen(context, name);
    await confirmed(context, `Delete the profile ${name} and its secrets?`);
    await deleteBelongings(context, name);
    await profilesOf(context).delete(name);
    await context.note(`${name} is deleted; the journal keeps what it sent`);
    return {};
  },
};

export const commands: readonly Command[] = [
  list,
  use,
  copy,
  rename,
  remove,
  show,
  ...settingCommands,
];

function profilesOf(context: Context): Profiles {
  return createProfiles(context.host, context.wiring.paths);
}

function nameOf(context: Context): string {
  return context.argument('profile') ?? '';
}

/** Recovery asks the bank by the name of the profile that sent the charge. */
async function refuseWhileOpen(context: Context, profile: string): Promise<void> {
  const { listOpen } = await import('../../journal/list.js');
  const journal = await context.wiring.journal();
  const open = listOpen(journal).filter((row) => row.profile === profile);
  if (open.length === 0) return;
  throw new PayctlError(
    'USAGE',
    `the profile ${profile} has open charges (${open.length}), and only it can ask about them`,
    { hint: `payctl journal recover -p ${profile}` },
  );
}
