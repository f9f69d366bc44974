import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresInbox } from '../../src/state/postgres/inbox.js';
import { PostgresJobs } from '../../src/state/postgres/jobs.js';
import { PostgresPaces } from '../../src/state/postgres/pace.js';
import { INBOX } from '../../src/state/postgres/schema/inbox.js';
import { JOB } from '../../src/state/postgres/schema/job.js';
import { PostgresSlips } from '../../src/state/postgres/slips.js';
import { describeWith } from '../needs.js';
import { PostgresServer } from '../postgres/server.js';
import { host, newName, newStore, sealer } from '../postgres/subjects.js';
import { keepsSlipsContract } from './contract.js';
import { keepsInboxContract } from './inbox-contract.js';

describeWith('postgres', 'in PostgreSQL', () => {
  let server: PostgresServer;
  let store: Awaited<ReturnType<typeof newStore>>;
  beforeAll(async () => {
    server = await PostgresServer.start();
    store = await newStore(server);
  }, 60_000);
  afterAll(async () => {
    store?.close();
    await server?.dispose();
  });

  const inboxOf = (inbox: string, machine = 'host-1') =>
    new PostgresInbox(store.connect(), host, sealer, {
      inbox,
      machine,
      place: 'the shared store',
      name: newName(),
    });

  describe('the inbox', () => {
    keepsInboxContract(() => {
      const inbox = newName();
      return { open: () => inboxOf(inbox) };
    });

    it('holds nothing readable of a message', async () => {
      const inbox = inboxOf(newName());
      const body = '{"transactionId":"TX-SECRET-1","payerName":"Somchai"}';
      await inbox.receive({
        id: 'TX-SECRET-1',
        fingerprint: 'f',
        body,
        forwardTo: 'http://t?key=k',
      });
      const rows = await server.sql('SELECT inbox::text FROM payctl.inbox', store.database);
      const [text, bytes] = [JSON.stringify(rows), Buffer.from('Somchai').toString('hex')];
      for (const part of ['TX-SECRET', 'Somchai', bytes, 'key=k']) expect(text).not.toContain(part);
    });

    it('has one forwarder for a target, and another one when that is gone', async () => {
      const inbox = newName();
      const target = 'http://127.0.0.1:3000/';
      const [one, two] = [inboxOf(inbox, 'host-1'), inboxOf(inbox, 'host-2')];
      const held = await one.hold();
      for (const id of ['T1', 'T2']) {
        await two.receive({ id, fingerprint: id, body: '{}', forwardTo: target });
      }
      expect(await one.next(target)).toMatchObject({ id: 'T1', machine: 'host-2' });
      expect(await two.next(target)).toBeUndefined();
      const first = await one.next(target);
      if (first) await one.learn(first, { type: 'delivered', to: target });
      await held.release();
      expect((await two.next(target))?.id).toBe('T2');
      expect(await one.next(target)).toBeUndefined();
    });

    it('gives a target what was received for it, and nothing else', async () => {
      const inbox = inboxOf(newName());
      for (const id of ['T1', 'T2']) {
        await inbox.receive({ id, fingerprint: 'f', body: '{}', forwardTo: `http://${id}/` });
      }
      expect((await inbox.next('http://T2/'))?.id).toBe('T2');
      expect(await inbox.next('http://T3/')).toBeUndefined();
    });

    it('is opened by what the schema says of its sealed columns, and so are jobs', async () => {
      const inbox = inboxOf(newName());
      const message = { id: 'T1', fingerprint: 'f1', body: '{}', forwardTo: 'http://t/' };
      await inbox.receive(message);
      await inbox.learn(message, { type: 'judged', state: 'verified', reason: 'paid' });
      await inbox.learn(message, { type: 'delivered', to: 'http://t/' });
      const jobs = new PostgresJobs({
        server: store.connect(),
        sealer,
        machine: 'h',
        name: newName,
      });
      const job = await jobs.begin(newName(), { operation: 'x', identity: 'i', details: '{}' });
      await job.load([{ number: 1, fields: '{}' }]);
      const worker = await job.join();
      const [row] = await worker.take(1, []);
      if (row) await worker.finish([{ ...row, class: 'SUCCESS', result: '{}' }]);
      for (const { table, column, bank, name } of [INBOX, JOB].flatMap(
        ({ sealed = [] }) => sealed,
      )) {
        const rows = await server.sql<{ bank: string; name: string; value: Buffer }>(
          `SELECT ${bank} AS bank, ${name} AS name, ${column} AS value FROM payctl.${table}
            WHERE ${column} IS NOT NULL`,
          store.database,
        );
        expect(rows.length).toBeGreaterThan(0);
        for (const { value, ...about } of rows) expect(sealer.open(about, value)).toBeDefined();
      }
    });
  });

  describe('slips', () => {
    keepsSlipsContract(() => new PostgresSlips(store.connect(), 'host-1', newName));
  });

  describe('jobs', () => {
    const jobsOf = (machine: string) =>
      new PostgresJobs({ server: store.connect(), sealer, machine, name: newName });
    const terms = { operation: 'x.y', identity: 'i', details: '{"rate":5}' };
    const rowsTo = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        number: index + 1,
        fields: `{"ref":"R${index + 1}"}`,
        amount: 100n,
      }));
    const resultOf = (
      { number, attempt }: { number: number; attempt: number },
      ended = 'SUCCESS',
    ) => ({
      number,
      attempt,
      class: ended,
      result: `{"row":${number}}`,
    });

    async function loaded(count: number) {
      const name = newName();
      const job = await jobsOf('host-1').begin(name, terms);
      await job.load(rowsTo(count));
      await job.loaded(count);
      return { name, job };
    }

    it('are those of whoever was first', async () => {
      const { name } = await loaded(3);
      const again = await jobsOf('host-2').begin(name, { ...terms, identity: 'other' });
      expect(again.terms).toEqual(terms);
      expect(again.rows).toBe(3);
      expect(await jobsOf('host-2').find('nowhere')).toBeUndefined();
    });

    it('are loaded once, however often', async () => {
      const { job } = await loaded(3);
      await job.load(rowsTo(3));
      expect((await job.status()).done).toBe(0);
      expect(await (await job.join()).take(10, [])).toHaveLength(3);
    });

    it('give each row to one worker', async () => {
      const { name } = await loaded(60);
      const workers = await Promise.all(
        Array.from({ length: 6 }, async (_, who) =>
          (await jobsOf(`host-${who}`).find(name))?.join(),
        ),
      );
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
      await server.sql(
        `UPDATE payctl.job_worker SET seen_at = seen_at - interval '41 s' WHERE job = '${name}'`,
        store.database,
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
      await server.sql(
        `UPDATE payctl.job_row SET worker = NULL WHERE job = '${name}'`,
        store.database,
      );
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
      Array.from({ length: count }, () => new PostgresPaces(store.connect(), newName).run(key));

    it('gives all runs turns of one row', async () => {
      const runs = runsOf(4);
      const begun = performance.now();
      const turns: number[] = [];
      for (let round = 0; round < 4; round++) {
        const reserved = await Promise.all(
          runs.map((run) => run.reserve({ turns: 2, rate: 50, holdMs: 0 })),
        );
        const now = performance.now() - begun;
        for (const { inMs, apartMs } of reserved) turns.push(now + inMs, now + inMs + apartMs);
      }
      turns.sort((a, b) => a - b);
      const apart = turns.slice(1).map((turn, index) => turn - (turns[index] ?? 0));
      const mean = apart.reduce((all, one) => all + one, 0) / apart.length;
      expect(mean).toBeGreaterThan(18);
    });

    it('is that of the slowest run, until it ends', async () => {
      const [fast, slow] = runsOf(2);
      expect((await fast?.reserve({ turns: 1, rate: 50, holdMs: 0 }))?.apartMs).toBeCloseTo(20);
      await slow?.reserve({ turns: 1, rate: 5, holdMs: 0 });
      expect((await fast?.reserve({ turns: 1, rate: 50, holdMs: 0 }))?.apartMs).toBeCloseTo(200);
      await slow?.end();
      expect((await fast?.reserve({ turns: 1, rate: 50, holdMs: 0 }))?.apartMs).toBeCloseTo(20);
    });

    it('waits for no time that only another clock knows', async () => {
      const [run, other] = runsOf(2);
      const want = { turns: 1, rate: 5, holdMs: 0 };
      await run?.reserve(want);
      await server.sql(
        "UPDATE payctl.pace SET next_at = next_at + interval '1 day'",
        store.database,
      );
      expect((await other?.reserve(want))?.inMs).toBeLessThan(71_000);
    });

    it('has no limit where no run has one, and holds all where the bank said so', async () => {
      const [one, two] = runsOf(2);
      const free = { turns: 1, rate: Number.POSITIVE_INFINITY, holdMs: 0 };
      expect((await one?.reserve(free))?.apartMs).toBe(0);
      expect((await one?.reserve({ ...free, holdMs: 60_000 }))?.inMs).toBeGreaterThan(59_000);
      expect((await two?.reserve(free))?.inMs).toBeGreaterThan(30_000);
    });
  });
});
