import { counted } from '../../core/text.js';
import { DAY_MS } from '../../core/time.js';
import { list } from '../../journal/list.js';
import type { Row } from '../../journal/rows.js';
import { isOpen } from '../../journal/state.js';
import { verify } from '../../journal/verify.js';
import { type CheckContext, type Finding, failure, ok, refused, warning } from './finding.js';

/** Oldest Node that payctl runs on. */
const OLDEST = [20, 17] as const;

export function checkMachine({ host: { env }, nodeVersion }: CheckContext): Finding[] {
  return [nodeFinding(nodeVersion), ...environmentFindings(env)];
}

function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldMajor, oldMinor] = OLDEST;
  const recent = major > oldMajor || (major === oldMajor && minor >= oldMinor);
  if (recent) return ok('node', `Node ${version}`);
  const wanted = OLDEST.join('.');
  return failure('node', 'CONFIG', `Node ${version} is older than ${wanted}`, 'update Node');
}

type Environment = CheckContext['host']['env'];

/** Variables of Node that change what payctl does, or what it lets out. */
function environmentFindings(env: Environment): Finding[] {
  const found = HAZARDS.filter(({ variable, applies }) => {
    const value = env[variable];
    return value !== undefined && value !== '' && applies(value);
  }).map(({ variable, why, fix }) =>
    warning('environment', `${variable} is set: ${why}`, fix ?? `unset ${variable}`),
  );
  return found.length > 0 ? found : [ok('environment', 'no variable of Node interferes')];
}

interface Hazard {
  variable: string;
  applies(value: string): boolean;
  why: string;
  fix?: string;
}

const always = () => true;

const HAZARDS: readonly Hazard[] = [
  {
    variable: 'NODE_TLS_REJECT_UNAUTHORIZED',
    applies: (value) => value === '0',
    why: 'payctl verifies certificates nevertheless, but what secretCommand runs may not',
  },
  {
    variable: 'NODE_DEBUG',
    applies: (value) => /\b(http|https|tls|net|http2)\b|\*/.test(value),
    why: 'Node then writes headers and bodies, credentials included, to standard error',
  },
  {
    variable: 'NODE_OPTIONS',
    applies: (value) =>
      /--(require|import|loader|experimental-loader|inspect)|(^|\s)-r\b/.test(value),
    why: 'it loads foreign code or opens a debugger in a process that holds credentials',
  },
  {
    variable: 'NODE_OPTIONS',
    applies: (value) => value.includes('--tls-keylog'),
    why: 'it writes the keys of every TLS connection to a file',
  },
  {
    variable: 'NODE_EXTRA_CA_CERTS',
    applies: always,
    why: 'it is read at each start and trusted for every host',
    fix: 'payctl config set ca FILE trusts it for the bank alone',
  },
];

/** Whether the journal is whole, what in it is still open, and how often the bank had enough of us. */
export async function* checkJournal(context: CheckContext): AsyncGenerator<Finding> {
  try {
    const journal = await context.journal();
    const { claims, faults, torn } = await verify(journal);
    const [fault] = faults;
    if (fault) {
      const message = `damaged in ${faults.length} places, first ${fault.file}, line ${fault.line}: ${fault.why}`;
      yield failure('journal', 'CONFIG', message, 'payctl journal verify');
    } else {
      const cut = torn.length > 0 ? `; ${torn.length} ended with their process` : '';
      yield ok('journal', `${counted(claims, 'charge')}, every line whole${cut}`);
    }
    const rows = await list(journal);
    yield openFinding(rows);
    yield limitFinding(rows, context.host.clock.now() - DAY_MS);
  } catch (error) {
    yield refused('journal', error);
  }
}

function openFinding(rows: readonly Row[]): Finding {
  const open = rows.filter(({ state }) => state !== 'corrupt' && isOpen(state));
  if (open.length === 0) return ok('outcomes', 'none are open');
  const [unknown, pending, inFlight] = (['unknown', 'pending', 'in-flight'] as const).map(
    (state) => open.filter((row) => row.state === state).length,
  );
  const message = `${unknown} unknown, ${pending} pending, ${inFlight} in flight`;
  return warning('outcomes', message, 'payctl journal recover');
}

/** The bank does not tell its limit; what it turned away tells that it was reached. */
function limitFinding(rows: readonly Row[], since: number): Finding {
  const turnedAway = rows.filter(
    (row) => row.class === 'RATE_LIMITED' && Date.parse(row.startedAt) >= since,
  );
  if (turnedAway.length === 0) return ok('rate limit', 'not reached within a day');
  const message = `reached by ${counted(turnedAway.length, 'charge')} within a day; none was executed`;
  return warning('rate limit', message, 'spread the calls out; these can be repeated as they are');
}
