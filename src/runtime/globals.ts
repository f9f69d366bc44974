import { isProfileName } from '../config/names.js';
import { usageError } from '../core/errors.js';
import { withoutUndefined } from '../core/fields.js';
import { isTimeLimit } from '../core/time.js';
import type { Host } from '../host/host.js';
import { inputMessages } from '../messages/input.js';
import { profilesMessages } from '../messages/profiles.js';
import {
  choice,
  flag,
  flagOr,
  group,
  type Option,
  occurrences,
  option,
  type Parsed,
  text,
  type ValuesOf,
} from './parameter.js';
import { FORMATS, type Format, type RunOptions, type Selection } from './run-options.js';
import { count, duration, parseChoice } from './value-parsers.js';

const LOGS = ['text', 'json'] as const;

const PARAMETERS = {
  profile: option('-p, --profile <profile>', 'profile to use', profileName, {
    effect: 'connects',
    fallback: 'default: PAYCTL_PROFILE, or the current one',
  }),
  sandbox: flag('--sandbox', 'the embedded bank: no account, no network, no set-up', {
    effect: 'connects',
  }),
  output: choice('-o, --output <format>', 'format of the result', FORMATS, {
    fallback: 'default: PAYCTL_OUTPUT, or table on a terminal and json in a pipe',
  }),
  query: text('-q, --query <jmespath>', 'select from the result with JMESPath'),
  columns: option('--columns <a,b>', 'fields to show; a.b for nested ones', parseColumns),
  envelope: flag('--envelope', 'wrap the data with request, HTTP status and business status'),
  lang: choice(
    '--lang <language>',
    "language of the bank's answers, of verdicts and of reports",
    ['en', 'th'],
    {
      fallback: 'default: PAYCTL_LANG or lang of the profile',
    },
  ),
  timeout: option('--timeout <duration>', 'time limit of one attempt, e.g. 30s', timeLimit, {
    fallback: 'default: PAYCTL_TIMEOUT or timeout of the profile; 15s, money 60s',
  }),
  retries: option('--retries <n>', 'how many times to retry a call that may be repeated', count, {
    fallback: 'default: 2',
  }),
  dryRun: flagOr(
    '--dry-run',
    'print what would be sent, and send nothing; --dry-run=curl prints it for curl',
    ['curl'],
  ),
  yes: flag('-y, --yes', 'do not ask for confirmation', { effect: 'confirms' }),
  noInput: flag('--no-input', 'never prompt; fail if an answer is needed'),
  quiet: flag('--quiet', 'no notes on standard error, only warnings and errors'),
  log: choice('--log <format>', 'standard error as text, or as JSON lines for a log', LOGS, {
    fallback: 'default: text',
  }),
  verbose: occurrences('-v, --verbose', 'say what is done; -vv adds the wire log'),
  noColor: flag('--no-color', 'no colours (NO_COLOR)'),
  noPager: flag('--no-pager', 'show long output at once, not in a pager (PAYCTL_PAGER, PAGER)'),
  showPersonal: flag('--show-pii', 'do not mask personal data in tables'),
  requestUId: option(
    '--request-uid <uid>',
    'requestUId of the call, 32 letters and digits',
    requestUId,
  ),
};

const GLOBALS = group(PARAMETERS);

/** The options that every command takes. */
export const GLOBAL_OPTIONS = GLOBALS.options;

/** Those that are answered in place of the command. */
export const HELP_AND_VERSION: readonly Option[] = [
  { flags: '-h, --help', summary: 'help of any command' },
  { flags: '-V, --version', summary: 'version' },
];

/** The global options of a command line. */
export interface Globals
  extends Pick<
    ValuesOf<typeof PARAMETERS>,
    'output' | 'query' | 'columns' | 'envelope' | 'dryRun' | 'quiet' | 'log' | 'verbose'
  > {
  selection: Selection;
  yes: boolean;
  showPersonal: boolean;
  requestUId: string | undefined;
  /** Whether questions may be asked. */
  input: boolean;
  color: boolean;
  /** Whether a pager may show what is longer than the screen. */
  pager: boolean;
}

/** Reads the global options; flag before environment. PAYCTL_LANG and PAYCTL_TIMEOUT are settings. */
export function readGlobals(
  parsed: Parsed,
  env: Readonly<Record<string, string | undefined>>,
): Globals {
  if (env.PAYCTL_PROFILE) profileName(env.PAYCTL_PROFILE, 'PAYCTL_PROFILE');
  const { profile, sandbox, retries, lang, timeout, noInput, noColor, noPager, ...given } =
    GLOBALS.read(parsed, 0);
  const { PAYCTL_OUTPUT: preferred } = env;
  const globals = {
    ...given,
    selection: { profile, sandbox, retries, settings: withoutUndefined<string>({ lang, timeout }) },
    output:
      given.output ?? (preferred ? parseChoice(preferred, FORMATS, 'PAYCTL_OUTPUT') : undefined),
    input: !noInput && env.CI === undefined,
    color: !noColor,
    pager: !noPager,
  };
  refuseShapedRaw(globals);
  return globals;
}

/** The values of the global options by which a command goes to the same bank as this run. */
export function connectionValues({
  sandbox,
  profile,
  settings,
  retries,
}: Selection): Readonly<Record<string, unknown>> {
  return {
    ...(sandbox && { sandbox }),
    ...withoutUndefined<string>({ profile, ...settings }),
    ...(retries !== undefined && { retries: String(retries) }),
  };
}

/** What a command may know of the options of its command line. */
export function toRunOptions(host: Pick<Host, 'stdout'>, globals: Globals): RunOptions {
  const { selection, output, query, columns, dryRun, yes, showPersonal, requestUId } = globals;
  return {
    ...{ selection, dryRun, isConfirmed: yes, showPersonal, requestUId },
    output: { format: outputFormat(host, globals), requested: output, query, columns },
  };
}

/** The format of the result. */
export function outputFormat(
  { stdout }: Pick<Host, 'stdout'>,
  { output }: Pick<Globals, 'output'>,
): Format {
  return output ?? (stdout.isTTY ? 'table' : 'json');
}

/** raw is the answer as it came, so nothing can be taken out of it or put around it. */
function refuseShapedRaw({ output, query, columns, envelope }: Globals): void {
  const asked =
    (query !== undefined && '--query') || (columns && '--columns') || (envelope && '--envelope');
  if (output !== 'raw' || !asked) return;
  throw usageError(inputMessages.rawAlone(asked), inputMessages.withJson(asked));
}

function profileName(name: string, from: string): string {
  if (isProfileName(name)) return name;
  throw usageError(inputMessages.notProfileName(from, name), profilesMessages.giveName);
}

function parseColumns(value: string): readonly string[] {
  const columns = value.split(',').map((column) => column.trim());
  if (!columns.includes('')) return columns;
  throw usageError(inputMessages.badColumns(value));
}

function timeLimit(value: string): string {
  if (isTimeLimit(duration(value, '--timeout'))) return value;
  throw usageError(inputMessages.badTimeout(value));
}

function requestUId(value: string): string {
  if (/^[A-Za-z0-9]{32}$/.test(value)) return value;
  throw usageError(inputMessages.badRequestUId(value.length));
}
