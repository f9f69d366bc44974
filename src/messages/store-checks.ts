import { area } from '../core/message.js';

/** What `doctor` finds of the shared store. */
export const storeChecks = area('storeChecks', () => ({
  notLookedAt: 'not looked at (--offline)',
  answers: ({ address, ms, version, schema }: AnsweringStore) =>
    `${address} answers in ${ms} ms: PostgreSQL ${version}, schema ${schema}, and its key fits`,
  encrypted: 'encrypted, and the server is proven',
  unencrypted: 'not encrypted: for this machine and tests alone',
  unproven: (sslmode: string) =>
    `encrypted, but sslmode=${sslmode} does not prove which server it is`,
  noFsync: 'fsync is off: a crash can forget claims',
  setFsync: 'set fsync = on at the server',
  synchronous: 'synchronous: a claim counts when a standby has it',
  undeclared:
    'synchronous, which nobody declared: after a promotion nothing is sent until store accept-failover',
  asynchronous: 'asynchronous: the promotion of a standby can forget the last claims',
  setStandbys:
    'set synchronous_standby_names at the server, where there is a standby; then: payctl store init --synchronous',
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
  seeGrants: 'payctl store init --print shows the roles and grants',
}));

interface AnsweringStore {
  address: string;
  ms: number;
  /** Of PostgreSQL. */
  version: string;
  schema: number;
}
