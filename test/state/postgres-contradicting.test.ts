import { expect, it } from 'vitest';
import type { InboxPage } from '../../src/state/inbox.js';
import { initStore } from '../../src/state/postgres/administration.js';
import { PostgresInbox } from '../../src/state/postgres/inbox.js';
import { MARKED_SINCE } from '../../src/state/postgres/schema/version.js';
import { TestStore } from '../postgres/store.js';
import { describeStore } from '../postgres/stores.js';
import { host, inboxOptions, newName, schemaAt, sealer } from '../postgres/subjects.js';

const INBOX = 'shop';

/** As a program of version 4 inserts it, which does not know of the mark. */
function inserts(id: string, fingerprint: string): string {
  return `INSERT INTO payctl.inbox (inbox, id, fingerprint, receipt, machine, message)
    SELECT '${INBOX}', '${id}', '${fingerprint}', 'r', 'm', decode(key.id || repeat('00', 40), 'hex')
    FROM payctl.key WHERE key.current ON CONFLICT (inbox, id, fingerprint) DO NOTHING`;
}

describeStore('messages of one id and other contents', (at) => {
  const sql = (text: string) => at.sql(text);
  const marks = async (id: string) => {
    const rows = await sql(
      `SELECT fingerprint, contradicts FROM payctl.inbox WHERE id = '${id}' ORDER BY seq`,
    );
    return rows.map(({ fingerprint, contradicts }) => [fingerprint, contradicts]);
  };
  const untilLocks = async (isGranted: boolean) => {
    const held = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 7162005
      AND granted = ${isGranted} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(async () => (await sql(held)).length, { timeout: 10_000 }).toBe(1);
  };

  it('are all marked, however many come, and no other is', async () => {
    await sql(inserts('A', 'one'));
    await sql(inserts('A', 'one'));
    expect(await marks('A')).toEqual([['one', false]]);
    for (const fingerprint of ['two', 'three', 'one']) await sql(inserts('A', fingerprint));
    expect(await marks('A')).toEqual(['one', 'two', 'three'].map((one) => [one, true]));
    await sql(inserts('B', 'one'));
    expect(await marks('B')).toEqual([['one', false]]);
  });

  it('are marked where one statement brings them', async () => {
    const two = `VALUES ('two', 'x'), ('two', 'y')`;
    await sql(`INSERT INTO payctl.inbox (inbox, id, fingerprint, receipt, machine, message)
      SELECT '${INBOX}', pair.id, pair.fingerprint, 'r', 'm', decode(key.id || '00', 'hex')
      FROM payctl.key, (${two}) AS pair (id, fingerprint) WHERE key.current`);
    expect(await marks('two')).toEqual([
      ['x', true],
      ['y', true],
    ]);
  });

  it('are marked where they come from two machines at the same time', async () => {
    const first = sql(`BEGIN; ${inserts('C', 'one')}; SELECT pg_sleep(1); COMMIT`);
    await untilLocks(true);
    const second = sql(inserts('C', 'two'));
    await untilLocks(false);
    await Promise.all([first, second]);
    expect(await marks('C')).toEqual([
      ['one', true],
      ['two', true],
    ]);
  });

  it('are not marked where the first of them was taken back', async () => {
    const first = sql(`BEGIN; ${inserts('D', 'one')}; SELECT pg_sleep(1); ROLLBACK`);
    await untilLocks(true);
    await Promise.all([first, sql(inserts('D', 'two'))]);
    expect(await marks('D')).toEqual([['two', false]]);
  });

  it('are looked for by whoever cannot see what came meanwhile', async () => {
    await sql(`BEGIN ISOLATION LEVEL REPEATABLE READ; ${inserts('E', 'one')}; COMMIT`);
    expect(await marks('E')).toEqual([['one', true]]);
  });

  it('are marked by the upgrade, and read as such before and after it', async () => {
    const database = await at.server.database();
    await at.server.sql(schemaAt(MARKED_SINCE - 1), database);
    const [key] = await sql(`SELECT id, encode(proof, 'hex') AS proof FROM payctl.key`);
    await at.server.sql(
      `INSERT INTO payctl.key VALUES ('${key?.id}', '\\x${key?.proof}', true)`,
      database,
    );
    const older = new TestStore(database, at.server.url(database));
    const open = () => {
      const named = { inbox: INBOX, machine: 'host-1', place: 'the store', name: newName() };
      return new PostgresInbox(older.server(), host, sealer, { ...inboxOptions, ...named });
    };
    const pages = async () => {
      const found: InboxPage[] = [];
      for await (const page of open().pages({ newestFirst: true })) found.push(page);
      return found.flatMap(({ entries }) => entries.map(({ fingerprint }) => fingerprint));
    };
    const inbox = open();
    for (const [id, fingerprint] of [
      ['F', 'one'],
      ['F', 'two'],
      ['G', 'three'],
    ] as const) {
      await inbox.receive({ id, fingerprint, body: `{"transactionId":"${id}"}` });
    }
    expect(await pages()).toEqual(['one', 'two', 'three']);
    await initStore(host, older.access());
    expect(await pages()).toEqual(['one', 'two', 'three']);
    const rows = await at.server.sql(
      'SELECT fingerprint, contradicts FROM payctl.inbox ORDER BY seq',
      database,
    );
    expect(rows.map((row) => [row?.fingerprint, row?.contradicts])).toEqual([
      ['one', true],
      ['two', true],
      ['three', false],
    ]);
    older.close();
  });
});
