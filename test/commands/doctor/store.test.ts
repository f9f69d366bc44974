import { describe, expect, it, onTestFinished } from 'vitest';
import { checkStore } from '../../../src/commands/doctor/store.js';
import { storeFailure } from '../../../src/state/postgres/failure.js';
import type { Greeting, Server } from '../../../src/state/postgres/server.js';
import { quickMachine } from '../../fixtures/quick-machine.js';
import { machineWith, SHOP } from './rig.js';

type AskedServer = Pick<Server, 'query' | 'greeting'>;

const NOW = Date.UTC(2026, 2, 2, 3);
const STORE = 'postgres://till@db.example/payctl';
const GREETING: Greeting = {
  store: 'id',
  schema: 5,
  server: '7/00000001/9',
  synchronous: true,
  ownRow: undefined,
};
const STATUS = {
  version: '16.4',
  schema: '1',
  store: 'id',
  server: '7/00000001/9',
  known: '7/00000001/9',
  trust: 'trusted',
  declared: true,
  synchronous: true,
  flushes: true,
  now: NOW,
  months: 12,
  has_stray: false,
};
const RIGHTS = { user: 'till', reads: true, adds: true, changes: false };

/** A server that says this of itself; an error in place of it. */
function saying(
  status: Partial<typeof STATUS> = {},
  rights: Partial<typeof RIGHTS> = {},
): AskedServer {
  return {
    greeting: async () => GREETING,
    async query({ text }) {
      if (text.includes('payctl.machine')) return [];
      const isDeclared = status.declared ?? STATUS.declared;
      if (text.startsWith('SELECT kind'))
        return isDeclared ? [{ kind: 'synchronous', machine: 'm1', at: new Date(NOW) }] : [];
      return text.includes('has_table_privilege')
        ? [{ ...RIGHTS, ...rights }]
        : [{ ...STATUS, ...status }];
    },
  };
}

const refusing = (error: unknown): AskedServer => ({
  greeting: () => Promise.reject(storeFailure(error, STORE)),
  query: () => Promise.reject(storeFailure(error, STORE)),
});

/** As the server or the driver says it. */
function serverError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, severity_local: 'FATAL' });
}
const networkError = (code: string) => Object.assign(new Error(code), { code });

async function linesOf(server: AskedServer | undefined, store = STORE, offline = false) {
  const { context } = machineWith({ profile: { ...SHOP, store }, now: NOW, offline });
  const lines: string[] = [];
  const resolved = await context.resolve();
  for await (const one of checkStore({ ...context, server: async () => server }, resolved)) {
    const { check, status, message, fix, exit } = one;
    lines.push(`${exit ?? status} ${check}: ${message}${fix === undefined ? '' : ` -> ${fix}`}`);
  }
  return lines;
}

const complaintsOf = async (...about: Parameters<typeof linesOf>) =>
  (await linesOf(...about)).filter((line) => !line.startsWith('ok '));

