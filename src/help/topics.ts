import { isSecretName, SETTING_NAMES, setting, settingVariable } from '../config/settings.js';
import { EXIT, type ExitClass } from '../core/errors.js';
import { exits } from '../explain/meanings.js';
import { wrap } from '../format/width.js';
import { changes } from './changes.js';
import { definitionList } from './command-help.js';

const OUTPUT = `Output

Standard output holds the result and nothing else; notes and errors go to
standard error. A table on a terminal, JSON in a pipe; -o decides otherwise.

  -o table    for people; personal data masked unless --show-pii
              (lists lose their last columns where they do not fit)
  -o json     the bank's data as it was sent, unknown fields and all
  -o jsonl    one record a line
  -o csv      one record a line, formulas defused
  -o yaml     for reading
  -o text     for scripts: values bare, a record a line, fields between tabs
  -o raw      the body byte for byte; excludes the next three
  --envelope  {"request":…,"http":…,"status":…,"data":…}
  -q EXPR     JMESPath, e.g. -q tradeState -o text
  --columns   names or fields of a table, e.g. --columns transactionId,amount

A list that the bank gives in pages is fetched whole, up to 1,000 records;
--limit N decides, and a cut list says so on standard error. --page-number or
--page-size gets one page, as does -o raw.

Tables show Bangkok time, JSON has ISO 8601 with an offset. Write a date as
2026-01-31, today or yesterday, a time also as -2h or +5d, a duration as 30s.

The data goes to standard output whatever the exit code; without data it is {}.
A query that does not fit what the bank has made or refused never changes how
the call ended: all of the data is printed, with a warning.
An error is a line for a person, with its hint. With -o json it is one JSON
object on one line of standard error:

  {"error":{"class","exit","message","code","httpStatus","requestUId",
  "executed","safeToRetry","details","hint"}}
`;

const SAFETY = `Safety

A call that can move money is in the journal, on disk, before its first byte
leaves. It is sent again only if it is proven not to have been executed.

The same reference with the same contents is never charged twice: what ended is
replayed from the journal, what is open is inquired. The same reference with
other contents ends with exit 12.

A lost answer is neither success nor failure: the command inquires by itself
(--wait bounds that) and, if nothing is learned, ends with exit 10. Then:

  $ payctl journal recover

What no inquiry can decide, a person settles:

  $ payctl journal settle REF --as executed --note "seen on the statement"

On a live profile a money command restates amount, payee and environment and
asks for confirmation; in scripts, confirm with --yes. --expect-amount refuses
any other amount. A profile with readOnly refuses money commands. --dry-run
sends and changes nothing; a command that cannot show what it would do refuses
it.

If a value starts with a dash, use \`=\`: --note=-5%.

The claim is per machine and state directory; machines that share a store
(payctl store) share their claims. Between others only the bank's own
uniqueness of references protects.
`;

/** Help that is not about a single command: `payctl help <topic>`. */
const TOPICS: Readonly<Record<string, () => string>> = {
  'exit-codes': exitCodes,
  environment,
  output: () => OUTPUT,
  safety: () => SAFETY,
  changes,
};

export const TOPIC_NAMES = Object.keys(TOPICS);

export function topics(): [name: string, text: string][] {
  return Object.entries(TOPICS).map(([name, render]) => [name, render()]);
}

/** May a script repeat the command? */
const REPEAT: Readonly<Record<ExitClass, string>> = {
  SUCCESS: '',
  INTERNAL: 'no',
  USAGE: 'no',
  CONFIG: 'after a fix',
  AUTH: 'after a fix',
  REJECTED: 'no',
  NOT_FOUND: '',
  RATE_LIMITED: 'yes',
  PENDING: 'inquire',
  UNAVAILABLE: 'yes',
  OUTCOME_UNKNOWN: 'never',
  PARTIAL: 'look',
  CONFLICT: 'no',
  TLS: 'after a fix',
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
    const [first = '', ...rest] = wrap(String(entry?.meaning ?? ''), MEANING_WIDTH);
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

/** Variables that are not settings of a profile. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['PAYCTL_PROFILE', 'profile to use, like -p'],
  ['PAYCTL_OUTPUT', 'format of results, like -o'],
  ['PAYCTL_RECORD', 'file to which every exchange is recorded, without secrets (docs/smoke.md)'],
  ['PAYCTL_REPLAY', 'recording that answers every call; nothing is sent'],
  [
    'PAYCTL_CONFIG_DIR',
    'where profiles and secrets are kept, absolute; default: XDG_CONFIG_HOME/payctl',
  ],
  [
    'PAYCTL_STATE_DIR',
    'where journal, tokens and sandbox are kept, absolute; default: XDG_STATE_HOME/payctl',
  ],
  ['PAYCTL_SANDBOX', 'name of the embedded bank that --sandbox and sandbox use, like --id'],
  ['PAYCTL_BANK_URL', 'address of the bank that attack tells the application under attack'],
  ['PAYCTL_CONFIRM_URL', 'where attack sends confirmations, told to the application'],
  ['PAYCTL_SANDBOX_KEY', 'key of sandbox serve --control; default: made anew, and printed'],
  ['PAYCTL_STORE_KEY_NEW', 'the key that payctl store rotate-key seals the shared store with'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'collector that gets a trace of each run (docs/monitoring.md); other OTEL_* as usual',
  ],
  ['TRACEPARENT', 'the trace that a run is a part of'],
  ['PGPASSWORD, PGPASSFILE', 'password of the shared store, as for psql, where no setting has it'],
  ['PAYCTL_CODE_CACHE', 'off: keep no compiled code in XDG_CACHE_HOME/payctl'],
  ['HTTPS_PROXY, NO_PROXY', 'as usual; the proxy of the profile comes first'],
  ['NO_COLOR, FORCE_COLOR', 'as usual, like --no-color'],
  ['PAYCTL_PAGER, PAGER', 'shows what is longer than the terminal (less -FRX); cat or empty: none'],
  ['ACCESSIBLE', 'set: questions and progress as plain lines, for screen readers'],
  ['CI', 'never prompt, like --no-input'],
];

function environment(): string {
  const settings = SETTING_NAMES.map((name) => {
    const { meaning, default: standard } = setting(name);
    const notes = [
      meaning,
      ...(standard === undefined ? [] : [`default: ${standard}`]),
      ...(isSecretName(name)
        ? [`a secret; or the file that ${settingVariable(name)}_FILE names`]
        : []),
    ];
    return [settingVariable(name), notes.join('; ')] as const;
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
    ...definitionList(settings),
    '',
    'Others:',
    ...definitionList(OTHERS),
    '',
    'No flag takes a secret: secrets come from the environment, standard input, a',
    'file, the keyring of the operating system, or a command (secretCommand).',
    '',
  ].join('\n');
}
