import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeHost } from '../../src/host/node.js';
import { parseStoreAddress } from '../../src/state/postgres/address.js';
import { Database } from '../../src/state/postgres/database.js';
import { raw, sql } from '../../src/state/postgres/sql.js';
import { describeWith } from '../fixtures/needs.js';
import { recordingServer } from '../fixtures/servers.js';
import { PASSWORD, urlAt } from './address.js';
import { PgBouncer } from './pgbouncer.js';
import { type Fate, type Trap, WireProxy } from './proxy.js';
import { PostgresServer } from './server.js';

let server: PostgresServer;
let proxy: WireProxy;
beforeAll(async () => {
  server = await PostgresServer.start({ settings: { max_connections: 20 } });
  proxy = await WireProxy.before(server.port);
  await server.sql('CREATE TABLE t (a text PRIMARY KEY, times int NOT NULL DEFAULT 1)');
});
afterAll(async () => {
  await proxy?.dispose();
  await server?.dispose();
});

const databaseAt = (url: string, password = PASSWORD) =>
  new Database(nodeHost(), {
    access: async () => ({
      address: parseStoreAddress(url),
      passwordFor: () => password,
      ca: undefined,
    }),
    greeting: () => raw('SELECT 1 AS one'),
    greeted: async () => undefined,
  });

/** As each statement of the store is written: it may be carried out more than once. */
const put = (name: string) =>
  sql`INSERT INTO t (a) VALUES (${name})
    ON CONFLICT (a) DO UPDATE SET times = t.times + 1 RETURNING a`;

/** Longer than a server takes to start on any machine. */
const PATIENT = { limitMs: 150_000, patienceMs: 150_000 };

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { exitClass?: string; message?: string; facts?: { hint?: unknown } }) => error,
  );

const jitSql = raw(`SELECT current_setting('jit') AS jit, pg_backend_pid() AS session`);

/** How it says so once it has tried for a moment. */
const refused = (database: Database) =>
  failureOf(database.query(raw('SELECT 1'), { limitMs: 2_000, patienceMs: 500 }));

