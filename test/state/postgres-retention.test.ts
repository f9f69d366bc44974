import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { readConfirmation, withoutPersonal } from '../../src/callbacks/confirmation.js';
import { readInbox } from '../../src/callbacks/stored.js';
import { DAY_MS } from '../../src/core/time.js';
import { checkpointLines, readCheckpoint } from '../../src/journal/checkpoint.js';
import { Comparison } from '../../src/journal/checkpoint-comparison.js';
import type { Inspection } from '../../src/journal/history.js';
import { list, show } from '../../src/journal/list.js';
import { retain } from '../../src/journal/retain.js';
import { verify } from '../../src/journal/verify.js';
import { postgresInbox } from '../../src/state/postgres/inbox.js';
import { Jobs } from '../../src/state/postgres/jobs.js';
import { shrinkPartitions } from '../../src/state/postgres/partitions.js';
import {
  changeConfirmations,
  eraseOriginals,
  removeConfirmations,
  removeJobs,
} from '../../src/state/postgres/retention.js';
import { readSizes } from '../../src/state/postgres/sizes.js';
import { card, qr30 } from '../fixtures/confirmations.js';
import {
  bytesOf,
  ENDED,
  expectReplayed,
  payOf,
  STAYS,
  testJournal,
  usedJournal,
} from '../fixtures/journal.js';
import type { TestStore } from '../postgres/store.js';
import { describeStore } from '../postgres/stores.js';
import { host, inboxOptions, newName, sealer } from '../postgres/subjects.js';

