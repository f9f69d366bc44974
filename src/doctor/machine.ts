import { type Finding, failure, ok, warning } from './finding.js';
import type { Patient } from './patient.js';

/** Oldest Node that payctl runs on. */
const OLDEST = [20, 17] as const;

export function checkMachine({ host: { env }, nodeVersion }: Patient): Finding[] {
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

type Environment = Patient['host']['env'];

/** Variables of Node that change what payctl does, or what it lets out. */
function environmentFindings(env: Environment): Finding[] {
  const found = HAZARDS.filter(({ variable, applies }) => {
    const value = env[variable];
    return value !== undefined && value !== '' && applies(value);
  }).map(({ variable, why, mend }) =>
    warning('environment', `${variable} is set: ${why}`, mend ?? `unset ${variable}`),
  );
  return found.length > 0 ? found : [ok('environment', 'no variable of Node is in the way')];
}

interface Hazard {
  variable: string;
  applies(value: string): boolean;
  why: string;
  mend?: string;
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
    mend: 'payctl config set ca FILE trusts it for the bank alone',
  },
];
