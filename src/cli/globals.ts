import { PayctlError } from '../errors.js';
import { nearest } from '../nearest.js';
import type { Option } from './command.js';

export const FORMATS = ['table', 'json', 'jsonl', 'csv', 'yaml', 'raw'] as const;
export type Format = (typeof FORMATS)[number];

/** The options that every command takes. */
export const GLOBAL_OPTIONS: readonly Option[] = [
  {
    flags: '-p, --profile <name>',
    summary: 'profile to use',
    otherwise: 'default: PAYCTL_PROFILE, or the current one',
  },
  { flags: '--sandbox', summary: 'the embedded bank: no account, no network, no set-up' },
  {
    flags: '-o, --output <format>',
    summary: 'format of the result',
    choices: FORMATS,
    otherwise: 'default: PAYCTL_OUTPUT, or table on a terminal and json in a pipe',
  },
  { flags: '-q, --query <jmespath>', summary: 'select from the result with JMESPath' },
  { flags: '--columns <a,b>', summary: 'fields to show, dotted for nested ones' },
  { flags: '--envelope', summary: 'wrap the data with request, HTTP status and business status' },
  {
    flags: '--lang <language>',
    summary: 'language of the bank',
    choices: ['en', 'th'],
    otherwise: 'default: PAYCTL_LANG or lang of the profile',
  },
  {
    flags: '--timeout <duration>',
    summary: 'limit of one attempt, as 30s',
    otherwise: 'default: PAYCTL_TIMEOUT or timeout of the profile; 15s, money 60s',
  },
  {
    flags: '--retries <n>',
    summary: 'how often a call that may be repeated is sent again',
    otherwise: 'default: 2',
  },
  { flags: '--dry-run', summary: 'print what would be sent, and send nothing' },
  { flags: '-y, --yes', summary: 'do not ask' },
  { flags: '--no-input', summary: 'never prompt; fail where an answer would be needed' },
  { flags: '--quiet', summary: 'no notes on standard error, only errors' },
  { flags: '-v, --verbose', summary: 'say what is done; twice: the wire log' },
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
  timeoutMs?: number;
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
  settings: { lang?: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the global options from what commander parsed; flag before environment. */
export function readGlobals(options: Readonly<Record<string, unknown>>, env: Environment): Globals {
  const text = (name: string) => textOption(options[name]);
  return {
    profile: text('profile'),
    sandbox: options.sandbox === true,
    output: oneOf(text('output') ?? env.PAYCTL_OUTPUT, FORMATS, '--output'),
    query: text('query'),
    columns: text('columns')
      ?.split(',')
      .map((column) => column.trim())
      .filter(Boolean),
    envelope: options.envelope === true,
    timeoutMs: optional(text('timeout') ?? env.PAYCTL_TIMEOUT, (value) =>
      duration(value, '--timeout'),
    ),
    retries: optional(text('retries'), (value) => count(value, '--retries')),
    dryRun: options.dryRun === true,
    yes: options.yes === true,
    input: options.input !== false && env.CI === undefined,
    quiet: options.quiet === true,
    verbose: typeof options.verbose === 'number' ? options.verbose : 0,
    color: options.color !== false,
    showPersonal: options.showPii === true,
    requestUId: optional(text('requestUid'), requestUId),
    settings: definedOnly({ lang: oneOf(text('lang'), ['en', 'th'] as const, '--lang') }),
  };
}

function definedOnly(settings: { lang?: string }): { lang?: string } {
  return settings.lang === undefined ? {} : settings;
}

function textOption(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function optional<T>(value: string | undefined, read: (value: string) => T): T | undefined {
  return value === undefined || value === '' ? undefined : read(value);
}

export function oneOf<T extends string>(
  value: string | undefined,
  choices: readonly T[],
  flag: string,
): T | undefined {
  if (value === undefined || value === '') return undefined;
  const found = choices.find((choice) => choice === value.toLowerCase());
  if (found) return found;
  const guess = nearest(value, choices);
  throw new PayctlError(
    'USAGE',
    `${flag} is ${JSON.stringify(value)}; give ${choices.join(', ')}`,
    {
      hint: guess && `did you mean ${flag} ${guess}?`,
    },
  );
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `30s`, `2m`, `500ms`, `1h`, or a bare number of seconds, in milliseconds. */
export function duration(value: string, flag: string): number {
  const match = /^([0-9]{1,9}(?:\.[0-9]{1,3})?)(ms|s|m|h)?$/.exec(value);
  const unit = UNITS[match?.[2] ?? 's'];
  if (!match || unit === undefined) {
    throw new PayctlError(
      'USAGE',
      `${flag} is ${JSON.stringify(value)}; give a duration such as 30s, 2m or 500ms`,
    );
  }
  return Math.round(Number(match[1]) * unit);
}

export function count(value: string, flag: string): number {
  if (!/^[0-9]{1,6}$/.test(value)) {
    throw new PayctlError('USAGE', `${flag} is ${JSON.stringify(value)}; give a whole number`);
  }
  return Number(value);
}

function requestUId(value: string): string {
  if (/^[A-Za-z0-9]{32}$/.test(value)) return value;
  throw new PayctlError(
    'USAGE',
    `--request-uid has ${value.length} characters or others than letters and digits; give exactly 32 letters and digits`,
  );
}