describeStore('what a store in PostgreSQL lets go of', (at) => {
  const giveUp = { archives: undefined };

  it('leaves one row of a charge, which answers as the charge did', async () => {
    const { store, sql } = await at.withClock();
    const made = await usedJournal(() => store.open());
    const before = made.host.clock.now() - 50 * DAY_MS;
    const calls = made.calls.length;
    expect(await retain(made.journal, { before, ...giveUp })).toMatchObject({
      taken: 5,
      stayed: 0,
    });
    expect(await retain(made.journal, { before, ...giveUp })).toMatchObject({
      taken: 0,
      stayed: 0,
    });
    const gone = `key IN (SELECT key FROM payctl.claim WHERE retired IS NOT NULL)`;
    expect(
      await sql(`SELECT (SELECT count(*) FROM payctl.entry WHERE ${gone})::integer AS lines,
      (SELECT count(*) FROM payctl.original WHERE ${gone})::integer AS originals,
      (SELECT max(length(retired)) FROM payctl.claim) < 600 AS small`),
    ).toEqual([{ lines: 0, originals: 0, small: true }]);
    await expectReplayed(made);
    expect(made.calls).toHaveLength(calls);
    const rows = await list(made.journal);
    const left = rows.filter(({ archive }) => archive === '').map(({ reference }) => reference);
    expect(left.sort()).toEqual(Object.keys(ENDED).sort());
    const stayed = rows.filter(({ archive }) => archive === undefined);
    expect(stayed.map(({ reference }) => reference).sort()).toEqual([...STAYS].sort());
    const [shown] = await show(made.journal, 'AGAIN2');
    expect(shown?.lines.map(({ type }) => type)).toEqual(['intent', 'outcome', 'archived']);
    expect(await verify(made.journal)).toMatchObject({ faults: [] });
  });

  it('leaves what a checkpoint from before knows again, also of a charge that was tried thrice', async () => {
    const { store } = await at.withClock();
    const made = await usedJournal(() => store.open());
    const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
    const now = new Date(made.host.clock.now()).toISOString();
    const desk = { async *all() {}, misplaced: async () => [] };
    const signing = { key, heads: [], desk, onProgress: () => undefined };
    const textAt = async (moment: string): Promise<string> => {
      let text = '';
      for await (const line of checkpointLines(made.journal, moment, signing)) text += line;
      return text;
    };
    const text = await textAt(now);
    const before = made.host.clock.now() - 50 * DAY_MS;
    expect((await retain(made.journal, { before, ...giveUp })).taken).toBe(5);
    const checkpoint = await readCheckpoint(bytesOf(text), publicKey);
    const comparison = new Comparison(made.journal, checkpoint, () => bytesOf(text));
    const onClaim = (inspection: Inspection) => comparison.compare(inspection);
    expect((await verify(made.journal, { onClaim })).faults).toEqual([]);
    expect(await comparison.faults()).toEqual([]);
    // Each charge comes once more, as one that is tried again while the journal is read.
    await verify(made.journal, { onClaim });
    expect(await comparison.faults()).toEqual([]);
    const later = await textAt(new Date(made.host.clock.now() + 1).toISOString());
    const exchanged = new Comparison(made.journal, checkpoint, () => bytesOf(later));
    await expect(exchanged.faults()).rejects.toMatchObject({ exitClass: 'CONFIG' });
  });

  it('shows where what is left of a charge was changed', async () => {
    const { store, sql } = await at.withClock();
    const made = testJournal(() => store.open());
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    await made.pay(payOf('OLD1'));
    await retain(made.journal, { before: made.host.clock.now() + DAY_MS, ...giveUp });
    for (const change of [
      'retired = set_byte(retired, 40, (get_byte(retired, 40) + 1) % 256)',
      "retired = ''",
    ]) {
      await sql(`UPDATE payctl.claim SET ${change}`);
      expect((await verify(made.journal)).faults, change).toHaveLength(1);
      const again = made.pay(payOf('OLD1'));
      await expect(again, change).rejects.toMatchObject({ exitClass: 'CONFIG' });
    }
  });

  it('gives back the space of months that are over, and keeps the lines of who stays', async () => {
    const { store, sql, monthPasses } = await at.withClock();
    const made = testJournal(() => store.open());
    made.answers['ewallet.pay'] = (input) => ({
      class: input.outTradeNo === 'FREE1' ? 'UNAVAILABLE' : 'SUCCESS',
    });
    const months = () =>
      sql(`SELECT month::text, lines_in FROM payctl.partitions, LATERAL (SELECT count(*)::integer AS lines_in
        FROM payctl.entry WHERE entry.month = partitions.month) AS counted
        WHERE month < clock_timestamp() ORDER BY month`);
    for (const references of [['PAID1', 'FREE1'], ['PAID2'], ['PAID3']]) {
      for (const reference of references) await made.pay(payOf(reference));
      await monthPasses();
    }
    const before = Date.now() + 93 * DAY_MS;
    expect((await retain(made.journal, { before, ...giveUp })).taken).toBe(3);
    await sql(`INSERT INTO payctl.entry (key, seq, part, attempt, line, server, month)
      SELECT key, 1000 + n, 1, 'gone', repeat('x', 2000), '', month FROM payctl.claim, generate_series(1, 9000) AS n
      WHERE retired IS NULL; DELETE FROM payctl.entry WHERE attempt = 'gone'`);
    const shrunk = await shrinkPartitions(store.server(), before);
    expect(shrunk.length).toBeGreaterThanOrEqual(2);
    const left = await months();
    expect(left.filter(({ lines_in }) => lines_in !== 0)).toMatchObject([{ lines_in: 2 }]);
    expect((await verify(made.journal)).faults).toEqual([]);
    made.restart();
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    expect(await made.pay(payOf('FREE1'))).toMatchObject({ class: 'SUCCESS' });
    expect(await made.pay(payOf('PAID1'))).toMatchObject({ class: 'SUCCESS', replayed: true });
    expect(await shrinkPartitions(store.server(), before)).toEqual([]);
  });

  const work = (store: TestStore, before = Date.now() + DAY_MS) => ({
    server: store.server(),
    before,
    onPage: () => undefined,
  });

  it('erases originals of what has ended, and keeps those of what is open', async () => {
    const { store, sql } = await at.withClock();
    const made = testJournal(() => store.open());
    made.answers['ewallet.pay'] = ({ outTradeNo }) => ({
      class: outTradeNo === 'PAID1' ? 'SUCCESS' : 'OUTCOME_UNKNOWN',
      data: { payerName: 'Mali Suksai' },
    });
    made.answers['ewallet.inquire'] = () => ({ class: 'UNAVAILABLE' });
    for (const reference of ['PAID1', 'OPEN2']) await made.pay(payOf(reference), { waitMs: 0 });
    expect(await eraseOriginals(work(store, Date.now() - DAY_MS))).toBe(0);
    expect(await eraseOriginals(work(store))).toBe(2);
    expect(await eraseOriginals(work(store))).toBe(0);
    expect(await sql('SELECT count(DISTINCT key)::integer AS open FROM payctl.original')).toEqual([
      { open: 1 },
    ]);
    expect((await verify(made.journal)).faults).toEqual([]);
    const again = await made.pay(payOf('PAID1'));
    expect(again).toMatchObject({ class: 'SUCCESS', replayed: true });
    expect(JSON.stringify(again.data)).not.toContain('Suksai');
  });

  it('takes what is personal out of confirmations, and removes old ones that wait for nobody', async () => {
    const { store } = await at.withClock();
    const open = () => {
      const options = { ...inboxOptions, inbox: 'shop', machine: 'host-1', name: newName() };
      return postgresInbox(store.server(), host, sealer, {
        ...options,
        place: 'the shared store',
      });
    };
    const receive = (body: string, forwardTo?: string) => {
      const { id, fingerprint } = readConfirmation(body);
      return open().receive({ id, fingerprint, body, forwardTo });
    };
    await receive(qr30());
    await receive(card(), 'http://127.0.0.1:9/');
    expect(await changeConfirmations(work(store, Date.now() - DAY_MS), withoutPersonal)).toBe(0);
    expect(await changeConfirmations(work(store), withoutPersonal)).toBe(2);
    expect(await changeConfirmations(work(store), withoutPersonal)).toBe(0);
    const { stored, damaged } = await readInbox(open());
    expect(damaged).toEqual([]);
    expect(JSON.stringify(stored)).not.toMatch(/Suksai|2220000001|XXXXXX0002/);
    expect(stored.map(({ confirmation }) => confirmation.amount)).toEqual(['100.00', '250.50']);
    expect((await receive(qr30())).as).toBe('duplicate');
    expect((await readInbox({ read: () => open().mentioning('ORDER1') })).stored).toHaveLength(1);
    expect(await removeConfirmations(work(store))).toBe(1);
    expect((await readInbox(open())).stored).toMatchObject([{ forwarding: 'waiting' }]);
  });

  it('removes jobs of which every row has ended', async () => {
    const { store, sql } = await at.withClock();
    const jobs = new Jobs({ server: store.server(), sealer, machine: 'host-1', name: newName });
    const terms = { operation: 'ewallet.pay', identity: 'i', details: 'd' };
    for (const name of ['done', 'open']) {
      const job = await jobs.begin(name, terms);
      await job.load([{ number: 1, fields: 'a' }]);
      await job.loaded(1);
    }
    await sql("UPDATE payctl.job_row SET done_at = clock_timestamp() WHERE job = 'done'");
    expect(await removeJobs(work(store, Date.now() - DAY_MS))).toBe(0);
    expect(await removeJobs(work(store))).toBe(1);
    expect(await jobs.find('done')).toBeUndefined();
    expect(await jobs.find('open')).toBeDefined();
  });

  it('says how much lies there, and what a year adds', async () => {
    const { store, sql } = await at.withClock();
    const made = testJournal(() => store.open());
    made.answers['ewallet.pay'] = () => ({ class: 'SUCCESS' });
    expect(await readSizes(store.server())).toMatchObject({ growth: undefined });
    await made.pay(payOf('PAID1'));
    await sql(
      "UPDATE payctl.charge SET started_at = clock_timestamp() - interval '1 day'; ANALYZE",
    );
    const { tables, growth } = await readSizes(store.server());
    expect(tables.every(({ bytes }) => bytes >= 1_000_000)).toBe(true);
    expect(growth?.charges).toBe(365);
    expect(growth?.bytes).toBeGreaterThan(growth?.bytesForEver ?? Number.NaN);
  });
});
