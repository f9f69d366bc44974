import { describe, expect, it } from 'vitest';
import type { Codes } from '../../src/state/codes.js';
import { postgresCodes } from '../../src/state/postgres/codes.js';
import type { Database } from '../../src/state/postgres/database.js';
import { Jobs } from '../../src/state/postgres/jobs.js';
import { postgresPaces } from '../../src/state/postgres/paces.js';
import type { Server } from '../../src/state/postgres/server.js';
import { postgresSlips } from '../../src/state/postgres/slips.js';
import { readNumber, sql } from '../../src/state/postgres/sql.js';
import { postgresTokenRows } from '../../src/state/postgres/tokens.js';
import type { TokenRows } from '../../src/state/token-rows.js';
import { host, newName, sealer } from '../postgres/subjects.js';
import { keepsSlipsContract } from './contract.js';

/** `open` opens them as another process does. */
export function keepsCodesContract(open: () => Codes): void {
  it('are known to all machines, oldest first, for three months', async () => {
    const now = Date.UTC(2026, 4, 1);
    const baseUrl = 'https://bank.example/partners';
    const codeOf = (reference: string, days: number) => ({
      ...{ reference, inquiry: 'bill.search', known: { amount: '5.00' }, baseUrl },
      at: now - days * 86_400_000,
    });
    expect(await open().recent(now)).toEqual([]);
    const [old, ...recent] = [codeOf('OLD', 200), codeOf('B', 40), codeOf('C', 1)];
    for (const code of [old, ...recent]) if (code) await open().keep(code);
    expect(await open().recent(now)).toEqual(recent);
  });
}

/** `open` opens them as another process does. */
export function keepsTokensContract(open: () => TokenRows): void {
  const bytes = (text: string) => Buffer.from(text);

  it('are read as they were written last, by all, until they are removed', async () => {
    const tokens = open();
    await tokens.prepare();
    expect(await tokens.read('one')).toBeUndefined();
    for (const text of ['first', 'second']) await tokens.write('one', bytes(text));
    expect(Buffer.from((await open().read('one'))?.bytes ?? []).toString()).toBe('second');
    expect(await open().read('two')).toBeUndefined();
    await open().remove('one');
    expect(await tokens.read('one')).toBeUndefined();
  });

  it('are bought by one at a time, and by nobody whose wait ran out', async () => {
    const tokens = open();
    await tokens.prepare();
    let [within, most] = [0, 0];
    const buying = Array.from({ length: 5 }, () =>
      open().alone('one', { waitMs: 60_000 }, async () => {
        most = Math.max(most, ++within);
        await new Promise((done) => setTimeout(done, 5));
        within -= 1;
      }),
    );
    expect((await Promise.all(buying)).every(({ held }) => held)).toBe(true);
    expect(most).toBe(1);
    const inside = await tokens.alone('one', { waitMs: 0 }, () =>
      open().alone('one', { waitMs: 0, abandon: () => true }, async () => 'twice'),
    );
    expect(inside).toEqual({ held: true, value: { held: false } });
  });
}

/** Where the tables are. */
export interface SharedTables {
  /** As another process of payctl reaches them. */
  connect(): Database;
  /** As the administrator. */
  sql(text: string): Promise<unknown>;
}

