import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresInbox } from '../../src/state/postgres/inbox.js';
import { effectsOf, prepared } from '../faults/command/charges.js';
import { describeWith } from '../fixtures/needs.js';
import { keepsTheContract } from '../state/contract.js';
import { keepsInboxContract } from '../state/inbox-contract.js';
import { keepsSharedContract } from '../state/shared-contract.js';
import { Fleet } from './fleet.js';
import { PgBouncer } from './pgbouncer.js';
import { PostgresServer } from './server.js';
import { TestStore } from './store.js';
import { host, inboxOptions, newName, newStore as newTables, sealer } from './subjects.js';

/** Fewer than machines at work: no two statements of one can count on one session. */
const POOL = 2;

describeWith('pgbouncer', 'a store behind PgBouncer in transaction mode', () => {
  let server: PostgresServer;
  let bouncer: PgBouncer;
  let only: TestStore;
  beforeAll(async () => {
    server = await PostgresServer.shared();
    bouncer = await PgBouncer.before(server.port, POOL);
    only = await TestStore.make(server, (database) => bouncer.url(database));
  });
  afterAll(async () => {
    only?.close();
    await bouncer?.dispose();
  });

  async function newStore(): Promise<TestStore> {
    await only.empty(server);
    return only;
  }

  keepsTheContract(async () => {
    const store = await newStore();
    return {
      open: () => store.open(),
      async lose(key, number) {
        const lines = `DELETE FROM payctl.entry WHERE key = '${key}' AND part = ${number}`;
        await server.sql(lines, store.database);
      },
    };
  });

  describe('the inbox', () => {
    keepsInboxContract(async () => {
      const store = await newStore();
      const inbox = newName();
      const place = { ...inboxOptions, inbox, machine: 'host-1', place: 'the shared store' };
      return {
        open: () => postgresInbox(store.server(), host, sealer, { ...place, name: newName() }),
      };
    });
  });

  describe('what machines share', () => {
    let tables: Awaited<ReturnType<typeof newTables>>;
    beforeAll(async () => {
      tables = await newTables(server);
    });
    afterAll(() => tables?.close());
    keepsSharedContract(() => ({
      connect: () => tables.connect(bouncer.url(tables.database)),
      sql: (text) => server.sql(text, tables.database),
    }));
  });

  it('serves the command on several machines', async () => {
    const fleet = await Fleet.open({ server });
    const behind = { PAYCTL_STORE: bouncer.url(fleet.database) };
    const machines = ['a', 'b', 'c', 'd'].map((name) => fleet.machine(name, behind));
    const charge = await prepared(fleet.bank, 'ewallet.pay');
    const all = machines.map((machine) => machine.payctl([...charge.args, '--wait', '0']));
    const codes = (await Promise.all(all)).map(({ code }) => code);
    expect(codes.filter((code) => code === 0).length).toBeGreaterThan(0);
    expect(codes.filter((code) => code !== 0 && code !== 12)).toEqual([]);
    expect(effectsOf(fleet.bank, charge)).toBe(1);
    const replayed = await machines[0]?.payctl(charge.args);
    expect(replayed?.code, replayed?.stderr).toBe(0);
    expect((await machines[1]?.payctl('journal verify'))?.code).toBe(0);
    await fleet.close();
  });
});
