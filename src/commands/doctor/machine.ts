import { shell } from '../../core/command-line.js';
import type { Message } from '../../core/message.js';
import { SqliteError } from '../../host/sqlite.js';
import { machineChecks } from '../../messages/machine-checks.js';
import { type CheckContext, type CheckResult, failure, ok, warning } from './finding.js';

const OLDEST = [20, 17] as const;

export async function checkMachine(context: CheckContext): Promise<CheckResult[]> {
  const { host, nodeVersion } = context;
  return [
    nodeFinding(nodeVersion),
    ...systemFindings(host.platform),
    ...(await sqliteFindings(context)),
    ...environmentFindings(host.env),
  ];
}

/** Names what this system gives no way to check, so that nobody takes it for checked. */
function systemFindings(platform: string): CheckResult[] {
  if (platform === 'linux') return [];
  const { cannotCheck, whetherEphemeral, whetherPrivate, whetherSameProcess } = machineChecks;
  const onWindows = platform === 'win32' ? [whetherPrivate, whetherSameProcess] : [];
  return [ok('system', cannotCheck([whetherEphemeral, ...onWindows]))];
}

async function sqliteFindings({ loadSqlite }: CheckContext): Promise<CheckResult[]> {
  try {
    await loadSqlite();
    return [];
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    return [
      warning('sqlite', machineChecks.noSqlite(error.message), machineChecks.sqliteElsewhere),
    ];
  }
}

function nodeFinding(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldMajor, oldMinor] = OLDEST;
  const recent = major > oldMajor || (major === oldMajor && minor >= oldMinor);
  if (recent) return ok('node', machineChecks.node(version));
  const wanted = OLDEST.join('.');
  return failure(
    'node',
    'CONFIG',
    machineChecks.nodeTooOld(version, wanted),
    machineChecks.updateNode,
  );
}

type Environment = CheckContext['host']['env'];

/** Variables of Node that change what payctl does, or leak what it sends. */
function environmentFindings(env: Environment): CheckResult[] {
  const warnings = HAZARDS.filter(({ variable, applies }) => {
    const value = env[variable];
    return value !== undefined && value !== '' && applies(value);
  }).map(({ variable, why, fix }) =>
    warning(
      'environment',
      machineChecks.variableInterferes(variable, why),
      fix ?? shell`unset ${variable}`,
    ),
  );
  return warnings.length > 0 ? warnings : [ok('environment', machineChecks.noVariableInterferes)];
}

interface Hazard {
  variable: string;
  applies(value: string): boolean;
  why: Message;
  fix?: Message;
}

const always = () => true;

const HAZARDS: readonly Hazard[] = [
  {
    variable: 'NODE_TLS_REJECT_UNAUTHORIZED',
    applies: (value) => value === '0',
    why: machineChecks.certificatesUnverified,
  },
  {
    variable: 'NODE_DEBUG',
    applies: (value) => /\b(http|https|tls|net|http2)\b|\*/.test(value),
    why: machineChecks.credentialsLogged,
  },
  {
    variable: 'NODE_OPTIONS',
    applies: (value) =>
      /--(require|import|loader|experimental-loader|inspect)|(^|\s)-r\b/.test(value),
    why: machineChecks.foreignCode,
  },
  {
    variable: 'NODE_OPTIONS',
    applies: (value) => value.includes('--tls-keylog'),
    why: machineChecks.tlsKeysLogged,
  },
  {
    variable: 'NODE_EXTRA_CA_CERTS',
    applies: always,
    why: machineChecks.authoritiesForAll,
    fix: machineChecks.trustForBankAlone,
  },
];
