import { Secret } from '../../client/connection.js';
import { nameProblem } from '../../config/names.js';
import { givenSecret } from '../../config/secret-sources.js';
import { type SettingName, type Settings, setting } from '../../config/settings.js';
import type { Host } from '../../host/host.js';
import { input, password, select } from '../../host/prompt.js';

/** The first question: everything else depends on it. */
export function askStart(host: Host): Promise<string> {
  return select(host, 'How do you want to start?', [
    { name: 'I have an API key of the bank', value: 'key' },
    { name: 'I have none yet: use the embedded bank', value: 'sandbox' },
  ]);
}

export function askName(host: Host): Promise<string> {
  return input(host, 'Name of the profile:', {
    default: 'default',
    check: (name) => nameProblem(name)?.toString(),
  });
}

/** Of the money commands: which of them a partner uses is not known, so all may stay empty. */
const LATER: readonly SettingName[] = [
  'companyId',
  'terminalId',
  'billerId',
  'merchantId',
  'outTradeNoPrefix',
];

export interface Answers {
  settings: Settings;
  secret?: Secret;
}

/**
 * Asks for what was not given, what a person has in hand first.
 *
 * @param known what the profile holds already; offered as the answer
 */
export async function askSettings(
  host: Host,
  given: Settings,
  known: Readonly<Record<string, unknown>>,
): Promise<Answers> {
  const settings: Settings = { ...given };
  const ask = async (name: SettingName, needed: boolean): Promise<void> => {
    if (settings[name] !== undefined) return;
    const { meaning, check } = setting(name);
    const held = known[name];
    const answer = await input(host, `${meaning} (${name}):`, {
      ...(typeof held === 'string' && { default: held }),
      check: (text) =>
        text === '' ? (needed ? 'is needed' : undefined) : check?.(text)?.toString(),
    });
    if (answer !== '') settings[name] = answer;
  };
  await ask('baseUrl', true);
  settings.environment ??= await select(host, 'Which environment is it?', [
    { name: 'test: nothing real moves', value: 'test' },
    { name: 'live: real money; payctl asks before it moves', value: 'live' },
  ]);
  await ask('apiKey', true);
  const secret = await secretOf(host, Object.keys(known).length > 0);
  await host.stderr.write('What follows can be left empty, and set later by payctl config set.\n');
  for (const name of LATER) await ask(name, false);
  // One machine needs none: it is the last question.
  await ask('store', false);
  return { settings, ...(secret && { secret }) };
}

async function secretOf(host: Host, exists: boolean): Promise<Secret | undefined> {
  const inEnvironment = givenSecret(host, 'apiSecret');
  if (inEnvironment) return inEnvironment;
  const text = await password(
    host,
    `secret of the application (apiSecret; empty: ${exists ? 'as it is' : 'later'}):`,
  );
  return text === '' ? undefined : new Secret(text);
}
