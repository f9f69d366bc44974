import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../needs.js';
import { PASSWORD } from './address.js';
import { PgBouncer } from './pgbouncer.js';
import { type Passing, WireProxy } from './proxy.js';
import { PostgresServer } from './server.js';

const CERTIFICATES = join(import.meta.dirname, '../client/certificates');

const at = (url: string, options: postgres.Options<Record<string, never>> = {}) =>
  postgres(url, {
    password: PASSWORD,
    max: 1,
    prepare: false,
    fetch_types: false,
    connect_timeout: 5,
    ...options,
  });

describeWith('postgres', 'the server of the tests', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.dispose());

  it('keeps what it acknowledged when it is killed and started again', async () => {
    const database = await server.database();
    await server.sql('CREATE TABLE t AS SELECT 1 AS a', database);
    await server.crash();
    await expect(server.sql('SELECT 1', database)).rejects.toThrow();
    await server.start();
    expect(await server.sql('SELECT a FROM t', database)).toEqual([{ a: 1 }]);
  });

  it('lets nobody in over the network without the password', async () => {
    const sql = at(server.url(), { password: 'another' });
    await expect(sql`SELECT 1`).rejects.toThrow('password authentication failed');
    await sql.end();
  });

  it('has a standby that takes over with all that was acknowledged', async () => {
    const primary = await PostgresServer.start();
    const standby = await primary.standby('synchronous');
    await primary.sql('CREATE TABLE t (a int)');
    await primary.sql('INSERT INTO t VALUES (7)');
    await primary.crash();
    await standby.promote();
    expect(await standby.sql('SELECT a FROM t')).toEqual([{ a: 7 }]);
    const [wal] = await standby.sql('SELECT pg_walfile_name(pg_current_wal_lsn()) AS file');
    expect(wal?.file.slice(0, 8)).toBe('00000002');
    await standby.dispose();
    await primary.dispose();
  });

  it('forgets with an asynchronous standby what that has not heard', async () => {
    const primary = await PostgresServer.start();
    const standby = await primary.standby('asynchronous');
    await primary.sql('CREATE TABLE t (a int)');
    while ((await standby.sql("SELECT 1 WHERE to_regclass('t') IS NOT NULL")).length === 0);
    standby.hears(false);
    await primary.sql('INSERT INTO t VALUES (7)');
    await primary.crash();
    await standby.promote();
    expect(await standby.sql('SELECT a FROM t')).toEqual([]);
    await standby.dispose();
    await primary.dispose();
  });

  it('can be reached through a proxy that cuts at any message', async () => {
    const proxy = await WireProxy.before(server.port);
    const seen: Passing[] = [];
    proxy.watch((message) => {
      seen.push(message);
      return 'pass';
    });
    const sql = at(proxy.url('postgres'));
    expect(await sql`SELECT ${7}::int AS a`).toMatchObject([{ a: 7 }]);
    await sql.end();
    expect(seen.map(({ type }) => type)).toContain('startup');
    expect(seen.some(({ type, direction }) => type === 'C' && direction === 'to-client')).toBe(
      true,
    );
    const all = proxy.messages;
    const outcomes: string[] = [];
    for (let number = 1; number < all; number += 1) {
      proxy.watch((message) => (message.number === number ? 'cut' : 'pass'));
      const cut = at(proxy.url('postgres'));
      const outcome = cut`SELECT ${7}::int AS a`.then(
        (rows) => JSON.stringify(rows),
        () => 'failed',
      );
      outcomes.push(await outcome);
      await cut.end({ timeout: 0 });
    }
    // Before its question the driver connects anew; after the answer nothing is lost any more.
    expect(new Set(outcomes)).toEqual(new Set(['[{"a":7}]', 'failed']));
    await proxy.dispose();
  });

  it('encrypts where it is told to', async () => {
    const secure = await PostgresServer.start({ tls: CERTIFICATES });
    const sql = postgres({
      host: '127.0.0.1',
      port: secure.port,
      username: 'postgres',
      password: PASSWORD,
      ssl: 'require',
      max: 1,
    });
    const [row] = await sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
    expect(row).toEqual({ ssl: true });
    await sql.end();
    await secure.dispose();
  });
});

describeWith('pgbouncer', 'PgBouncer of the tests', () => {
  it('gives the transactions of one session to several connections', async () => {
    const server = await PostgresServer.start();
    const bouncer = await PgBouncer.before(server.port, 2);
    const [one, another] = [at(bouncer.url('postgres')), at(bouncer.url('postgres'))];
    const pid = async (sql: postgres.ISql) => (await sql`SELECT pg_backend_pid() AS pid`)[0]?.pid;
    const before = await pid(one);
    const during = await another.begin(async (held) => {
      expect(await pid(held)).toBe(before);
      return pid(one);
    });
    expect(during).not.toBe(before);
    await Promise.all([one.end(), another.end()]);
    await bouncer.dispose();
    await server.dispose();
  });
});