/** What every subject of a shared store keeps to, whatever lies between it and the server. */
export function keepsSharedContract(tables: () => SharedTables): void {
  const connect = () => tables().connect();
  const administer = (text: string) => tables().sql(text);
  const serverOf = () => {
    const database = connect();
    const query: Database['query'] = (...asked) => database.query(...asked);
    return { query, sealer: async () => sealer };
  };

  describe('codes', () => {
    keepsCodesContract(() => postgresCodes(serverOf()));
  });

  describe('tokens', () => {
    const bank = 'https://bank.example/partners';
    keepsTokensContract(() => postgresTokenRows(host, serverOf(), bank));

    it('are those of their bank', async () => {
      const tokens = postgresTokenRows(host, serverOf(), bank);
      await tokens.write('three', Buffer.from('secret'));
      expect((await tokens.read('three'))?.ageMs).toBeGreaterThanOrEqual(0);
      const elsewhere = postgresTokenRows(host, serverOf(), 'https://other.example');
      expect(await elsewhere.read('three')).toBeUndefined();
    });
  });

  describe('slips', () => {
    const own = { in: () => [], add: () => undefined, timelines: { highest: () => ({}) } };
    const greeting = async () => ({
      ...{ store: 'store', schema: 5, server: '', synchronous: false, ownRow: undefined },
    });
    const context = { own, machine: 'host-1', newAttempt: newName };
    keepsSlipsContract(() => {
      const database = connect();
      const query: Server['query'] = (...asked) => database.query(...asked);
      return postgresSlips({ ...context, server: { query, greeting } });
    });
  });

  describe('jobs', () => {
    const jobsOf = (machine: string) =>
      new Jobs({ server: connect(), sealer, machine, name: newName });
    const terms = { operation: 'x.y', identity: 'i', details: '{"rate":5}' };
    const rowOf = (number: number) => ({ number, fields: `{"ref":"R${number}"}`, amount: 100n });
    const rowsTo = (count: number) => Array.from({ length: count }, (_, at) => rowOf(at + 1));
    type Taken = { number: number; attempt: number };
    const resultOf = ({ number, attempt }: Taken, ended = 'SUCCESS') => ({
      ...{ number, attempt, class: ended, result: `{"row":${number}}` },
    });

    async function loaded(count: number) {
      const name = newName();
      const job = await jobsOf('host-1').begin(name, terms);
      await job.load(rowsTo(count));
      await job.loaded(count);
      return { name, job };
    }

    it('keep the terms of the first who began them', async () => {
      const { name } = await loaded(3);
      const again = await jobsOf('host-2').begin(name, { ...terms, identity: 'other' });
      expect(again.terms).toEqual(terms);
      expect(again.rows).toBe(3);
      expect(await jobsOf('host-2').find('nowhere')).toBeUndefined();
    });

    it('are loaded once, however often they are sent', async () => {
      const { job } = await loaded(3);
      await job.load(rowsTo(3));
      expect((await job.status()).done).toBe(0);
      expect(await (await job.join()).take(10, [])).toHaveLength(3);
    });

    it('give each row to one worker', async () => {
      const { name } = await loaded(60);
      const joining = Array.from({ length: 6 }, async (_, who) =>
        (await jobsOf(`host-${who}`).find(name))?.join(),
      );
      const workers = await Promise.all(joining);
      const taken = await Promise.all(workers.map(async (worker) => worker?.take(10, [])));
      const numbers = taken.flatMap((rows) => rows?.map(({ number }) => number) ?? []);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers).toHaveLength(60);
      expect(taken[0]?.[0]?.fields).toMatch(/^\{"ref":"R\d+"\}$/);
    });

    it('give a row again that was taken by a statement whose answer was lost', async () => {
      const { job } = await loaded(2);
      const worker = await job.join();
      const [first] = await worker.take(1, []);
      expect(first).toMatchObject({ number: 1, attempt: 1 });
      expect(await worker.take(5, [])).toMatchObject([{ number: 1, attempt: 2 }, { number: 2 }]);
      expect(await worker.take(5, [1, 2])).toEqual([]);
    });

    it('give the rows of a worker that is silent or gone to another', async () => {
      const { job, name } = await loaded(4);
      const [one, two] = [await job.join(), await job.join()];
      await one.take(2, []);
      const other = await two.take(4, []);
      expect(other.map(({ number }) => number)).toEqual([3, 4]);
      expect((await two.holders()).open).toBe(2);
      await administer(
        `UPDATE payctl.job_worker SET seen_at = seen_at - interval '41 s' WHERE job = '${name}'`,
      );
      await two.renew();
      expect(await two.take(4, [3, 4])).toMatchObject([
        { number: 1, attempt: 2 },
        { number: 2, attempt: 2 },
      ]);
      await two.leave();
      expect(await one.take(9, [])).toHaveLength(4);
    });

    it('keep one result of a row: that of the attempt that counts', async () => {
      const { job, name } = await loaded(2);
      const [one, two] = [await job.join(), await job.join()];
      const [late] = await one.take(1, []);
      await administer(`UPDATE payctl.job_row SET worker = NULL WHERE job = '${name}'`);
      const rows = await two.take(2, []);
      if (late) await one.finish([resultOf(late, 'UNAVAILABLE')]);
      await two.finish(rows.map((row) => resultOf(row)));
      if (late) await one.finish([resultOf(late, 'UNAVAILABLE')]);
      expect(await job.results(0)).toEqual([
        { number: 1, result: '{"row":1}' },
        { number: 2, result: '{"row":2}' },
      ]);
      expect(await job.status()).toMatchObject({
        rows: 2,
        done: 2,
        classes: new Map([['SUCCESS', 2]]),
        amounts: { rows: 2, all: 200n, open: 0n, succeeded: 200n },
        perMinute: 2,
        endedAt: expect.stringMatching(/Z$/),
        workers: [
          { machine: 'host-1', alive: true },
          { machine: 'host-1', alive: true },
        ],
      });
    });
  });

  describe('the pace', () => {
    const runsOf = (count: number, key = newName()) =>
      Array.from({ length: count }, () => postgresPaces(connect(), newName).run(key));

    const nextOf = async (key: string): Promise<number> => {
      const asked = sql`SELECT (extract(epoch FROM next_at) * 1000)::float8 AS next
        FROM payctl.pace WHERE key = ${key}`;
      return readNumber((await connect().query(asked))[0], 'next');
    };

    it('gives all runs turns of one row', async () => {
      const key = newName();
      const runs = runsOf(4, key);
      const want = { turns: 2, rate: 50, holdMs: 0 };
      await runs[0]?.reserve(want);
      const first = await nextOf(key);
      for (let round = 0; round < 4; round++) {
        await Promise.all(runs.map((each) => each.reserve(want)));
      }
      // By the server's own clock: however slow this machine is, none comes earlier.
      expect((await nextOf(key)) - first).toBeGreaterThanOrEqual(4 * 4 * 2 * 20);
    });

    it('is that of the slowest run, until it ends', async () => {
      const [fast, slow] = runsOf(2);
      expect((await fast?.reserve({ turns: 1, rate: 50, holdMs: 0 }))?.apartMs).toBeCloseTo(20);
      await slow?.reserve({ turns: 1, rate: 5, holdMs: 0 });
      expect((await fast?.reserve({ turns: 1, rate: 50, holdMs: 0 }))?.apartMs).toBeCloseTo(200);
      await slow?.end();
      expect((await fast?.reserve({ turns: 1, rate: 50, holdMs: 0 }))?.apartMs).toBeCloseTo(20);
    });

    it('waits no longer than a minute for a clock that was set wrong', async () => {
      const [run, other] = runsOf(2);
      const want = { turns: 1, rate: 5, holdMs: 0 };
      await run?.reserve(want);
      await administer("UPDATE payctl.pace SET next_at = next_at + interval '1 day'");
      expect((await other?.reserve(want))?.inMs).toBeLessThan(71_000);
    });

    it('has no limit where no run has one, and holds all where the bank said so', async () => {
      const [one, two] = runsOf(2);
      const free = { turns: 1, rate: Number.POSITIVE_INFINITY, holdMs: 0 };
      expect((await one?.reserve(free))?.apartMs).toBe(0);
      expect((await one?.reserve({ ...free, holdMs: 60_000 }))?.inMs).toBeGreaterThan(59_000);
      expect((await two?.reserve(free))?.inMs).toBeGreaterThan(1_000);
    });
  });
}
