import { area } from '../core/message.js';

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
    terminal: 'payctl config set-secret storePassword, or PAYCTL_STORE_PASSWORD',
    code: 'give storePassword',
  },
  noDatabase: ({ shown, why }: Failed) => `the shared store ${shown} has no such database: ${why}`,
  makeDatabase: {
    terminal: 'createdb, or name another: payctl config set store postgres://…',
    code: 'createdb, or name another as store',
  },
  notAllowed: ({ shown, why }: Failed) =>
    `the shared store ${shown} does not allow this user to do that: ${why}`,
  seeGrants: {
    terminal: 'payctl store init --print shows the grants that payctl needs',
    code: 'whoever operates the store brings it in order: docs/shared-store.md',
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
  notEncrypted: ({ shown, why }: Failed) => `the shared store ${shown}: ${why}`,
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
  withoutColumn: (name: string) => `the shared store answered without ${name}`,
  unconfirmed: (why: string) => `the standby did not confirm: ${why}`,
  standbysEmptied: 'synchronous_standby_names was emptied meanwhile',
}));
