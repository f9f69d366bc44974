import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';
import { ASK_OPERATOR } from './wording.js';

/** A store as people see it, and what the server or the system says. */
interface Failed {
  shown: string;
  why: string;
}

interface HostProblem {
  at: string;
  why: string;
}

/** Why a shared store does not answer, or not as it must. */
export const storeConnection = area('store-connection', () => ({
  passwordRefused: ({ shown, why }: Failed) =>
    `the shared store ${shown} refuses the password: ${why}`,
  userRefused: ({ shown, why }: Failed) =>
    `the shared store ${shown} does not let this user in from here, whatever the password: ${why}`,
  allowUser:
    'see that the user exists, and that pg_hba.conf of the server has a line for user, database, address and TLS; then SELECT pg_reload_conf()',
  setPassword: {
    terminal: phrase`${payctl.ofSettings`config set-secret storePassword`}, or PAYCTL_STORE_PASSWORD`,
    code: 'give storePassword',
  },
  noDatabase: ({ shown, why }: Failed) => `the shared store ${shown} has no such database: ${why}`,
  makeDatabase: {
    terminal: phrase`createdb, or name another: ${payctl.ofSettings`config set store postgres://…`}`,
    code: 'createdb, or name another as store',
  },
  notAllowed: ({ shown, why }: Failed) =>
    `the shared store ${shown} does not allow this user to do that: ${why}`,
  seeGrants: {
    terminal: phrase`${payctl`store init --print`} shows the grants that payctl needs`,
    code: ASK_OPERATOR,
  },
  noSchema: ({ shown, why }: Failed) =>
    `the shared store ${shown} has no schema of payctl that this version can use: ${why}`,
  otherKey: ({ shown, why }: Failed) =>
    `the shared store ${shown} is sealed with another key than this machine uses: ${why}`,
  noSpace: ({ shown, why }: Failed) => `the shared store ${shown} has no space left: ${why}`,
  makeRoom: 'make room on the disk of the server',
  wayRefused: ({ shown, why }: Failed) =>
    `the connection to the shared store ${shown} is refused: ${why}`,
  notNow: ({ shown, why }: Failed) => `the shared store ${shown} cannot be used now: ${why}`,
  seeLog: 'try again in a moment; what the server itself says stands in its log',
  replica: 'the shared store is a replica, which takes no claims',
  namePrimary: 'name the primary in store, or wait until this server is promoted',
  notEncrypted: ({ shown, why }: Failed) =>
    `the connection to the shared store ${shown} cannot be encrypted: ${why}`,
  turnOnTls:
    'turn on ssl at the server; sslmode=disable is for this machine and the environment test',
  untrusted: ({ shown, why }: Failed) =>
    `the certificate of the shared store ${shown} is not trusted: ${why}`,
  nameAuthority: 'name its authority: …?sslmode=verify-full&sslrootcert=/path/of/the/ca.pem',
  unreached: ({ shown, why }: Failed) => `the shared store ${shown} cannot be reached: ${why}`,
  seeServer: 'see whether the server runs, and whether its host and port can be reached from here',
  slow: ({ shown, why }: Failed) =>
    `the shared store ${shown} is reached, but answers too slowly: ${why}`,
  seeLoad:
    'try again in a moment; see what the server is busy with, or waits for (pg_stat_activity)',
  noHost: ({ shown, whys }: { shown: string; whys: readonly HostProblem[] }) =>
    `no server of the shared store ${shown} can be used: ${whys.map(({ at, why }) => `${at}: ${why}`).join('; ')}`,
  ended: 'the run ended before the shared store answered',
  noTls: 'the server does not offer TLS',
  closed: 'the connection was closed',
  noConnection: 'no connection was made in time',
  noAnswer: 'it did not answer in time',
  silent: 'the shared store is silent',
  unconfirmed: (why: string) => `the standby did not confirm: ${why}`,
  standbysEmptied: 'synchronous_standby_names was emptied meanwhile',
}));

