import { expect, it } from 'vitest';
import { openInbox } from '../../src/state/postgres/inbox.js';
import { fillAllPaidAt } from '../../src/state/postgres/inbox-paid.js';
import { paymentIn } from '../fixtures/paid-at.js';
import { describeStore } from '../postgres/stores.js';
import { host, inboxOptions, newName } from '../postgres/subjects.js';

const COUNT = 250;
const PAID = Date.UTC(2026, 0, 1);
const LATER = { since: PAID + 100_000, until: PAID + COUNT * 1_000 };
const UNDATED = `SELECT seq FROM payctl.inbox WHERE paid_at IS NULL`;

describeStore('confirmations of older programs in PostgreSQL', (at) => {
  const open = (owner: string) =>
    openInbox(at.store.server(), host, [owner], { ...inboxOptions, paymentIn });

  /** As a step of the schema finds them: in several inboxes, and in each one that is encrypted. */
  async function older(...owners: string[]): Promise<void> {
    await at.sql('DELETE FROM payctl.inbox');
    for (const owner of owners) {
      const inbox = await open(owner);
      const encrypted = '{"transactionId":"S","encryptedValue":"x"}';
      await inbox.receive({ id: 'S', fingerprint: 's', body: encrypted });
      const numbers = Array.from({ length: COUNT }, (_, n) => n);
      await Promise.all(
        numbers.map((n) => {
          const body = JSON.stringify({ transactionId: `T${n}`, paidAt: PAID + n * 1_000 });
          return inbox.receive({ id: `T${n}`, fingerprint: `f-${n}`, body });
        }),
      );
    }
    await at.sql(`UPDATE payctl.inbox SET paid_at = NULL;
      INSERT INTO payctl.meta (name, value) VALUES ('confirmations', 'undated')
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
  }

  const fill = (onPage: (done: number) => void = () => undefined) =>
    fillAllPaidAt({ server: at.store.server(), paymentIn, onPage });
  const undated = async () => (await at.sql(UNDATED)).length;
  const paidLater = async (owner: string) => {
    let found = 0;
    for await (const { own } of (await open(owner)).pages({ paid: LATER })) found += own.size;
    return found;
  };

  it('know when they were paid once all are filled in, also where a run was stopped; then nobody looks again', async () => {
    const owners = [newName(), newName(), newName()];
    await older(...owners);
    const stop = (done: number) => {
      if (done >= COUNT) throw new Error('stopped');
    };
    await expect(fill(stop)).rejects.toThrow('stopped');
    expect(await undated()).toBe(2 * COUNT + 3);
    expect(await fill()).toBe(2 * COUNT);
    expect(await undated()).toBe(3);
    for (const owner of owners) expect(await paidLater(owner)).toBe(COUNT - 100);
    await at.sql(`UPDATE payctl.inbox SET paid_at = NULL WHERE fingerprint = 'f-7'`);
    expect(await fill()).toBe(0);
  });

  it('are filled in once, whoever does it at the same time, and are found meanwhile', async () => {
    const owner = newName();
    await older(owner);
    const reading = async () => {
      let found = 0;
      for await (const { own } of (await open(owner)).pages({ paid: 'unknown' })) found += own.size;
      return found;
    };
    const [one, other] = await Promise.all([fill(), fill(), reading(), reading()]);
    expect(one + other).toBeLessThanOrEqual(COUNT);
    await reading();
    expect(await undated()).toBe(1);
    expect(await paidLater(owner)).toBe(COUNT - 100);
  });
});