describeWith('postgres', 'a connection of the shared store', () => {
  it('survives the loss of any one message', async () => {
    const through = async (name: string, trap?: Trap) => {
      const own = await WireProxy.before(server.port);
      own.watch(trap);
      const database = databaseAt(own.url('postgres'));
      expect(await database.query(put(name), PATIENT), name).toEqual([{ a: name }]);
      const { messages } = own;
      database.close();
      await own.dispose();
      return messages;
    };
    const all = await through('sound');
    const fates: Fate[] = ['cut', 'pass-and-cut', 'half-close'];
    for (const fate of fates) {
      const numbers = Array.from({ length: all }, (_, index) => index + 1);
      await Promise.all(
        numbers.map((lost) =>
          through(`${fate} ${lost}`, ({ number }) => (number === lost ? fate : 'pass')),
        ),
      );
    }
    const rows = await server.sql('SELECT count(*)::int AS rows FROM t');
    expect(rows).toEqual([{ rows: 1 + fates.length * all }]);
  });

  it('does not wait for ever for a server that says nothing', async () => {
    const database = databaseAt(proxy.url('postgres'));
    await database.query(put('before'));
    for (const direction of ['to-server', 'to-client'] as const) {
      proxy.watch((message) => (message.direction === direction ? 'swallow' : 'pass'));
      const begun = performance.now();
      const failure = await failureOf(database.query(put('silent'), { limitMs: 300 }));
      expect(failure?.exitClass).toBe('UNAVAILABLE');
      // Without a limit of its own it would be given up after 15 s.
      expect(performance.now() - begun).toBeLessThan(10_000);
    }
    proxy.watch();
    // For a moment it says at once that the server is away.
    await expect.poll(() => database.query(put('after')).catch(() => [])).toEqual([{ a: 'after' }]);
    database.close();
  });

  it('notices at once that it was closed before it said anything, and tries again', async () => {
    const gateway = await recordingServer(() => {}, { connected: (socket) => socket.end() });
    const failure = await refused(databaseAt(urlAt(gateway.port, 'any')));
    expect(failure?.exitClass).toBe('UNAVAILABLE');
    expect(gateway.connections()).toBeGreaterThan(2);
    await gateway.close();
  });

  it('waits for a server that starts again', async () => {
    const database = databaseAt(proxy.url('postgres'));
    await database.query(put('one'));
    await server.crash();
    const asked = database.query(put('two'), PATIENT);
    await sleep(300);
    await server.start();
    expect(await asked).toEqual([{ a: 'two' }]);
    database.close();
  });

  it('waits its turn where the server is full', async () => {
    const holding = Array.from({ length: 17 }, () => databaseAt(server.url()));
    await Promise.all(holding.map((database) => database.query(raw('SELECT 1'))));
    const database = databaseAt(server.url());
    const asked = database.query(put('in the end'));
    await sleep(300);
    for (const one of holding) one.close();
    expect(await asked).toEqual([{ a: 'in the end' }]);
    database.close();
  });

  it.each(['on', 'off'])('quotes all values with standard_conforming_strings %s', async (way) => {
    await server.sql(`ALTER ROLE postgres SET standard_conforming_strings = ${way}`);
    const database = databaseAt(server.url());
    const text = `it's \\ a 'test' \\' \n \\x41 ; -- /* $1 $$ ก 😀`;
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const rows = await database.query(
      sql`SELECT ${text} AS text, encode(${bytes}, 'hex') AS bytes, ${['a', "b'\\"]} AS list,
        ${-1} - ${-2} AS number, ${null}::text AS nothing, ${true} AS yes`,
    );
    await server.sql('ALTER ROLE postgres RESET standard_conforming_strings');
    expect(rows).toEqual([
      {
        text,
        bytes: Buffer.from(bytes).toString('hex'),
        list: expect.anything(),
        number: 1,
        nothing: null,
        yes: true,
      },
    ]);
    database.close();
  });

  it.each([
    ['the password is wrong', () => databaseAt(server.url(), 'another'), 'CONFIG'],
    ['there is no such database', () => databaseAt(server.url('nowhere')), 'CONFIG'],
    ['there is no such user', () => databaseAt(server.url('postgres', 'nobody')), 'CONFIG'],
    [
      'nobody listens',
      () => databaseAt('postgres://a@127.0.0.1:1/b?sslmode=disable'),
      'UNAVAILABLE',
    ],
    ['TLS is not offered', () => databaseAt(server.url().replace('disable', 'require')), 'CONFIG'],
  ])('says what is wrong where %s', async (_, make, exitClass) => {
    const failure = await refused(make());
    expect(failure?.exitClass, failure?.message).toBe(exitClass);
  });

  it('tells a wrong password from a line that pg_hba.conf lacks', async () => {
    const rules = join(server.data, 'pg_hba.conf');
    const before = await readFile(rules, 'utf8');
    await server.sql('CREATE ROLE shut LOGIN');
    await writeFile(rules, `host all shut 127.0.0.1/32 reject\n${before}`);
    await server.sql('SELECT pg_reload_conf()');
    const shut = () => refused(databaseAt(server.url('postgres', 'shut')));
    await expect.poll(async () => (await shut())?.message).toMatch(/does not let this user in/);
    expect(String((await shut())?.facts?.hint)).toContain('pg_hba.conf');
    const wrong = await refused(databaseAt(server.url(), 'another'));
    expect(wrong?.message).toMatch(/refuses the password/);
    expect(String(wrong?.facts?.hint)).toContain('storePassword');
    await writeFile(rules, before);
  });

  it('tells a server that is slow from one that cannot be reached', async () => {
    proxy.watch(({ direction }) => (direction === 'to-client' ? 'swallow' : 'pass'));
    const slow = await refused(databaseAt(proxy.url('postgres')));
    proxy.watch();
    expect(slow?.message).toMatch(/is reached, but answers too slowly/);
    const nobody = await refused(databaseAt('postgres://a@127.0.0.1:1/b?sslmode=disable'));
    expect(nobody?.message).toMatch(/cannot be reached/);
  });

  it('has no statement compiled, also where two are sent at once', async () => {
    expect(await server.sql('SHOW jit')).toEqual([{ jit: 'on' }]);
    const database = databaseAt(server.url('postgres'));
    expect(await database.query(jitSql)).toMatchObject([{ jit: 'off' }]);
    const both = await database.query(jitSql, { followedBy: jitSql });
    expect(both).toMatchObject([{ jit: 'off' }, { jit: 'off' }]);
    database.close();
  });

  it('takes a server that asks for no password, with one and without', async () => {
    const rules = join(server.data, 'pg_hba.conf');
    const strict = await readFile(rules, 'utf8');
    await server.sql('CREATE ROLE open LOGIN');
    await writeFile(rules, `host all open 127.0.0.1/32 trust\n${strict}`);
    await server.sql('SELECT pg_reload_conf()');
    const url = server.url('postgres', 'open');
    const ask = (password: string) => databaseAt(url, password).query(raw('SELECT 1 AS one'));
    await expect.poll(() => ask('').catch(() => [])).toEqual([{ one: 1 }]);
    expect(await ask(PASSWORD)).toEqual([{ one: 1 }]);
  });
});

