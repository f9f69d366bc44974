import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { pluralize } from '../core/text.js';

/** How the checks of `doctor` ended. */
export const checks = area('checks', () => ({
  ok: 'ok',
  warning: 'warning',
  failure: 'failure',
  fix: (how: string) => `fix: ${how}`,
  checkOrFix: '--check and --fix cannot be combined',
  failed: ({ failed, all, check, message }: FailedChecks) =>
    `${failed} of ${all} checks failed; the first is ${check}: ${message}`,
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

/** What `doctor` finds of the profile, its credentials and the way to the bank. */
export const bankChecks = area('bankChecks', () => ({
  profile: ({ name, environment, readOnly }: CheckedProfile) =>
    `${name} (${environment}${readOnly ? ', read-only' : ''})`,
  noProfile: 'none: settings come from the environment',
  variablesUnread: {
    terminal: (variables: string) =>
      `not read, because the command line names the profile: ${variables}`,
    page: () => 'variables of the environment are not read: the console was started for a profile',
  },
  // Names of settings mean something to whoever runs the console: for them there is the fix.
  unknownSetting: {
    terminal: (name: string) => `it holds ${name}, which payctl does not know`,
    page: () => 'it holds a setting that payctl does not know',
  },
  secretInSettings: {
    terminal: (name: string) => `${name} is in the settings file, where it is not read`,
    page: () => 'a secret is in the settings file, where it is not read',
  },
  missing: {
    terminal: (name: string) => `there is no ${name}`,
    page: () => 'something is missing that every call needs',
  },
  initOr: (fix: string) => phrase`${payctl.withoutProfile`init`}, or ${fix}`,
  address: (url: string) => url,
  looksLive: {
    terminal: (address: string) =>
      `${address} does not look like a test address, but environment is test: money commands do not ask`,
    page: (address: string) =>
      `${address} does not look like a test address, but the profile is one for tests`,
  },
  looksLikeTest: {
    terminal: (address: string) =>
      `${address} looks like a test address, but environment is live: its rules are not checked`,
    page: (address: string) => `${address} looks like a test address, but the profile is live`,
  },
  prefixMissing: {
    terminal:
      'outTradeNoPrefix is not set: in the test environment outTradeNo begins with the provider prefix of three letters',
    page: 'no prefix of order numbers is set: in the test environment they begin with the three letters of the provider',
  },
  prefixWrong: (prefix: string) =>
    `outTradeNoPrefix is ${prefix}: in the test environment outTradeNo begins with the provider prefix of three letters`,
  prefixNeeded: {
    terminal: (prefix: string) => `outTradeNo must begin with ${prefix}`,
    page: (prefix: string) => `order numbers must begin with ${prefix}`,
  },
  companyIdWrong: {
    terminal: (id: string) => `companyId is ${id}: in the test environment it must be digits`,
    page: (id: string) => `the company is ${id}: in the test environment it must be digits`,
  },
  needsFlags: {
    terminal: (family: string, settings: string) =>
      `${family} needs flags for ${settings}: the profile has no value`,
    page: (family: string) => `the profile lacks something that ${family} needs`,
  },
  complete: (families: string) => `complete for ${families}`,
  keyringAnswers: 'answers',
  noKeyring: 'not available; secrets are stored in files (mode 0600)',
  secretFrom: {
    terminal: (place: string) => `the apiSecret comes from ${place}`,
    page: (place: string) => `it comes from ${place}`,
  },
  fromEnvironment: 'the environment',
  fromCommand: { terminal: 'secretCommand', page: 'a command' },
  fromFile: 'its file',
  fromKeyring: 'the keyring',
  fromBuiltIn: 'the built-in profile',
  giveSecret: {
    terminal:
      'set PAYCTL_API_SECRET or PAYCTL_SECRET_COMMAND, or name its file by PAYCTL_API_SECRET_FILE',
    page: 'give the console its secret where it is started',
  },
  noCertificate: 'no client certificate is set',
  certificateEnds: (days: number) =>
    `the client certificate belongs to its key and expires in ${pluralize(days, 'day')}`,
  certificateEnded: 'the client certificate belongs to its key but has expired',
  tokenValid: (minutes: number) => `valid for another ${pluralize(minutes, 'minute')}`,
  tokenCached: (minutes: number) =>
    `in the cache, valid for another ${pluralize(minutes, 'minute')}`,
  noToken: 'none in the cache, and the bank was not asked',
  embeddedBank: 'the embedded bank is part of payctl: nothing leaves the machine',
  skipped: 'skipped (--offline)',
  noProxy: 'none',
  resolves: (host: string, addresses: string) => `${host} is ${addresses}`,
  chainTrusted: (host: string) => `the chain of ${host} is trusted`,
  chainEnds: (host: string, days: number) =>
    `the trusted chain of ${host} expires in ${pluralize(days, 'day')}`,
  chainEnded: (host: string) => `the trusted chain of ${host} has expired`,
  bankRenews: 'the bank must renew it',
  unencrypted: (host: string) => `none: traffic to ${host} is not encrypted`,
  useHttps: 'use https outside of tests',
  unencryptedHere: 'none: the address is this machine',
  clockAgrees: 'agrees with the clock of the bank',
  noDate: 'the answer has no time to compare with',
  clockAhead: (seconds: number) => `this machine is ${seconds} s ahead of the clock of the bank`,
  clockBehind: (seconds: number) => `this machine is ${seconds} s behind the clock of the bank`,
  setClock: 'set the clock by the network: timedatectl set-ntp true',
  seemsOffline: (why: string) => `${why}; this machine seems to be offline`,
  connect: 'connect it',
  providerAnswers: (host: string) => `${host} answers as a provider of OpenID Connect`,
  noProvider: {
    terminal: (url: string, status: number) =>
      `${url} answers HTTP ${status}: nobody can sign in to console --serve`,
    page: (url: string, status: number) => `${url} answers HTTP ${status}: nobody can sign in`,
  },
  rootOfProvider: (command: string) => `${command} with the root certificate of the provider`,
}));

interface CheckedProfile {
  name: string;
  environment: string;
  readOnly: boolean;
}

/** What `doctor` finds of the shared store. */
export const storeChecks = area('storeChecks', () => ({
  notLookedAt: 'not looked at, nor the journal and the tokens in it (--offline)',
  answers: ({ address, ms, version, schema }: AnsweringStore) =>
    `${address} answers in ${ms} ms: PostgreSQL ${version}, schema ${schema}, and its key fits`,
  encrypted: 'encrypted, and the server is proven',
  unencrypted: 'not encrypted: for this machine and tests alone',
  unproven: {
    terminal: (sslmode: string) =>
      `encrypted, but sslmode=${sslmode} does not prove which server it is`,
    page: () => 'encrypted, but nothing proves which server it is',
  },
  noFsync: 'fsync is off: a crash can forget claims',
  setFsync: 'set fsync = on at the server',
  synchronous: 'synchronous: a claim counts when a standby has it',
  undeclared: {
    terminal:
      'synchronous, which nobody declared: after a promotion nothing is sent until store accept-failover',
    page: 'synchronous, which nobody declared: after a promotion nothing is sent until somebody accepts it',
  },
  asynchronous: 'asynchronous: the promotion of a standby can forget the last claims',
  setStandbys: phrase`set synchronous_standby_names at the server, where there is a standby; then: ${payctl`store init --synchronous`}`,
  clockAgrees: 'agrees with the clock of this machine',
  clockAhead: (seconds: number) => `${seconds} s ahead of this machine`,
  clockBehind: (seconds: number) => `${seconds} s behind this machine`,
  runNtp: 'run NTP on both',
  monthsAhead: (months: number) => `made for the next ${months} months`,
  fewMonths: (months: number) =>
    `made for ${months === 1 ? 'one month' : `${months} months`} ahead: later charges would lie in a partition that cannot be let go of by month`,
  strayLines: 'some lines lie in the default partition, because their month has none',
  lacksRights: (user: string) => `${user} may not read and add entries`,
  mayChange: (user: string) => `${user} may change entries: it is their owner, or has all rights`,
  mayAdd: (user: string) => `${user} may add entries, and change none`,
  seeGrants: phrase`${payctl`store init --print`} shows the roles and grants`,
}));

interface AnsweringStore {
  address: string;
  ms: number;
  /** Of PostgreSQL. */
  version: string;
  schema: number;
}

/** What `doctor` finds of the journal. */
export const journalChecks = area('journalChecks', () => ({
  backupLinksMade: (directory: string, count: number) =>
    `${directory} made anew: ${pluralize(count, 'backup link')}`,
  damaged: ({ count, file, line, why }: Damage) =>
    `damaged in ${pluralize(count, 'place')}, first ${file}, line ${line}: ${why}`,
  whole: (charges: number) => `${pluralize(charges, 'charge')}, every line whole`,
  newestWhole: {
    terminal: (charges: number) =>
      phrase`the newest ${pluralize(charges, 'charge')} and those that are open, every line whole; '${payctl`journal verify`}' checks all`,
    page: (charges: number) =>
      `the newest ${pluralize(charges, 'charge')} and those that are open, every line whole`,
  },
  wholeButTorn: (charges: number, torn: number) =>
    `${pluralize(charges, 'charge')}, every line whole; ${pluralize(torn, 'file')} ended within a line when the process died`,
  noneOpen: 'none are open',
  recover: {
    terminal: (command: string) => command,
    page: () => 'the journal lists them; the page of each has a button that asks how it ended',
  },
  open: ({ unknown, pending, inFlight }: { unknown: number; pending: number; inFlight: number }) =>
    `${unknown} unknown, ${pending} pending, ${inFlight} in flight`,
  limitNotReached: 'not reached within a day',
  limitReached: (charges: number) =>
    `reached by ${pluralize(charges, 'charge')} within a day; none was executed`,
  spreadOut: 'spread the calls out; these can be repeated as they are',
}));

interface Damage {
  count: number;
  /** The first place, and what is wrong there. */
  file: string;
  line: number;
  why: string;
}
