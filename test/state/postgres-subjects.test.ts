import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyInbox } from '../../src/state/copy.js';
import { FileInbox } from '../../src/state/files/inbox.js';
import { postgresCodes } from '../../src/state/postgres/codes.js';
import { type InboxOptions, postgresInbox } from '../../src/state/postgres/inbox.js';
import { Jobs } from '../../src/state/postgres/jobs.js';
import { SEALED_COLUMNS } from '../../src/state/postgres/schema/sealed-columns.js';
import { SCHEMA_VERSION } from '../../src/state/postgres/schema/version.js';
import { fakeHost } from '../fixtures/fake-host.js';
import { describeWith } from '../fixtures/needs.js';
import { PostgresServer } from '../postgres/server.js';
import { host, inboxOptions, newName, newStore, sealer } from '../postgres/subjects.js';
import { keepsInboxContract } from './inbox-contract.js';
import { keepsSharedContract } from './shared-contract.js';

describeWith('postgres', 'in PostgreSQL', () => {
  let server: PostgresServer;
  let store: Awaited<ReturnType<typeof newStore>>;
  beforeAll(async () => {
    server = await PostgresServer.shared();
    store = await newStore(server);
  });
  afterAll(async () => {
    store?.close();
    await server?.dispose();
  });

  const inboxOf = (inbox: string, machine = 'host-1', more: Partial<InboxOptions> = {}) => {
    const database = store.connect();
    const greeting = {
      ...{ store: 'store', schema: SCHEMA_VERSION, server: '' },
      synchronous: false,
    };
    const server = {
      query: (...asked: Parameters<typeof database.query>) => database.query(...asked),
      greeting: async () => ({ ...greeting, ownRow: undefined }),
    };
    return postgresInbox(server, host, sealer, {
      ...inboxOptions,
      ...more,
      inbox,
      machine,
      place: 'the shared store',
      name: newName(),
    });
  };

  it('refuses values of an old key in each sealed column', async () => {
    const guards = await server.sql<{ guard: string }>(
      `SELECT tgrelid::regclass || '.' || encode(tgargs, 'escape') AS guard FROM pg_trigger
        WHERE tgfoid = 'payctl.refuse_old_key'::regproc AND tgparentid = 0`,
      store.database,
    );
    expect(guards.map(({ guard }) => guard.replace('\\000', '')).sort()).toEqual(
      SEALED_COLUMNS.map(({ table, column }) => `payctl.${table}.${column}`).sort(),
    );
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

    it('forwards what waited in files before, once, and to one target', async () => {
      const files = new FileInbox(fakeHost(), '/state/callbacks/shop');
      const target = 'http://127.0.0.1:3000/';
      for (const id of ['WAITS', 'SENT', 'WAITS2']) {
        await files.receive({ id, fingerprint: id, body: '{}', forwardTo: target });
      }
      await files.receive({ id: 'KEPT', fingerprint: 'KEPT', body: '{}' });
      await files.learn({ id: 'SENT', fingerprint: 'SENT' }, { type: 'delivered', to: target });
      const name = newName();
      const [one, two] = [inboxOf(name, 'host-1'), inboxOf(name, 'host-2')];
      expect(await copyInbox(files, one)).toBe(4);
      expect((await one.next(target))?.id).toBe('WAITS');
      expect(await two.next('http://127.0.0.1:4000/')).toBeUndefined();
      await one.learn({ id: 'WAITS', fingerprint: 'WAITS' }, { type: 'delivered', to: target });
      expect(await copyInbox(files, one)).toBe(0);
      expect((await one.next(target))?.id).toBe('WAITS2');

      expect(await copyInbox(one, files)).toBe(0);
      expect((await files.next())?.id).toBe('WAITS2');
      await files.learn({ id: 'WAITS2', fingerprint: 'WAITS2' }, { type: 'dead', to: target });
      expect(await copyInbox(files, two)).toBe(0);
      expect(await inboxOf(name).next(target)).toBeUndefined();
    });

    it('gives a target what was received for it, and nothing else', async () => {
      const inbox = inboxOf(newName());
      for (const id of ['T1', 'T2']) {
        await inbox.receive({ id, fingerprint: 'f', body: '{}', forwardTo: `http://${id}/` });
      }
      expect((await inbox.next('http://T2/'))?.id).toBe('T2');
      expect(await inbox.next('http://T3/')).toBeUndefined();
    });

    it('is opened by what the schema says of its sealed columns, and so are jobs and codes', async () => {
      const inbox = inboxOf(newName());
      const message = { id: 'T1', fingerprint: 'f1', body: '{}', forwardTo: 'http://t/' };
      await inbox.receive(message);
      await inbox.learn(message, { type: 'judged', state: 'verified', reason: 'paid' });
      await inbox.learn(message, { type: 'delivered', to: 'http://t/' });
      const jobs = new Jobs({
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
      const database = store.connect();
      const codes = postgresCodes({
        query: (...asked) => database.query(...asked),
        sealer: async () => sealer,
      });
      const code = {
        reference: 'R',
        inquiry: 'bill.search',
        known: {},
        baseUrl: 'http://b',
        at: 0,
      };
      await codes.keep(code);
      const written = SEALED_COLUMNS.filter(({ table }) =>
        /^(inbox|job|job_row|code)$/.test(table),
      );
      for (const { table, column, bank, name } of written) {
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

  keepsSharedContract(() => ({
    connect: () => store.connect(),
    sql: (text) => server.sql(text, store.database),
  }));
});