describe('what the doctor says of a shared store', () => {
  it('has a line for each check that passes', async () => {
    expect(await linesOf(saying())).toMatchInlineSnapshot(`
      [
        "ok store: postgres://till@db.example/payctl answers in 0 ms: PostgreSQL 16.4, schema 1, and its key fits",
        "ok store TLS: encrypted, and the server is proven",
        "ok store durability: synchronous: a claim counts when a standby has it",
        "ok store clock: agrees with the clock of this machine",
        "ok store partitions: made for the next 12 months",
        "ok store rights: till may add entries, and change none",
      ]
    `);
  });

  it('names what could lose a claim, and the fix', async () => {
    const about = [
      { synchronous: false, declared: false },
      { declared: false },
      { flushes: false },
      { trust: 'forgotten' },
      { trust: 'old-primary' },
      { trust: 'alone', synchronous: false },
    ];
    const found = await Promise.all(about.map((status) => complaintsOf(saying(status))));
    expect(found.flat()).toMatchInlineSnapshot(`
      [
        "warning store durability: asynchronous: the promotion of a standby can forget the last claims -> set synchronous_standby_names at the server, where there is a standby; then: payctl store init --synchronous",
        "warning store durability: synchronous, which nobody declared: after a promotion nothing is sent until store accept-failover -> payctl store init --synchronous",
        "warning store durability: fsync is off: a crash can forget claims -> set fsync = on at the server",
        "CONFIG store durability: the shared store was restored or failed over, and may have forgotten what was sent before; nothing was sent -> find out what the bank has, then: payctl store accept-failover",
        "CONFIG store durability: this server is the old primary of the shared store: a newer one took over from it; nothing was sent -> name the newer one: payctl config set store postgres://…; where that one is lost for good, promote this one anew (pg_ctl promote) until its timeline is not lower",
        "UNAVAILABLE store durability: the shared store was declared synchronous, and now no standby has to confirm a claim (synchronous_standby_names is empty); nothing was sent -> set synchronous_standby_names at the server; to go on without a standby: payctl store accept-async",
      ]
    `);
  });

  it('names diverging clocks, missing or excessive rights, and an unencrypted connection', async () => {
    const found = [
      await complaintsOf(saying({ now: NOW + 90_000 })),
      await complaintsOf(saying({ now: NOW - 5_000 })),
      await complaintsOf(saying({ months: 1 })),
      await complaintsOf(saying({ has_stray: true })),
      await complaintsOf(saying({}, { changes: true })),
      await complaintsOf(saying({}, { adds: false })),
      await complaintsOf(saying(), `postgres://till@127.0.0.1/payctl?sslmode=disable`),
      await complaintsOf(saying(), `${STORE}?sslmode=require`),
    ];
    expect(found.flat()).toMatchInlineSnapshot(`
      [
        "warning store clock: 90 s ahead of this machine -> run NTP on both",
        "warning store clock: 5 s behind this machine -> run NTP on both",
        "warning store partitions: made for one month ahead: later charges would lie in a partition that cannot be let go of by month -> payctl store init",
        "warning store partitions: some lines lie in the default partition, because their month has none -> payctl store init",
        "warning store rights: till may change entries: it is their owner, or has all rights -> payctl store init --print shows the roles and grants",
        "CONFIG store rights: till may not read and add entries -> payctl store init --print shows the roles and grants",
        "warning store TLS: not encrypted: for this machine and tests alone -> payctl config set store postgres://…?sslmode=verify-full",
        "warning store TLS: encrypted, but sslmode=require does not prove which server it is -> payctl config set store postgres://…?sslmode=verify-full",
      ]
    `);
  });

  it('says nothing without a store, and does not connect under --offline', async () => {
    const { context } = machineWith({ profile: SHOP });
    const lines = [];
    for await (const one of checkStore(context, await context.resolve())) lines.push(one);
    expect(lines).toEqual([]);
    expect(await linesOf(saying(), STORE, true)).toEqual([
      'warning store: not looked at, nor the journal and the tokens in it (--offline) -> payctl doctor',
    ]);
  });
});

it('nothing of a shared store is asked for under --offline', async () => {
  const machine = quickMachine();
  onTestFinished(() => machine.dispose());
  const env = {
    PAYCTL_STORE: 'postgres://till@127.0.0.1:1/payctl?sslmode=disable',
    PAYCTL_STORE_KEY: Buffer.alloc(32, 7).toString('base64'),
    PAYCTL_BASE_URL: 'https://bank.example',
    PAYCTL_API_KEY: 'a-key',
    PAYCTL_API_SECRET: 'a-secret',
  };
  const { code, stdout, stderr } = await machine.payctl('doctor --offline -o jsonl', { env });
  expect([code, stderr]).toEqual([0, '']);
  const checks = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).check);
  expect(checks).toContain('store');
  expect(checks).not.toContain('journal');
  expect(checks).not.toContain('token');
});

describe('a store that refuses or cannot be reached', () => {
  it.each([
    ['CONFIG', serverError('28P01', 'password authentication failed for user "till"')],
    ['CONFIG', serverError('3D000', 'database "payctl" does not exist')],
    ['CONFIG', serverError('42P01', 'relation "payctl.meta" does not exist')],
    ['CONFIG', serverError('42501', 'permission denied for schema payctl')],
    ['CONFIG', serverError('53100', 'could not extend file')],
    ['CONFIG', serverError('08P01', 'no such database: payctl')],
    ['CONFIG', networkError('DEPTH_ZERO_SELF_SIGNED_CERT')],
    ['UNAVAILABLE', serverError('25006', 'cannot execute UPDATE in a read-only transaction')],
    ['UNAVAILABLE', serverError('57P03', 'the database system is starting up')],
    ['UNAVAILABLE', networkError('ECONNREFUSED')],
  ])('is %s, with what mends it: %s', async (exit, error) => {
    const lines = await linesOf(refusing(error));
    expect(lines).toHaveLength(1);
    const [line = ''] = lines;
    expect(line.startsWith(`${exit} store: `)).toBe(true);
    expect(line).toMatch(/ -> .{10,}/);
  });
});