/** What is wrong with the address of a shared store; each goes after the name of the setting. */
export const storeAddress = area('store-address', () => ({
  form: (form: string) => `must look like ${form}`,
  unknownParameter: (known: readonly string[]) =>
    `has an unknown parameter; known are ${known.join(', ')}`,
  wrongPort: 'has no valid port',
  noHost: (form: string) => `names no host: ${form}`,
  noUser: (form: string) => `names no user: ${form}`,
  passwordInUser: 'holds a password in the name of its user',
  noDatabase: (form: string) => `names no database: ${form}`,
  hash: 'holds a #, which must be written %23',
  nul: 'holds a NUL',
  brokenEscape: 'holds a % that is no escape',
  optionalEncryption: (mode: string) =>
    `has sslmode=${mode}, which anyone on the way can turn off: use verify-full`,
  unknownMode: (known: readonly string[]) => `has an unknown sslmode: use ${known.join(', ')}`,
  inClear: 'must be encrypted: sslmode=disable is for this machine and for the environment test',
}));

const unproven = (shown: string, what: string) =>
  `the shared store ${shown} ${what}, and nothing else proves that it is the store`;

/** Why a server that nothing proves gets no password, and no statement. */
export const storeLogin = area('store-login', () => ({
  noLogin: (shown: string) => unproven(shown, 'sends what is no login'),
  passwordItself: (shown: string) => unproven(shown, 'asks for the password itself'),
  noProof: (shown: string) =>
    unproven(shown, 'lets us in without a proof that it knows the password'),
  wrongProof: (shown: string) => unproven(shown, 'does not prove that it knows the password'),
  order: (shown: string) => unproven(shown, 'breaks the order of SCRAM'),
  nonce: (shown: string) =>
    unproven(shown, 'answers SCRAM with a nonce that is not for this login'),
  iterations: ({
    shown,
    asked,
    least,
    most,
  }: {
    shown: string;
    asked: number;
    least: number;
    most: number;
  }) => unproven(shown, `asks for ${asked} iterations of SCRAM, not ${least} to ${most}`),
  proveServer:
    'use sslmode=verify-full, or scram-sha-256 in its pg_hba.conf and password_encryption',
}));

/** Why a program, a server and the schema or key of a shared store do not fit. */
export const storeSchema = area('store-schema', () => ({
  noSchema: 'the shared store has no schema of payctl',
  tooOld: ({ schema, needed }: { schema: number; needed: number }) =>
    `the shared store has schema ${schema}, and this version of payctl needs ${needed}`,
  amountsNeed: (needed: number) =>
    `payments of the shared store can be sorted by amount once it has schema ${needed}`,
  unreleased: (schema: number) =>
    `the shared store has schema ${schema}, of a version of payctl that was not released, and cannot be upgraded`,
  newDatabase:
    'bring its charges to files with that version (store export), and make a store in a new database',
  /** `needed`: empty where the store does not say. */
  tooNew: ({ schema, program, needed }: { schema: number; program: string; needed: string }) =>
    `the shared store has schema ${schema}, which payctl ${program} is too old for${needed === '' ? '' : `: it needs ${needed}`}`,
  installNewer: 'install a newer version of payctl',
  oldServer: (version: string) =>
    `the shared store is PostgreSQL ${version}; payctl needs 14 or newer`,
  upgradeServer: 'upgrade the server, or name another as store',
  noKey: 'the shared store has no key yet',
  otherKey: (own: readonly string[], store: string) =>
    `this machine has another key (${own.join(', ')}) than the shared store (${store})`,
  sealedOtherwise: (store: string, own: string) =>
    `the shared store is sealed with another key (${store}) than this machine has (${own})`,
  setKey: {
    terminal: phrase`${payctl.ofSettings`config set-secret storeKey`}, or PAYCTL_STORE_KEY, with the key of the store`,
    code: 'give the key of the store as storeKey',
  },
}));
