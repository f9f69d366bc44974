import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { list } from '../../src/journal/list.js';
import { verify } from '../../src/journal/verify.js';
import { wording } from '../../src/messages/wording.js';
import { postgresCodes } from '../../src/state/postgres/codes.js';
import { declare } from '../../src/state/postgres/declarations.js';
import { postgresInbox } from '../../src/state/postgres/inbox.js';
import { Jobs } from '../../src/state/postgres/jobs.js';
import { rotateKey } from '../../src/state/postgres/rotation.js';
import { postgresSlips } from '../../src/state/postgres/slips.js';
import { raw } from '../../src/state/postgres/sql.js';
import { openPostgresStore } from '../../src/state/postgres/store.js';
import { postgresTokenRows } from '../../src/state/postgres/tokens.js';
import { Sealer, StoreKey } from '../../src/state/seal.js';
import { MayHaveForgotten, StoreUnavailable } from '../../src/state/store-errors.js';
import { changed } from '../faults/mutants/mutant.js';
import {
  archiveOld,
  ENDED,
  expectReplayed,
  fileIn,
  linesIn,
  linesOf,
  usedJournal,
} from '../fixtures/journal.js';
import { MAY_CLAIM } from '../fixtures/permission.js';
import { retirementOf } from '../fixtures/retirement.js';
import { killable } from '../postgres/killable.js';
import { WireProxy } from '../postgres/proxy.js';
import { TestStore } from '../postgres/store.js';
import { describeStore } from '../postgres/stores.js';
import { host, inboxOptions, newName } from '../postgres/subjects.js';
import { keepsTheContract } from './contract.js';

const KEY = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const line = (text: string) => ({ v: '1', text });
const INTENT = { lines: [line('intent')], sends: true };

