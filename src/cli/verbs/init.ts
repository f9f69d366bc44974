import { Secret } from '../../client/connection.js';
import { createProfiles } from '../../config/profiles.js';
import {
  isSecretName,
  SETTING_NAMES,
  type SettingName,
  setting,
  variableOf,
} from '../../config/settings.js';
import { PayctlError } from '../../errors.js';
import type { Command, Option, Result } from '../command.js';
import type { Context } from '../context.js';
import { askSecret, keepSecret } from '../secret-input.js';

/** Settings that a global option names already. */
const GLOBAL = new Set<SettingName>(['lang', 'output', 'timeout']);
const NAMES = SETTING_NAMES.filter((name) => !isSecretName(name) && !GLOBAL.has(name));

/** Asked for in this order; the others can be set later. */
const QUESTIONS: readonly SettingName[] = [
  'baseUrl',
  'environment',
  'apiKey',
  'companyId',
  'terminalId',
  'billerId',
  'merchantId',
  'outTradeNoPrefix',
];
const NEEDED = new Set<SettingName>(['baseUrl', 'apiKey']);

export const init: Command = {
  words: ['init'],
  summary: 'set up a profile, or start with the embedded bank',
  notes: [
    'On a terminal it asks; without one it takes flags and the PAYCTL_ variables. The secret comes from PAYCTL_API_SECRET, a hidden prompt, or standard input with --secret-stdin; no flag takes it.',
  ],
  options: [
    { flags: '--name <profile>', summary: 'name of the profile (default)' },
    { flags: '--secret-stdin', summary: 'read the apiSecret from standard input' },
    { flags: '--store <place>', summary: 'where to keep the secret', choices: ['keyring', 'file'] },
    ...NAMES.map(
      (name): Option => ({
        flags: `${flagOf(name)} <value>`,
        summary: setting(name).meaning,
        group: 'Settings:',
      }),
    ),
  ],
  examples: [
    'payctl init --sandbox',
    'payctl init --name shop --base-url https://api.bank.example/partners --api-key KEY --secret-stdin < secret.txt',
  ],
  run: async (context) => {
    if (context.globals.sandbox) return useSandbox(context);
    const asks = context.globals.input && context.host.stdin.isTTY && context.host.stderr.isTTY;
    const given = givenSettings(context);
    if (!asks) return save(context, context.text('name') ?? 'default', given);
    const { select, input } = await import('../../host/prompt.js');
    const start = await select(context.host, 'How do you want to start?', [
      { name: 'I have an API key of the bank', value: 'key' },
      { name: 'I have none yet: use the embedded bank', value: 'sandbox' },
    ]);
    if (start === 'sandbox') return useSandbox(context);
    const name =
      context.text('name') ??
      (await input(context.host, 'Name of the profile', { default: 'default' }));
    return save(context, name, await askSettings(context, given));
  },
};

function flagOf(name: SettingName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

type Given = Partial<Record<SettingName, string>>;

function givenSettings({ text, host }: Context): Given {
  const given: Given = {};
  for (const name of NAMES) {
    const value = text(flagOf(name).slice(2)) ?? host.env[variableOf(name)];
    if (value) given[name] = value;
  }
  return given;
}

async function askSettings(context: Context, given: Given): Promise<Given> {
  const { input, select } = await import('../../host/prompt.js');
  const answers: Given = { ...given };
  for (const name of QUESTIONS) {
    if (answers[name] !== undefined) continue;
    const { meaning, check } = setting(name);
    if (name === 'environment') {
      answers[name] = await select(context.host, meaning, [
        { name: 'test: nothing real moves', value: 'test' },
        { name: 'live: real money', value: 'live' },
      ]);
      continue;
    }
    const needed = NEEDED.has(name);
    const answer = await input(
      context.host,
      `${name} (${meaning}${needed ? '' : '; empty to leave it out'})`,
      {
        check: (value) => (value === '' ? (needed ? 'is needed' : undefined) : check?.(value)),
      },
    );
    if (answer !== '') answers[name] = answer;
  }
  return answers;
}

async function save(context: Context, profile: string, settings: Given): Promise<Result> {
  const missing = [...NEEDED].filter((name) => settings[name] === undefined);
  if (missing.length > 0) {
    throw new PayctlError(
      'USAGE',
      `init needs ${missing.map((name) => `${flagOf(name)} (or ${variableOf(name)})`).join(' and ')}`,
      {
        hint: 'without an account: payctl init --sandbox',
      },
    );
  }
  const secret = await secretOf(context);
  await createProfiles(context.host, context.wiring.paths).set(profile, settings);
  if (secret) await keepSecret(context, profile, 'apiSecret', secret);
  await context.note(
    `the profile ${profile} is saved; next: payctl doctor -p ${profile}, payctl token -p ${profile}`,
  );
  return { data: { profile, ...settings }, view: 'config.show' };
}

async function secretOf(context: Context): Promise<Secret | undefined> {
  const { host, globals } = context;
  const inEnvironment = host.env.PAYCTL_API_SECRET;
  if (inEnvironment) return new Secret(inEnvironment);
  if (context.on('secret-stdin') || (host.stdin.isTTY && globals.input))
    return askSecret(context, 'apiSecret');
  await context.note('no apiSecret was given; later: payctl config set-secret apiSecret');
  return undefined;
}

async function useSandbox(context: Context): Promise<Result> {
  await createProfiles(context.host, context.wiring.paths).use('sandbox');
  await context.note(
    'the embedded bank is now the current profile; next: payctl qr create --ref1 ORDER1 --amount 100.00',
  );
  return { data: { profile: 'sandbox' }, view: 'config.show' };
}
