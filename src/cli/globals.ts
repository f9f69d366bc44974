import { isProfileName, NAME_RULE } from '../config/profile-name.js';
import { PayctlError } from '../core/errors.js';
import { defined, flagName } from '../core/fields.js';
import { isTimeLimit } from '../core/when.js';
import type { Option } from './option.js';
import { count, duration, oneOf, refuseEmpty } from './values.js';

export const FORMATS = ['table', 'json', 'jsonl', 'csv', 'yaml', 'text', 'raw'] as const;
export type Format = (typeof FORMATS)[number];

/** The options that every command takes. */
export const GLOBAL_OPTIONS: readonly Option[] = [
  {
    flags: '-p, --profile <name>',
    summary: 'profile to use',
    fallback: 'default: PAYCTL_PROFILE, or the current one',
  },
  { flags: '--sandbox', summary: 'the embedded bank: no account, no network, no set-up' },
  {
    flags: '-o, --output <format>',
    summary: 'format of the result',
    choices: FORMATS,
    fallback: 'default: PAYCTL_OUTPUT, or table on a terminal and json in a pipe',
  },
  { flags: '-q, --query <jmespath>', summary: 'select from the result with JMESPath' },
  { flags: '--columns <a,b>', summary: 'fields to show; a.b for nested ones' },
  { flags: '--envelope', summary: 'wrap the data with request, HTTP status and business status' },
  {
    flags: '--lang <language>',
    summary: "language of the bank's answers",
    choices: ['en', 'th'],
    fallback: 'default: PAYCTL_LANG or lang of the profile',
  },
  {
    flags: '--timeout <duration>',
    summary: 'time limit of one attempt, e.g. 30s',
    fallback: 'default: PAYCTL_TIMEOUT or timeout of the profile; 15s, money 60s',
  },
  {
    flags: '--retries <n>',
    summary: 'how many times to retry a call that may be repeated',
    fallback: 'default: 2',
  },
  { flags: '--dry-run', summary: 'print what would be sent, and send nothing' },
  { flags: '-y, --yes', summary: 'do not ask for confirmation' },
  { flags: '--no-input', summary: 'never prompt; fail if an answer is needed' },
  { flags: '--quiet', summary: 'no notes on standard error, only errors' },
  { flags: '-v, --verbose', summary: 'say what is done; -vv adds the wire log' },
  { flags: '--no-color', summary: 'no colours (NO_COLOR)' },
  { flags: '--show-pii', summary: 'do not mask personal data in tables' },
  { flags: '--request-uid <uid>', summary: 'requestUId of the call, 32 letters and digits' },
];

/** Those that are answered in place of the command. */
export const ASKING_OPTIONS: readonly Option[] = [
  { flags: '-h, --help', summary: 'help of any command' },
  { flags: '-V, --version', summary: 'version' },
];

export interface Globals {
  /** Of the command line; the environment's is read with the other settings. */
  profile?: string;
  sandbox: boolean;
  output?: Format;
  query?: string;
  columns?: readonly string[];
  envelope: boolean;
  retries?: number;
  dryRun: boolean;
  yes: boolean;
  input: boolean;
  quiet: boolean;
  verbose: number;
  color: boolean;
  showPersonal: boolean;
  requestUId?: string;
  /** Settings that a flag overrides. */
  settings: Partial<Record<'lang' | 'timeout', string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the global options from what commander parsed; flag before environment. What the settings
 * hold as well (PAYCTL_LANG, PAYCTL_TIMEOUT) is read with them.
 */
export function readGlobals(options: Readonly<Record<string, unknown>>, env: Environment): Globals {
  const globals = globalsIn(options, env);
  refuseShapedRaw(globals);
  return globals;
}

function globalsIn(options: Readonly<Record<string, unknown>>, env: Environment): Globals {
  optional(env.PAYCTL_PROFILE || undefined, (name) => profileName(name, 'PAYCTL_PROFILE'));
  const text = (name: string) => given(options[name], name);
  return {
    profile: optional(text('profile'), (name) => profileName(name, '--profile')),
    sandbox: options.sandbox === true,
    output:
      oneOf(text('output'), FORMATS, '--output') ??
      oneOf(env.PAYCTL_OUTPUT || undefined, FORMATS, 'PAYCTL_OUTPUT'),
    query: text('query'),
    columns: optional(text('columns'), columnsIn),
    envelope: options.envelope === true,
    retries: optional(text('retries'), (value) => count(value, '--retries')),
    dryRun: options.dryRun === true,
    yes: options.yes === true,
    input: options.input !== false && env.CI === undefined,
    quiet: options.quiet === true,
    verbose: typeof options.verbose === 'number' ? options.verbose : 0,
    color: options.color !== false,
    showPersonal: options.showPii === true,
    requestUId: optional(text('requestUid'), requestUId),
    settings: defined<string>({
      lang: oneOf(text('lang'), ['en', 'th'] as const, '--lang'),
      timeout: optional(text('timeout'), timeLimit),
    }),
  };
}

/** raw is the answer as it came, so nothing can be taken out of it or put around it. */
function refuseShapedRaw({ output, query, columns, envelope }: Globals): void {
  const flag =
    (query !== undefined && '--query') || (columns && '--columns') || (envelope && '--envelope');
  if (output !== 'raw' || !flag) return;
  throw new PayctlError(
    'USAGE',
    `-o raw prints the answer as it came, so it cannot go with ${flag}`,
    {
      hint: `use ${flag} with -o json, or leave it out`,
    },
  );
}

function given(value: unknown, name: string): string | undefined {
  refuseEmpty(flagName(name), value);
  return typeof value === 'string' ? value : undefined;
}

function optional<T>(value: string | undefined, read: (value: string) => T): T | undefined {
  return value === undefined ? undefined : read(value);
}

function profileName(name: string, from: string): string {
  if (isProfileName(name)) return name;
  throw new PayctlError(
    'USAGE',
    `${from} is ${JSON.stringify(name)}, which is not a valid profile name`,
    {
      hint: `give ${NAME_RULE}`,
    },
  );
}

function columnsIn(value: string): string[] {
  const columns = value.split(',').map((column) => column.trim());
  if (!columns.includes('')) return columns;
  throw new PayctlError(
    'USAGE',
    `--columns is ${JSON.stringify(value)}; separate names with commas, e.g. a,b`,
  );
}

function timeLimit(value: string): string {
  if (isTimeLimit(duration(value, '--timeout'))) return value;
  throw new PayctlError('USAGE', `--timeout is ${value}; give more than 0 and at most 24h`);
}

function requestUId(value: string): string {
  if (/^[A-Za-z0-9]{32}$/.test(value)) return value;
  throw new PayctlError(
    'USAGE',
    `--request-uid must be exactly 32 letters and digits; this one has ${value.length} characters`,
  );
}
