import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.js';
import { initStore } from '../../src/state/postgres/administration.js';
import {
  listPartitions,
  makePartitions,
  partitionsAhead,
  shrinkPartitions,
} from '../../src/state/postgres/partitions.js';
import { rotateKey } from '../../src/state/postgres/rotation.js';
import { migration, STEPS } from '../../src/state/postgres/schema/init.js';
import { SCHEMA_VERSION } from '../../src/state/postgres/schema/version.js';
import { Sealer, StoreKey } from '../../src/state/seal.js';
import type { Store } from '../../src/state/store.js';
import { MayHaveForgotten } from '../../src/state/store-errors.js';
import { testJournal } from '../fixtures/journal.js';
import { PASSWORD } from '../postgres/address.js';
import { WireProxy } from '../postgres/proxy.js';
import { describeStore } from '../postgres/stores.js';
import { host, sealer } from '../postgres/subjects.js';

const KEY = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const line = (text: string): JsonObject => ({ v: '1', text });
const original = (text: string) => ({ bank: 'bank', value: text });
const INTENT = { lines: [line('intent')], originals: [original('request')] };

describeStore('partitions by month', (at) => {
  const linesIn = async (store: Store, key: string) => {
    const { revisions, missing } = await store.claims.read(key);
    expect(missing).toBeUndefined();
    return revisions.flatMap(({ lines }) => lines.map(({ text }) => text));
  };
  const placesOf = async (
    sql: (text: string) => Promise<Record<string, unknown>[]>,
    key: string,
  ) => {
    const rows = await sql(`SELECT DISTINCT right(tableoid::regclass::text, 7) AS place FROM (
      SELECT tableoid, key FROM payctl.entry UNION ALL SELECT tableoid, key FROM payctl.original
      ) AS line WHERE key = '${key}'`);
    return rows.map(({ place }) => place);
  };

  it('are there for this month with all before it, for a year, and for all that have none', async () => {
    const { store } = await at.withClock();
    const partitions = await listPartitions(store.server());
    expect(partitions).toHaveLength(14);
    expect(partitions[0]).toMatchObject({ hasAllBefore: true });
    expect(partitions.at(-1)).toMatchObject({ month: undefined, hasAllBefore: false });
    expect(await partitionsAhead(store.server())).toEqual({ months: 12, hasStray: false });
  });

  it('hold a claim whole in the month in which it was made, however late a line is added', async () => {
    const { store, sql, monthPasses } = await at.withClock();
    const opened = store.open();
    const early = await opened.claims.create(KEY, INTENT);
    await monthPasses();
    await early?.append(line('outcome'), { originals: [original('answer')] });
    const late = await opened.claims.create(OTHER, INTENT);
    await monthPasses();
    const { tail, newest } = await opened.claims.read(KEY);
    await opened.claims.add({ key: KEY, newest, tail }, { lines: [line('again')] });
    await late?.heartbeat();
    await late?.append(line('outcome'));
    expect(await linesIn(store.open(), KEY)).toEqual(['intent', 'outcome', 'again']);
    expect(await linesIn(store.open(), OTHER)).toEqual(['intent', 'outcome']);
    const [places, others] = [await placesOf(sql, KEY), await placesOf(sql, OTHER)];
    expect([places.length, others.length, places[0] === others[0]]).toEqual([1, 1, false]);
  });

  it('hold a line once whose answer was lost at the end of the month', async () => {
    const proxy = await WireProxy.before(at.server.port);
    const { store, sql, monthPasses } = await at.withClock({ proxy });
    const opened = store.open();
    const lostAt = (text: string) => {
      let seen: 'not yet' | 'sent' | 'lost' = 'not yet';
      proxy.watch(async ({ direction, bytes }) => {
        if (direction === 'to-server' && seen === 'not yet' && bytes.includes(text)) seen = 'sent';
        if (direction === 'to-server' || seen !== 'sent') return 'pass';
        seen = 'lost';
        await monthPasses();
        return 'cut';
      });
      return () => expect(seen).toBe('lost');
    };
    const claimLost = lostAt('INSERT INTO payctl.claim');
    const held = await opened.claims.create(KEY, INTENT);
    claimLost();
    const lineLost = lostAt('UPDATE payctl.claim');
    await held?.append(line('outcome'), { originals: [original('answer')] });
    lineLost();
    proxy.watch();
    expect(await linesIn(opened, KEY)).toEqual(['intent', 'outcome']);
    expect(await sql('SELECT seq FROM payctl.entry ORDER BY seq')).toMatchObject([
      { seq: 1 },
      { seq: 2 },
    ]);
    expect(await sql('SELECT seq FROM payctl.original')).toHaveLength(2);
    store.close();
    await proxy.dispose();
  });

  it('are not opened beside that of the claim', async () => {
    const proxy = await WireProxy.before(at.server.port);
    const { store, sql } = await at.withClock({ proxy });
    const { claims } = store.open();
    await claims.create(OTHER, { ...INTENT, sends: true });
    const statements: string[] = [];
    proxy.watch(({ direction, bytes }) => {
      const text = direction === 'to-server' ? bytes.subarray(5, -1).toString() : '';
      if (text.includes('payctl.claim')) statements.push(text);
      return 'pass';
    });
    const held = await claims.create(KEY, { ...INTENT, sends: true });
    await held?.heartbeat();
    await held?.append(line('outcome'));
    await claims.read(KEY);
    proxy.watch();
    expect(statements).toHaveLength(4);
    for (const statement of statements) {
      const locks = await sql(`BEGIN; ${statement}; SELECT DISTINCT relation::regclass::text AS name
        FROM pg_locks WHERE pid = pg_backend_pid()
        AND relation::regclass::text ~ '^payctl[.]entry_(default|\\d{4}_\\d\\d)$'`);
      const names = locks.flat().filter((row) => 'name' in row);
      expect(names, statement).toHaveLength(1);
    }
    store.close();
    await proxy.dispose();
  });

  it('do not hide that a claim was lost and made again by others in another month', async () => {
    const { store, sql, monthPasses } = await at.withClock();
    const sends = { ...INTENT, sends: true };
    const [shop, till] = [store.open(), store.open()];
    await shop.claims.create(KEY, sends);
    await sql('DELETE FROM payctl.claim');
    await monthPasses();
    await till.claims.create(KEY, sends);
    await expect(shop.claims.create(OTHER, sends)).rejects.toThrow(MayHaveForgotten);
  });

  describe('of all months without one', () => {
    /** A store in which a charge lies there: nobody has made partitions for more than a year. */
    async function withStray() {
      const made = await at.withClock();
      for (let month = 0; month < 14; month += 1) await made.monthPasses();
      await made.store.open().claims.create(KEY, INTENT);
      return made;
    }

    it('takes charges, and says so', async () => {
      const { store, sql } = await withStray();
      expect(await linesIn(store.open(), KEY)).toEqual(['intent']);
      expect(await placesOf(sql, KEY)).toEqual(['default']);
      expect(await partitionsAhead(store.server())).toEqual({ months: 0, hasStray: true });
    });

    it('gives them to their partition once that is made', async () => {
      const { store, sql } = await withStray();
      await store.open().shared?.preparePartitions();
      expect(await linesIn(store.open(), KEY)).toEqual(['intent']);
      expect(await placesOf(sql, KEY)).not.toContain('default');
      expect(await sql('SELECT FROM payctl.original')).toHaveLength(1);
      expect(await partitionsAhead(store.server())).toMatchObject({ hasStray: false });
    });
  });

  it('are made without a wait for whoever reads', async () => {
    const { store, database, monthPasses } = await at.withClock();
    await monthPasses();
    const letGo = await at.hold('SELECT FROM payctl.entry_default', 'COMMIT', database);
    const asked = store.server();
    expect(await makePartitions(asked)).toBe(0);
    await letGo();
    expect(await makePartitions(asked)).toBeGreaterThan(0);
    expect(await makePartitions(asked)).toBe(0);
  });

  it('are let go of when their month is over, and not before', async () => {
    const { store, sql, monthPasses } = await at.withClock();
    const opened = store.open();
    await opened.claims.create(KEY, INTENT);
    await monthPasses();
    await opened.claims.create(OTHER, INTENT);
    await sql(`DELETE FROM payctl.entry WHERE key = '${KEY}'`);
    const asked = store.server();
    const [first] = await listPartitions(asked);
    // Asked for all that the store has, it drops no month that is not over by its own clock.
    const far = Date.UTC(2099, 0);
    expect(await shrinkPartitions(asked, far)).toEqual([first?.month]);
    expect(await listPartitions(asked)).toHaveLength(13);
    expect(await linesIn(opened, OTHER)).toEqual(['intent']);
    expect(await sql('SELECT FROM payctl.original')).toHaveLength(1);
    // Its claim is still there: nobody makes it again.
    expect(await store.open().claims.create(KEY, INTENT)).toBeUndefined();
  });

  it('are sealed with another key, all of them', async () => {
    const { store, sql, monthPasses } = await at.withClock();
    const opened = store.open();
    await opened.claims.create(KEY, INTENT);
    await monthPasses();
    await opened.claims.create(OTHER, INTENT);
    const NEW_KEY = new StoreKey(Buffer.alloc(32, 8));
    const both = new Sealer(host.random, new StoreKey(Buffer.alloc(32, 7)), [NEW_KEY]);
    expect((await rotateKey(store.server(undefined, both), both, NEW_KEY)).values).toBe(2);
    const sealed = await sql(`SELECT DISTINCT encode(substring(sealed FROM 1 FOR 8), 'hex') AS id
      FROM payctl.original`);
    expect(sealed).toMatchObject([{ id: NEW_KEY.id }]);
  });

  describe('of a store that is upgraded', () => {
    const NEWER = SCHEMA_VERSION + 1;
    const NEWER_STEPS = [
      ...STEPS,
      {
        version: NEWER,
        text: `CREATE TABLE payctl.newer (name text); ALTER TABLE payctl.claim ADD COLUMN newer text;
          LOCK TABLE payctl.entry;`,
      },
    ];

    /** Charges of this program; it goes on after the step of a newer one. */
    async function oldStore(owner = 'postgres') {
      const made = await at.withClock({ owner });
      const proof = Buffer.from(
        sealer.seal({ bank: '', name: 'proof' }, Buffer.from(sealer.ids[0] ?? '')),
      );
      await made.sql(
        `INSERT INTO payctl.key VALUES ('${sealer.ids[0]}', '\\x${proof.toString('hex')}', true)`,
      );
      const opened = made.store.open();
      const held = await opened.claims.create(KEY, INTENT);
      const upgrade = () =>
        initStore(host, made.store.access(at.server.url(made.database)), NEWER_STEPS);
      return { ...made, opened, held, upgrade };
    }

    it('take what is there, and a program that began before goes on', async () => {
      const { store, opened, held, sql, monthPasses, upgrade } = await oldStore();
      await upgrade();
      await monthPasses();
      await held?.append(line('outcome'), { originals: [original('answer')] });
      await opened.claims.create(OTHER, INTENT);
      for (const one of [opened, store.open()]) {
        expect(await linesIn(one, KEY)).toEqual(['intent', 'outcome']);
        expect(await linesIn(one, OTHER)).toEqual(['intent']);
      }
      expect(
        [await placesOf(sql, KEY), await placesOf(sql, OTHER)].map(({ length }) => length),
      ).toEqual([1, 1]);
      expect(await sql('SELECT FROM payctl.original')).toHaveLength(3);
    });

    it('belong to the owner of the schema, whoever of several owners makes them', async () => {
      const owner = `owners_${host.random.bytes(4).join('')}`;
      const login = `of_${owner}`;
      await at.sql(`CREATE ROLE ${owner};
        CREATE ROLE ${login} LOGIN PASSWORD '${PASSWORD}' IN ROLE ${owner}`);
      const { store, database, sql } = await oldStore(owner);
      await initStore(host, store.access(at.server.url(database, login)), NEWER_STEPS);
      expect(
        await sql(`SELECT DISTINCT tableowner AS owner FROM pg_tables WHERE schemaname = 'payctl'`),
      ).toEqual([{ owner }]);
    });

    it('are made while charges go on, which wait', async () => {
      const { store, opened, held, sql, upgrade } = await oldStore();
      const journal = testJournal(() => store.open());
      journal.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
      const [, , outcome] = await Promise.all([
        upgrade(),
        held?.append(line('outcome')),
        journal.pay(),
        opened.claims.create(OTHER, INTENT),
      ]);
      expect(outcome.class).toBe('SUCCESS');
      expect(await linesIn(opened, KEY)).toEqual(['intent', 'outcome']);
      expect(await journal.pay()).toMatchObject({ class: 'SUCCESS', replayed: true });
      expect(await sql(`SELECT value FROM payctl.meta WHERE name = 'schema'`)).toMatchObject([
        { value: String(NEWER) },
      ]);
    });

    it('are as they were where the step was ended half-way', async () => {
      const { database, opened, held, sql, upgrade } = await oldStore();
      const step = migration(SCHEMA_VERSION, NEWER_STEPS);
      const takeBack = await at.hold(step, 'ROLLBACK', database);
      const waiting = held?.append(line('outcome'));
      await Promise.all([takeBack(), waiting]);
      expect(await linesIn(opened, KEY)).toEqual(['intent', 'outcome']);
      const schema = `SELECT value FROM payctl.meta WHERE name = 'schema'`;
      expect(await sql(schema)).toEqual([{ value: String(SCHEMA_VERSION) }]);
      await upgrade();
      expect(await linesIn(opened, KEY)).toEqual(['intent', 'outcome']);
    });
  });
});
