import { isSecretName, SETTING_NAMES, setting, variableOf } from '../config/settings.js';
import { EXIT, type ExitClass } from '../errors.js';
import { exits } from '../knowledge/exits.js';
import { wrap } from '../output/width.js';
import { columns } from './columns.js';
import { OUTPUT, SAFETY } from './topic-texts.js';

/** Help that is about no single command: `payctl help <topic>`. */
const TOPICS: Readonly<Record<string, () => string>> = {
  'exit-codes': exitCodes,
  environment,
  output: () => OUTPUT,
  safety: () => SAFETY,
};

export const TOPIC_NAMES = Object.keys(TOPICS);

/** Pages by topic. */
export function topics(): [name: string, text: string][] {
  return Object.entries(TOPICS).map(([name, render]) => [name, render()]);
}

/** May a script repeat the command? */
const REPEAT: Readonly<Record<ExitClass, string>> = {
  SUCCESS: '',
  INTERNAL: 'no',
  USAGE: 'no',
  CONFIG: 'after mending',
  AUTH: 'after mending',
  REJECTED: 'no',
  NOT_FOUND: '',
  RATE_LIMITED: 'yes',
  PENDING: 'inquire',
  UNAVAILABLE: 'yes',
  OUTCOME_UNKNOWN: 'never',
  PARTIAL: 'look',
  CONFLICT: 'no',
  TLS: 'after mending',
  BAD_DATA: 'maybe',
  INTERRUPTED: 'yes',
  TERMINATED: 'yes',
};

const MEANING_WIDTH = 40;

function exitCodes(): string {
  const line = (code: string, name: string, meaning: string, repeat: string) =>
    `  ${code.padStart(4)}  ${name.padEnd(15)}  ${meaning.padEnd(MEANING_WIDTH)}  ${repeat}`.trimEnd();
  const rows = (Object.entries(REPEAT) satisfies [string, string][]).flatMap(([name, repeat]) => {
    const entry = exits.find((one) => one.name === name);
    const [first = '', ...rest] = wrap(entry?.meaning ?? '', MEANING_WIDTH);
    return [
      line(entry?.code ?? '', name, first, repeat),
      ...rest.map((text) => line('', '', text, '')),
    ];
  });
  return [
    'Exit codes',
    '',
    line('code', 'class', 'meaning', 'repeat it?'),
    ...rows,
    '',
    'A script may repeat a command only where the last column allows it.',
    `Exit ${EXIT.OUTCOME_UNKNOWN} means that money may have moved: payctl journal recover finds out.`,
    '',
  ].join('\n');
}

/** Variables that are no settings of a profile. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['PAYCTL_PROFILE', 'profile to use; -p'],
  ['PAYCTL_OUTPUT', 'format of results; -o'],
  ['PAYCTL_CONFIG_DIR', 'where profiles and secrets lie; else XDG_CONFIG_HOME/payctl'],
  ['PAYCTL_STATE_DIR', 'where journal, tokens and the sandbox lie; else XDG_STATE_HOME/payctl'],
  ['PAYCTL_CODE_CACHE', 'off keeps no compiled code in XDG_CACHE_HOME/payctl'],
  ['HTTPS_PROXY, NO_PROXY', 'as everywhere; the proxy of the profile comes first'],
  ['NO_COLOR, FORCE_COLOR', 'as everywhere; --no-color'],
  ['CI', 'never prompts; --no-input'],
];

function environment(): string {
  const settings = SETTING_NAMES.map((name) => {
    const { meaning, default: standard } = setting(name);
    const notes = [
      meaning,
      ...(standard === undefined ? [] : [`${standard} unless given`]),
      ...(isSecretName(name) ? [`a secret; or the file that ${variableOf(name)}_FILE names`] : []),
    ];
    return [variableOf(name), notes.join('; ')] as const;
  });
  return [
    'Environment',
    '',
    'Flag beats environment beats profile beats default. With these variables alone,',
    'and no file at all, every command works. --sandbox or -p on the command line',
    'names the whole connection: address and credentials of the environment are then',
    'ignored. payctl config show --origin tells where each value comes from.',
    '',
    'Settings of a profile:',
    ...columns(settings),
    '',
    'Others:',
    ...columns(OTHERS),
    '',
    'No flag takes a secret: secrets come from the environment, standard input, a',
    'file, the keyring of the operating system, or a command (secretCommand).',
    '',
  ].join('\n');
}