describeStore('a store in PostgreSQL', (at) => {
  keepsTheContract(async () => {
    const store = await at.emptied();
    return {
      open: () => store.open(),
      lose: async (key, number) => {
        await at.sql(`DELETE FROM payctl.entry WHERE key = '${key}' AND part = ${number}`);
      },
    };
  });

  it('takes the next statement after one that it refused', async () => {
    const server = at.store.server();
    await expect(server.query(raw('SELECT 1 / 0'))).rejects.toThrow('division by zero');
    expect(await server.query(raw('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });

  it('is sealed with another key, though a connection made meanwhile hears of the old one', async () => {
    const proxy = await WireProxy.before(at.server.port);
    const store = await TestStore.make(at.server, (database) => proxy.url(database));
    const NEW_KEY = new StoreKey(Buffer.alloc(32, 8));
    const both = new Sealer(host.random, new StoreKey(Buffer.alloc(32, 7)), [NEW_KEY]);
    const opened = store.server(undefined, both);
    const originals = [{ bank: 'bank', value: 'what the bank said' }];
    await store.open().claims.create(KEY, { lines: [line('intent')], originals });
    let isCut = false;
    proxy.watch(({ bytes }) => {
      if (isCut || !bytes.includes('UPDATE payctl.key')) return 'pass';
      isCut = true;
      return 'cut';
    });
    const rotated = await rotateKey(opened, both, NEW_KEY);
    expect([isCut, rotated.values]).toEqual([true, 1]);
    store.close();
    await proxy.dispose();
  });

  it('takes what is sealed by whoever has both keys, also after their exchange', async () => {
    const store = await TestStore.make(at.server);
    const NEW_KEY = new StoreKey(Buffer.alloc(32, 8));
    const opened = () => {
      const both = new Sealer(host.random, new StoreKey(Buffer.alloc(32, 7)), [NEW_KEY]);
      return { server: store.server(undefined, both), sealer: both };
    };
    const inboxOf = () => {
      const { server, sealer } = opened();
      const named = { inbox: 'inbox', machine: 'host-1', place: 'the shared store' };
      return postgresInbox(server, host, sealer, { ...inboxOptions, ...named, name: newName() });
    };
    const message = { id: 'T1', fingerprint: 'f', body: '{}' };
    const terms = { operation: 'x', identity: 'i', details: '{}' };
    const code = { reference: 'R', inquiry: 'bill.search', known: {}, baseUrl: 'http://b', at: 0 };
    const [receiver, learner] = [inboxOf(), inboxOf()];
    await receiver.receive(message);
    await learner.isContradicted(message.id);
    const jobsOf = () => new Jobs({ ...opened(), machine: 'host-1', name: newName });
    const [jobs, others, late] = [jobsOf(), jobsOf(), jobsOf()];
    const [job, another] = [await jobs.begin('one', terms), await others.begin('other', terms)];
    await job.load([{ number: 1, fields: '{}' }]);
    expect(await late.find('late')).toBeUndefined();
    const worker = await job.join();
    const [row] = await worker.take(1, []);
    const [tokens, codes] = [opened().server, opened().server];
    for (const server of [tokens, codes]) await server.greeting();
    const { server, sealer } = opened();
    await rotateKey(server, sealer, NEW_KEY);

    expect((await receiver.receive({ ...message, id: 'T2' })).as).toBe('new');
    await learner.learn(message, { type: 'judged', state: 'verified', reason: 'paid' });
    if (row) await worker.finish([{ ...row, class: 'SUCCESS', result: '{}' }]);
    expect(await job.results(0)).toHaveLength(1);
    await another.load([{ number: 1, fields: '{}' }]);
    await late.begin('late', terms);
    await postgresTokenRows(host, tokens, 'bank').write('t', Buffer.from('token'));
    await postgresCodes(codes).keep(code);
    store.close();
  });

  describe('a holder', () => {
    /** The server dies between the intent and the outcome, which then lies in the spool. */
    async function spooledOutcome(store: TestStore) {
      const living = store.server();
      const limits: (number | undefined)[] = [];
      let isAway = false;
      const dying = changed(living, {
        async query(statement, options) {
          if (!isAway) return living.query(statement, options);
          limits.push(options?.limitMs);
          throw new StoreUnavailable(wording.quoted('it is away'));
        },
      });
      const directory = store.directory();
      const held = await store.open(directory, dying).claims.create(KEY, INTENT);
      isAway = true;
      await held?.append(line('outcome'));
      return { directory, dying, limits };
    }

    it('writes after what others wrote, and stays before it in order', async () => {
      const store = await at.emptied();
      const mine = store.open().claims;
      const held = await mine.create(KEY, INTENT);
      const there = store.open().claims;
      await there.add(await there.read(KEY), { lines: [line('asked')] });
      await held?.append(line('outcome'));
      const { revisions, tail } = await there.read(KEY);
      expect(revisions.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
        ['intent', 'outcome'],
        ['asked'],
      ]);
      expect(revisions.flatMap(({ faults }) => faults)).toEqual([]);
      expect(tail?.content).toMatchObject({ text: 'outcome', seq: '3' });
    });

    it('waits five seconds for a dead server to take an outcome, which then lies in the spool', async () => {
      const store = await at.emptied();
      const { directory, dying, limits } = await spooledOutcome(store);
      // The answer waits before that for the tokens that must not stand in what is kept of it.
      const tokens = postgresTokenRows(host, dying, 'bank');
      await expect(tokens.read('user')).rejects.toThrow('it is away');
      expect(limits).toEqual([5_000, 5_000]);
      expect(store.warnings).toMatchObject([expect.stringContaining('is kept on this machine')]);
      const { revisions } = await store.open(directory).claims.read(KEY);
      expect(revisions[0]?.lines.map(({ text }) => text)).toEqual(['intent', 'outcome']);
    });

    it('keeps an outcome in the spool where the charge was retired meanwhile, and says so', async () => {
      const store = await at.emptied();
      const { directory } = await spooledOutcome(store);
      store.warnings.length = 0;
      const there = store.open().claims;
      await there.add(await there.read(KEY), { lines: [line('found')] });
      const left = [line('end'), { v: '1', type: 'archived' }];
      await there.retire([retirementOf(await there.read(KEY), left)]);
      const { revisions, missing } = await store.open(directory).claims.read(KEY);
      expect(revisions).toMatchObject([{ lines: left, faults: [] }]);
      expect(missing).toBeUndefined();
      expect(store.warnings).toMatchObject([expect.stringContaining('stays on this machine')]);
      expect(readdirSync(join(directory, 'spool'))).toHaveLength(1);
    });

    it('does not know whether the claim is its own without a recent heartbeat', async () => {
      const store = await at.emptied();
      const held = await store.open().claims.create(KEY, { lines: [line('intent')] });
      expect(held?.checkOwnership()).toBe('ours');
      const now = host.process.uptime();
      const uptime = host.process.uptime;
      Object.assign(host.process, { uptime: () => now + 11_000 });
      expect(held?.checkOwnership()).toBe('unseen');
      Object.assign(host.process, { uptime });
    });
  });

  describe('a line', () => {
    it('gives its original to who has the key, and shows it to nobody else', async () => {
      const store = await at.emptied();
      const original = { bank: 'https://bank.example', value: { payer: 'Somchai' } };
      const { claims } = store.open();
      await claims.create(KEY, { lines: [line('masked')], originals: [original] });
      const { revisions } = await store.open().claims.read(KEY);
      expect(revisions[0]?.metadata?.[0]).toMatchObject({ original: { payer: 'Somchai' } });
      const rows = JSON.stringify(await at.sql('SELECT original::text FROM payctl.original'));
      expect(rows).not.toContain('Somchai');
      expect(rows).not.toContain(Buffer.from('Somchai').toString('hex'));
    });

    it.each([
      ['changed', `UPDATE payctl.entry SET line = replace(line, 'intent', 'other')`],
      ['cut off', `DELETE FROM payctl.entry WHERE seq = 2`],
      ['exchanged', `UPDATE payctl.entry SET seq = 5 - seq`],
    ])('that is %s shows', async (_what, statement) => {
      const store = await at.emptied();
      const { claims } = store.open();
      const held = await claims.create(KEY, { lines: [line('intent')] });
      await held?.append(line('outcome'));
      await at.sql(statement);
      const { revisions, missing } = await claims.read(KEY);
      const found = [...revisions.flatMap(({ faults }) => faults), missing].filter(Boolean);
      expect(found).toHaveLength(1);
    });
  });

  it('has lost nothing where its archiving is killed at any statement, and a later run completes it', async () => {
    const store = await at.emptied();
    const directory = store.directory();
    const mortal = killable(store);
    const made = await usedJournal(() => store.open(directory, mortal.server));
    const calls = made.calls.length;
    const before = await linesIn(made.journal);
    const file = fileIn();
    const now = made.host.clock.now();
    let kills = 0;
    for (let isOver = false; !isOver; kills += 1) {
      mortal.killAt(kills);
      const report = await archiveOld(made, file, now).catch(() => undefined);
      isOver = report?.stayed === 0;
      mortal.revive();
      made.restart();
      const kept = file.text === undefined ? new Map<string, string[]>() : await linesOf(file);
      for (const [key, lines] of await linesIn(made.journal)) {
        const there = new Set([...lines, ...(kept.get(key) ?? [])]);
        expect(
          before.get(key)?.filter((one) => !there.has(one)),
          `kill ${kills}`,
        ).toEqual([]);
      }
      expect((await verify(made.journal)).faults, `kill ${kills}`).toEqual([]);
      if (isOver || kills % 5 === 0) await expectReplayed(made);
    }
    expect(kills).toBeGreaterThan(10);
    expect(made.calls).toHaveLength(calls);
    const rows = (await list(made.journal)).filter((row) => row.archive === file.name);
    expect(rows).toHaveLength(Object.keys(ENDED).length);
  });

  describe('a slip that is accepted', () => {
    it('is on disk before anybody is told, whatever is set for the role', async () => {
      const store = await at.emptied();
      await at.sql(`CREATE TABLE public.committed AS SELECT ''::text AS how;
        CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          UPDATE public.committed SET how = current_setting('synchronous_commit'); RETURN NULL; END $$;
        CREATE TRIGGER noted AFTER INSERT ON payctl.slip EXECUTE FUNCTION public.note();
        ALTER DATABASE ${store.database} SET synchronous_commit = off`);
      try {
        expect(await store.open().slips.accept('s1', 'now', 'a1', MAY_CLAIM)).toBeUndefined();
        expect(await at.sql('SELECT how FROM public.committed')).toEqual([{ how: 'on' }]);
      } finally {
        await at.sql(`DROP TRIGGER noted ON payctl.slip; DROP FUNCTION public.note(); DROP TABLE public.committed;
          ALTER DATABASE ${store.database} RESET synchronous_commit`);
      }
    });

    it('is accepted by no server that took over, and not even there when the statement is sent again', async () => {
      const store = await at.emptied();
      const { slips } = store.open();
      expect(await slips.accept('s1', 'now', 'a1', MAY_CLAIM)).toBeUndefined();
      await at.sql(`UPDATE payctl.meta SET value = 'another' WHERE name = 'server'`);
      await expect(slips.accept('s1', 'now', 'a1', MAY_CLAIM)).rejects.toBeInstanceOf(
        MayHaveForgotten,
      );
      await expect(slips.accept('s2', 'now', 'a2', MAY_CLAIM)).rejects.toBeInstanceOf(
        MayHaveForgotten,
      );
      expect(await slips.seen('s2')).toBeUndefined();
      expect(await slips.firstSeen('s3', 'now')).toBeUndefined();
    });

    it('is known by its attempt to whoever could not remember it', async () => {
      const store = await at.emptied();
      const full = () => {
        throw new PayctlError('CONFIG', wording.quoted('the disk is full'));
      };
      const memory = { in: () => [], add: full, timelines: { highest: () => ({}) } };
      const slips = postgresSlips({
        ...{ server: store.server(), machine: 'm1', own: memory },
        newAttempt: () => 'a1',
      });
      await expect(slips.accept('s1', 'now', 'a1', MAY_CLAIM)).rejects.toThrow('the disk is full');
      const well = store.open().slips;
      expect(await well.accept('s1', 'later', 'a2', MAY_CLAIM)).toBe('now, on m1');
      expect(await well.accept('s1', 'later', 'a1', MAY_CLAIM)).toBeUndefined();
    });
  });

  describe('a machine', () => {
    it('with another key is refused before anything', async () => {
      const store = await at.emptied();
      const other = new Sealer(host.random, new StoreKey(Buffer.alloc(32, 9)));
      const { claims } = store.open(store.directory(), store.server(undefined, other));
      await expect(claims.read(KEY)).rejects.toMatchObject({ exitClass: 'CONFIG' });
    });

    it('sends nothing where another server took over, until a person says that it may', async () => {
      const store = await at.emptied();
      const { claims } = store.open();
      await claims.create(KEY, INTENT);
      await at.sql(`UPDATE payctl.meta SET value = 'another' WHERE name = 'server'`);
      await expect(claims.create(OTHER, INTENT)).rejects.toBeInstanceOf(MayHaveForgotten);
      await expect(claims.add(await claims.read(KEY), INTENT)).rejects.toBeInstanceOf(
        MayHaveForgotten,
      );
      expect(await claims.create(KEY, INTENT)).toBeUndefined();
      expect(await claims.add(await claims.read(KEY), { lines: [line('asked')] })).toBeDefined();
      expect(await claims.read(OTHER)).toMatchObject({ newest: 0 });
    });

    it('counts its own charge also where that was archived', async () => {
      const store = await at.emptied();
      const directory = store.directory();
      const { claims } = store.open(directory);
      const held = await claims.create(KEY, INTENT);
      await held?.append(line('outcome'));
      const lines = [line('end'), { v: '1', type: 'archived' }];
      await claims.retire([retirementOf(await claims.read(KEY), lines)]);
      expect(await claims.create(OTHER, INTENT)).toBeDefined();
    });

    it.each([
      ['a charge of its own', `DELETE FROM payctl.claim WHERE key = '${KEY}'`],
      [
        'a repetition of its own',
        `UPDATE payctl.entry SET attempt = 'another' WHERE key = '${KEY}'`,
      ],
      ['its line', `UPDATE payctl.claim SET seq = 1 WHERE key = '${KEY}'`],
      ['a slip that it accepted', `DELETE FROM payctl.slip WHERE slip = 's1'`],
      ['what was declared then', 'DELETE FROM payctl.declaration'],
    ])('that misses %s sends nothing, and no other machine does', async (_, loss) => {
      const store = await at.emptied();
      await declare(store.server(), 'failover', host);
      const directory = store.directory();
      const { claims, slips } = store.open(directory);
      await claims.create(KEY, { ...INTENT, lines: [line('earlier'), line('intent')] });
      await claims.add(await claims.read(KEY), INTENT);
      await slips.accept('s1', 'now', 'a1', MAY_CLAIM);
      await at.sql(loss);
      const there = store.open(store.directory()).claims;
      await expect(claims.create(OTHER, INTENT)).rejects.toBeInstanceOf(MayHaveForgotten);
      await expect(there.create('c'.repeat(32), INTENT)).rejects.toBeInstanceOf(MayHaveForgotten);
      await declare(store.server(), 'failover', host);
      expect(await there.create('c'.repeat(32), INTENT)).toBeDefined();
      const again = claims.create(OTHER, INTENT);
      // It has seen a later store: only a person there can tell.
      if (loss.includes('declaration')) await expect(again).rejects.toThrow('may have forgotten');
      else expect(await again).toBeDefined();
    });

    it('sends nothing that it cannot remember, and says so in the store', async () => {
      const store = await at.emptied();
      const full = changed(host.files, {
        create(path, bytes) {
          if (path.endsWith('store.claims'))
            throw new PayctlError('CONFIG', wording.quoted('the disk is full'));
          return host.files.create(path, bytes);
        },
      });
      const machine = { ...host, files: full };
      const { claims } = openPostgresStore(machine, store.server(), store.directory());
      const next = { ...INTENT, unsent: () => line('unsent') };
      await expect(claims.create(KEY, next)).rejects.toThrow('the disk is full');
      const { revisions } = await store.open().claims.read(KEY);
      expect(revisions[0]?.lines.map(({ text }) => text)).toEqual(['intent', 'unsent']);
    });
  });
});
