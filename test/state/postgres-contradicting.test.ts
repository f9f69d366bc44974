import { expect, it } from 'vitest';
import { describeStore } from '../postgres/stores.js';

const INBOX = 'shop';

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
  /** Until somebody waits for the lock of an id. */
  const untilWaiting = async () => {
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 7162005
      AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(async () => (await sql(waiting)).length, { timeout: 10_000 }).toBe(1);
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
    const letGo = await at.hold(inserts('C', 'one'), 'COMMIT');
    const second = sql(inserts('C', 'two'));
    await untilWaiting();
    await Promise.all([letGo(), second]);
    expect(await marks('C')).toEqual([
      ['one', true],
      ['two', true],
    ]);
  });

  it('are not marked where the first of them was taken back', async () => {
    const letGo = await at.hold(inserts('D', 'one'), 'ROLLBACK');
    const second = sql(inserts('D', 'two'));
    await untilWaiting();
    await Promise.all([letGo(), second]);
    expect(await marks('D')).toEqual([['two', false]]);
  });

  it('are looked for by whoever cannot see what came meanwhile', async () => {
    await sql(`BEGIN ISOLATION LEVEL REPEATABLE READ; ${inserts('E', 'one')}; COMMIT`);
    expect(await marks('E')).toEqual([['one', true]]);
  });
});
