import { expect, it } from 'vitest';
import { postgresInbox } from '../../src/state/postgres/inbox.js';
import { rotateKey } from '../../src/state/postgres/rotation.js';
import { Sealer, StoreKey } from '../../src/state/seal.js';
import { changed } from '../faults/mutants/mutant.js';
import { describeStore } from '../postgres/stores.js';
import { host, inboxOptions, newName, sealer } from '../postgres/subjects.js';

const COUNT = 250;
const orderOf = (index: number) => `ORDER${String(index).padStart(4, '0')}`;
const NEW_KEY = new StoreKey(Buffer.alloc(32, 8));

describeStore('a message is found by its reference in PostgreSQL', (at) => {
  /** As another process opens it, and how many rows it has brought since. */
  function open(inbox: string, key = sealer) {
    const seen = { rows: 0 };
    const connected = at.store.server(undefined, key);
    const counting = changed(connected, {
      async query(...asked) {
        const rows = await connected.query(...asked);
        seen.rows += rows.length;
        return rows;
      },
    });
    const opened = postgresInbox(counting, host, key, {
      ...{ ...inboxOptions, inbox, machine: 'host-1', place: 'the shared store', name: newName() },
    });
    const idsOf = async (text: string) => {
      seen.rows = 0;
      const { entries, damaged } = await opened.mentioning(text);
      return { ids: entries.map(({ id }) => id), damaged, rows: seen.rows };
    };
    return { receive: opened.receive.bind(opened), idsOf };
  }

  async function filled(inbox = newName()): Promise<string> {
    const { receive } = open(inbox);
    const all = Array.from({ length: COUNT }, (_, index) => index);
    await Promise.all(
      all.map((index) => {
        const body = JSON.stringify({ transactionId: `T${index}`, qrId: orderOf(index) });
        return receive({ id: `T${index}`, fingerprint: `f-${index}`, body });
      }),
    );
    return inbox;
  }

  const sql = (text: string) => at.sql(text);
  const bare = async (inbox: string) => {
    const rows = await sql(
      `SELECT seq FROM payctl.inbox WHERE inbox = '${inbox}' AND marks IS NULL`,
    );
    return rows.length;
  };

  it('without opening the others, and only in its own inbox', async () => {
    const inbox = await filled();
    await filled();
    const found = await open(inbox).idsOf('ORDER0007');
    expect(found).toEqual({ ids: ['T7'], damaged: [], rows: 2 });
    expect((await open(inbox).idsOf('T8')).ids).toEqual(['T8']);
    expect(await open(inbox).idsOf('ORDER')).toEqual({ ids: [], damaged: [], rows: 0 });
  });

  it('also where it came sealed', async () => {
    const inbox = await filled();
    const body = '{"transactionId":"S1","encryptedValue":"x"}';
    await open(inbox).receive({ id: 'S1', fingerprint: 's', body });
    expect((await open(inbox).idsOf('ORDER0007')).ids).toEqual(['T7', 'S1']);
  });

  it('where a program received it that makes no marks; the first who looks makes them', async () => {
    const inbox = await filled();
    await sql('UPDATE payctl.inbox SET marks = NULL');
    expect(await bare(inbox)).toBe(COUNT);
    await sql(
      `UPDATE payctl.inbox SET message = substring(message FROM 1 FOR 8) WHERE fingerprint = 'f-9'`,
    );
    const [one, other] = [open(inbox), open(inbox)];
    const both = await Promise.all([one.idsOf('ORDER0007'), other.idsOf('ORDER0007')]);
    for (const { ids, damaged } of both) {
      expect(ids).toEqual(['T7']);
      expect(damaged).toHaveLength(1);
    }
    expect(await bare(inbox)).toBe(1);
    // The damaged one is looked at by everyone.
    expect((await open(inbox).idsOf('ORDER0008')).rows).toBe(3);
  });

  it('after the key was changed, and while both are in use', async () => {
    const inbox = await filled();
    const both = new Sealer(host.random, new StoreKey(Buffer.alloc(32, 7)), [NEW_KEY]);
    const others = `DELETE FROM payctl.inbox WHERE inbox <> '${inbox}'`;
    await sql(others);
    const body = '{"transactionId":"N1","qrId":"ORDER0007"}';
    const opened = open(inbox, both);
    await opened.idsOf('ORDER0007');
    await opened.receive({ id: 'N1', fingerprint: 'n', body });
    expect((await opened.idsOf('ORDER0007')).ids).toEqual(['T7', 'N1']);
    await rotateKey(at.store.server(undefined, both), both, NEW_KEY);
    const changed = new Sealer(host.random, NEW_KEY);
    expect((await open(inbox, changed).idsOf('ORDER0007')).ids).toEqual(['T7', 'N1']);
    expect(await open(inbox, changed).idsOf('ORDER0008')).toMatchObject({ ids: ['T8'], rows: 2 });
  });
});
