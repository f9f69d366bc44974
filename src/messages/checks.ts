import { area } from '../core/message.js';

/** How the checks of `doctor` ended. */
export const checks = area('checks', () => ({
  ok: 'ok',
  warning: 'warning',
  failure: 'failure',
  fix: (how: string) => `fix: ${how}`,
  checkOrFix: '--check and --fix cannot be combined',
  giveOne: 'give one of them',
  failed: ({ failed, all, check, message }: FailedChecks) =>
    `${failed} of ${all} checks failed, first ${check}: ${message}`,
}));

interface FailedChecks {
  failed: number;
  all: number;
  /** The first that failed, and what it found. */
  check: string;
  message: string;
}

/** The checks by their names in JSON. */
export const checkNames = area('checkNames', () => ({
  node: { terminal: 'node', page: 'Node' },
  system: { terminal: 'system', page: 'System' },
  sqlite: { terminal: 'sqlite', page: 'SQLite' },
  environment: { terminal: 'environment', page: 'Variables' },
  settings: { terminal: 'settings', page: 'Settings' },
  state: { terminal: 'state', page: 'State' },
  'old files': { terminal: 'old files', page: 'Old files' },
  profile: { terminal: 'profile', page: 'Profile' },
  address: { terminal: 'address', page: 'Address' },
  'test rules': { terminal: 'test rules', page: 'Rules of the test environment' },
  commands: { terminal: 'commands', page: 'Commands' },
  keyring: { terminal: 'keyring', page: 'Keyring' },
  secret: { terminal: 'secret', page: 'Secret' },
  certificate: { terminal: 'certificate', page: 'Certificate' },
  store: { terminal: 'store', page: 'Shared store' },
  'store TLS': { terminal: 'store TLS', page: 'Shared store, TLS' },
  'store durability': { terminal: 'store durability', page: 'Shared store, durability' },
  'store clock': { terminal: 'store clock', page: 'Shared store, clock' },
  'store partitions': { terminal: 'store partitions', page: 'Shared store, partitions' },
  'store rights': { terminal: 'store rights', page: 'Shared store, rights' },
  network: { terminal: 'network', page: 'Network' },
  connection: { terminal: 'connection', page: 'Connection' },
  proxy: { terminal: 'proxy', page: 'Proxy' },
  dns: { terminal: 'dns', page: 'DNS' },
  tls: { terminal: 'tls', page: 'TLS' },
  clock: { terminal: 'clock', page: 'Clock' },
  'sign-in': { terminal: 'sign-in', page: 'Sign-in of the team' },
  token: { terminal: 'token', page: 'Token' },
  journal: { terminal: 'journal', page: 'Journal' },
  outcomes: { terminal: 'outcomes', page: 'Open outcomes' },
  'rate limit': { terminal: 'rate limit', page: 'Rate limit' },
}));

export type CheckName = keyof typeof checkNames;