describeWith('pgbouncer', 'a connection of the shared store through PgBouncer', () => {
  let bouncer: PgBouncer;
  beforeAll(async () => {
    bouncer = await PgBouncer.before(server.port, 2);
  });
  afterAll(() => bouncer?.dispose());

  it('works, and through a restart of the server as well', async () => {
    const database = databaseAt(bouncer.url('postgres'));
    expect(await database.query(put('bounced'))).toEqual([{ a: 'bounced' }]);
    await server.crash();
    const asked = database.query(put('bounced again'), PATIENT);
    await sleep(200);
    await server.start();
    expect(await asked).toEqual([{ a: 'bounced again' }]);
    database.close();
  });

  it('has no statement compiled, and leaves its sessions to others as they were', async () => {
    const databases = Array.from({ length: 6 }, () => databaseAt(bouncer.url('postgres')));
    const all = databases.flatMap((one) => [one.query(jitSql), one.query(jitSql)]);
    const rows = (await Promise.all(all)).flat();
    expect(new Set(rows.map(({ jit }) => jit))).toEqual(new Set(['off']));
    // As many at once as there were sessions: whichever of them PgBouncer hands out, some are those.
    const other = postgres(bouncer.url('postgres'), { password: PASSWORD, max: all.length });
    const asked = all.map(() => other.unsafe(`${jitSql.text} FROM pg_sleep(0.2)`));
    const left = (await Promise.all(asked)).flat();
    await other.end();
    expect(new Set(left.map(({ jit }) => jit))).toEqual(new Set(['on']));
    const sessions = rows.map(({ session }) => session);
    expect(left.filter(({ session }) => sessions.includes(session))).not.toEqual([]);
    for (const database of databases) database.close();
  });

  it.each([
    ['the password is wrong', () => databaseAt(bouncer.url('postgres'), 'another'), 'CONFIG'],
    ['there is no such database', () => databaseAt(bouncer.url('nowhere')), 'CONFIG'],
    ['there is no such user', () => databaseAt(bouncer.url('postgres', 'nobody')), 'CONFIG'],
  ])('says what is wrong where %s', async (_, make, exitClass) => {
    const failure = await refused(make());
    expect(failure?.exitClass, failure?.message).toBe(exitClass);
  });

  it('may be repeated where the server behind it is away', async () => {
    await server.crash();
    const failure = await refused(databaseAt(bouncer.url('postgres')));
    expect(failure?.exitClass, failure?.message).toBe('UNAVAILABLE');
    await server.start();
  });
});
