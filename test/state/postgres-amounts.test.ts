import { expect, it } from 'vitest';
import { initStore } from '../../src/state/postgres/administration.js';
import { fillAllAmounts, openInbox } from '../../src/state/postgres/inbox.js';
import { SCHEMA_VERSION } from '../../src/state/postgres/schema/version.js';
import { readPayment } from '../fixtures/paid-at.js';
import { TestStore } from '../postgres/store.js';
import { describeStore } from '../postgres/stores.js';
import { host, inboxOptions, newName, schemaBefore } from '../postgres/subjects.js';

const COUNT = 250;
const PAID = Date.UTC(2026, 0, 1);
const ALL = { since: PAID, until: PAID + COUNT * 1_000 };

describeStore('amounts of confirmations that an older program wrote', (at) => {
  const open = (owner: string, store = at.store) =>
    openInbox(store.server(), host, [owner], { ...inboxOptions, readPayment });

  async function receive(inbox: Awaited<ReturnType<typeof open>>, count = COUNT): Promise<void> {
    const encrypted = '{"transactionId":"S","encryptedValue":"x"}';
    await inbox.receive({ id: 'S', fingerprint: 's', body: encrypted });
    const numbers = Array.from({ length: count }, (_, n) => n);
    await Promise.all(
      numbers.map((n) => {
        const fields = { transactionId: `T${n}`, paidAt: PAID + n * 1_000, amount: `${count - n}` };
        return inbox.receive({ id: `T${n}`, fingerprint: `f-${n}`, body: JSON.stringify(fields) });
      }),
    );
  }

  const smallest = async (inbox: Awaited<ReturnType<typeof open>>) => {
    for await (const page of inbox.pages({ paid: ALL, byAmount: true, limit: 3 })) {
      return page.entries.filter(({ type }) => type === 'received').map(({ id }) => id);
    }
    return [];
  };

  it('are filled in by store init, also where a run was stopped, and by whoever sorts', async () => {
    await at.sql('DELETE FROM payctl.inbox');
    const owners = [newName(), newName(), newName()];
    for (const owner of owners) await receive(await open(owner));
    await at.sql('UPDATE payctl.inbox SET amount = NULL');
    const lacking = async () =>
      (await at.sql('SELECT FROM payctl.inbox WHERE amount IS NULL AND paid_at IS NOT NULL'))
        .length;
    const filling = fillAllAmounts(at.store.server(), readPayment);
    expect((await filling.next()).value).toBe(200);
    await filling.return(undefined);
    expect(await lacking()).toBe(3 * COUNT - 200);
    const fill = async () => {
      for await (const _ of fillAllAmounts(at.store.server(), readPayment));
    };
    const reading = await Promise.all([fill(), fill(), smallest(await open(owners[1] ?? ''))]);
    expect(reading[2]).not.toEqual([]);
    await fill();
    expect(await lacking()).toBe(0);
    for (const owner of owners) {
      const sorted = [COUNT - 1, COUNT - 2, COUNT - 3].map((n) => `T${n}`);
      expect((await smallest(await open(owner))).sort()).toEqual(sorted.sort());
    }
  });

  it('has the amount of the bank where it was asked', async () => {
    await at.sql('DELETE FROM payctl.inbox');
    const inbox = await open(newName());
    await receive(inbox, 5);
    const learnt = { type: 'judged', state: 'contradicted', reason: 'amount' } as const;
    const about = { id: 'T0', fingerprint: 'f-0' };
    await inbox.learn(about, { ...learnt, bankAmount: '0.50' });
    expect((await smallest(inbox))[0]).toBe('T0');
    await at.sql('UPDATE payctl.inbox SET amount = NULL');
    const amounts = 'SELECT amount::text FROM payctl.inbox ORDER BY amount LIMIT 2';
    await smallest(inbox);
    expect(await at.sql(amounts)).toEqual([{ amount: '0.50' }, { amount: '1.00' }]);
  });

  it('are not there before the upgrade, which all but their order does without', async () => {
    const { server } = at;
    const database = await server.database();
    await server.sql(schemaBefore(), database);
    await server.sql(`INSERT INTO payctl.key ${await keyOf()}`, database);
    const store = new TestStore(database, server.url(database));
    const owner = newName();
    const inbox = await open(owner, store);
    await receive(inbox, 5);
    let found = 0;
    for await (const { own } of inbox.pages({ paid: ALL })) found += own.size;
    expect(found).toBe(5);
    await expect(smallest(inbox)).rejects.toThrow(/once it has schema 5/);
    const { before, schema } = await initStore(host, store.access(server.url(database)));
    expect([before, schema]).toEqual([SCHEMA_VERSION - 1, SCHEMA_VERSION]);
    await receive(inbox, 6);
    expect(await smallest(await open(owner, store))).toHaveLength(3);
  });

  /** The key of the tests, as SQL. */
  async function keyOf(): Promise<string> {
    const [key] = await at.sql<{ id: string; proof: string }>(
      `SELECT id, encode(proof, 'hex') AS proof FROM payctl.key`,
    );
    return `VALUES ('${key?.id}', '\\x${key?.proof}'::bytea, true)`;
  }
});
