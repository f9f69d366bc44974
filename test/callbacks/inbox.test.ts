import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { receive } from '../../src/callbacks/session.js';
import { readInbox, readMentioning, readPages } from '../../src/callbacks/stored.js';
import { sealLine } from '../../src/core/sealed-log.js';
import { openDatabase } from '../../src/host/sqlite.js';
import { FileInbox, inboxDirectory } from '../../src/state/files/inbox.js';
import { qr30 } from '../fixtures/confirmations.js';
import { diskFull } from '../fixtures/fake-files.js';
import { type FakeHost, fakeHost } from '../fixtures/fake-host.js';
import { KeptDatabases } from '../fixtures/kept-databases.js';
import { readPayment } from '../fixtures/paid-at.js';
import { keepsInboxContract } from '../state/inbox-contract.js';

const DIRECTORY = inboxDirectory('/state', 'shop');
const body = (id: string, fields = {}) => qr30({ transactionId: id, ...fields });

const contents = (host: FakeHost) => readInbox(new FileInbox(host, DIRECTORY));

async function idsIn(host: FakeHost): Promise<string[]> {
  return (await contents(host)).stored.map(({ confirmation }) => confirmation.id);
}

function segments(host: FakeHost): string[] {
  return host.files.paths().filter((path) => path.startsWith(DIRECTORY));
}

const TARGET = 'http://127.0.0.1:3000/';

describe('an inbox in files', () => {
  keepsInboxContract(() => {
    const host = fakeHost();
    return { open: () => new FileInbox(host, DIRECTORY, readPayment) };
  });
});

describe('the inbox', () => {
  it('marks the later message on disk, and knows a contradicted id after a restart', async () => {
    const host = fakeHost();
    const inbox = new FileInbox(host, DIRECTORY);
    const { stored } = await receive(inbox, body('T1'), TARGET);
    const other = await receive(inbox, body('T2'), TARGET);
    await receive(inbox, body('T1', { amount: '2' }), TARGET);
    const lines = segments(host).flatMap((path) => (host.files.text(path) ?? '').split('\n'));
    const marks = lines.filter(Boolean).map((line) => JSON.parse(line).contradicts);
    expect(marks).toEqual([false, false, true]);
    const again = new FileInbox(host, DIRECTORY);
    for (const box of [inbox, again]) {
      expect(await box.isContradicted(stored.confirmation.id)).toBe(true);
      expect(await box.isContradicted(other.stored.confirmation.id)).toBe(false);
    }
  });

  it('stores what comes together with one flush', async () => {
    const host = fakeHost();
    const inbox = new FileInbox(host, DIRECTORY);
    await receive(inbox, body('T0'));
    const flushes: string[] = [];
    host.files.before = (step) => {
      if (step === 'append' || step === 'create') flushes.push(step);
    };
    const ids = Array.from({ length: 100 }, (_, index) => `T${index + 1}`);
    const receipts = await Promise.all([...ids, ...ids].map((id) => receive(inbox, body(id))));
    expect(flushes).toEqual(['append']);
    expect(receipts.filter(({ as }) => as === 'duplicate')).toHaveLength(100);
    expect(await idsIn(host)).toEqual(['T0', ...ids]);
  });

  it('acknowledges nothing while the disk is full, and takes the next attempt', async () => {
    const host = fakeHost();
    const inbox = new FileInbox(host, DIRECTORY);
    await receive(inbox, body('T1'));
    host.files.before = diskFull;
    const both = await Promise.allSettled([
      receive(inbox, body('T2')),
      receive(inbox, body('T2')),
      receive(inbox, body('T1', { amount: '2' })),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    host.files.before = () => undefined;
    expect((await receive(inbox, body('T2'))).as).toBe('new');
    expect((await receive(inbox, body('T1', { amount: '2' }))).as).toBe('contradiction');
    expect(await idsIn(host)).toEqual(['T1', 'T2', 'T1']);
    // Half a line may stand where the write broke off: nothing is written behind it.
    expect(segments(host)).toHaveLength(2);
  });

  it('reads a torn tail as never written, and names a line that was changed', async () => {
    const host = fakeHost();
    const inbox = new FileInbox(host, DIRECTORY);
    for (const id of ['T1', 'T2', 'T3']) await receive(inbox, body(id));
    const [path = ''] = segments(host);
    const text = host.files.text(path) ?? '';
    host.files.put(path, text.slice(0, -20));
    expect(await idsIn(host)).toEqual(['T1', 'T2']);
    expect((await receive(new FileInbox(host, DIRECTORY), body('T3'))).as).toBe('new');
    expect(await idsIn(host)).toEqual(['T1', 'T2', 'T3']);

    host.files.put(path, text.replace('ORDER1', 'ORDER2'));
    const { stored, damaged } = await contents(host);
    expect(stored.map(({ confirmation }) => confirmation.id)).toEqual(['T2', 'T3']);
    expect(damaged).toEqual([`${path.slice(DIRECTORY.length + 1)}:1`]);
  });

  it('names a line that is not JSON, though its checksum is right', async () => {
    const host = fakeHost();
    await receive(new FileInbox(host, DIRECTORY), body('T1'));
    const [path = ''] = segments(host);
    host.files.append(path, Buffer.from(sealLine('{no}', 16).text));
    const { stored, damaged } = await contents(host);
    expect(stored.map(({ confirmation }) => confirmation.id)).toEqual(['T1']);
    expect(damaged).toEqual([`${path.slice(DIRECTORY.length + 1)}:2`]);
  });

  it('keeps the order also when the clock was set back', async () => {
    const host = fakeHost();
    await receive(new FileInbox(host, DIRECTORY), body('T1'));
    host.clock.advance(-86_400_000);
    await receive(new FileInbox(host, DIRECTORY), body('T2'));
    expect(segments(host)).toHaveLength(2);
    expect(await idsIn(host)).toEqual(['T1', 'T2']);
  });

  it('remembers verdicts and how forwarding ended', async () => {
    const host = fakeHost();
    const inbox = new FileInbox(host, DIRECTORY);
    const { stored } = await receive(inbox, body('T1'), TARGET);
    await inbox.learn(stored.confirmation, {
      type: 'judged',
      state: 'contradicted',
      bankAmount: '10.00',
      reason: 'it says 100.00, the bank says 10.00',
    });
    await inbox.learn(stored.confirmation, { type: 'dead', to: 'http://127.0.0.1/', reason: 'no' });
    expect((await contents(host)).stored).toMatchObject([
      { state: 'contradicted', bankAmount: '10.00', forwarding: 'dead', failure: 'no' },
    ]);
  });
});

describe('the index of the inbox', () => {
  const place = mkdtempSync(join(tmpdir(), 'payctl-inbox-'));
  afterAll(() => rmSync(place, { recursive: true }));
  const kept = new KeptDatabases(`${DIRECTORY}/index`, place);
  const ids = Array.from({ length: 450 }, (_, index) => `T${index}`);

  async function filled(): Promise<FakeHost> {
    kept.clear();
    const host = fakeHost();
    const inbox = new FileInbox(host, DIRECTORY);
    await Promise.all(
      ids.map((id) => receive(inbox, body(id, { billPaymentRef1: `ORDER ${id}` }))),
    );
    return host;
  }

  const opened = (host: FakeHost) =>
    new FileInbox({ ...host, files: kept.on(host.files) }, DIRECTORY);

  /** Ids in the order of their pages, and what is found by one reference. */
  async function seen(host: FakeHost, newestFirst: boolean) {
    const found: string[] = [];
    for await (const { stored } of readPages(opened(host), { newestFirst })) {
      const page = stored.map(({ confirmation }) => confirmation.id);
      found.push(...(newestFirst ? page.reverse() : page));
    }
    const { stored } = await readMentioning(opened(host), 'ORDER T77');
    return [found, stored.map(({ confirmation }) => confirmation.id)];
  }

  it('is written once, and goes on where it was', async () => {
    const host = await filled();
    expect(await seen(host, false)).toEqual([ids, ['T77']]);
    const [name = ''] = kept.names();
    expect(name).toMatch(/^\d{15}\.db$/);
    await receive(new FileInbox(host, DIRECTORY), body('T450'));
    expect(await seen(host, true)).toEqual([['T450', ...ids.toReversed()], ['T77']]);
    expect(kept.names()).toEqual([name]);
  });

  it.each([
    ['is cut', async () => kept.put(newest(), kept.read(newest()).subarray(0, 5_000))],
    ['is no database', async () => kept.put(newest(), Buffer.from('x'.repeat(9_000)))],
    ['is lost', async () => kept.lose(newest())],
    ['has other lines', () => changed('UPDATE line SET length = length + 1')],
    [
      'has another state',
      () => changed(`UPDATE state SET text = replace(text, '"to":', '"to":1')`),
    ],
    ['is of another version', () => changed('PRAGMA user_version = 9')],
  ])('is made anew where it %s', async (how, damage) => {
    const host = await filled();
    const sound = await seen(host, false);
    const before = newest();
    await damage();
    expect(await seen(host, false)).toEqual(sound);
    expect(await seen(host, true)).toEqual([ids.toReversed(), ['T77']]);
    expect(kept.names()).toHaveLength(1);
    if (how !== 'is lost') expect(newest()).not.toBe(before);
  });

  it('is waited for while another process keeps it locked', async () => {
    const host = await filled();
    await seen(host, false);
    await receive(new FileInbox(host, DIRECTORY), body('T450'));
    const other = await openDatabase(join(place, newest()));
    other.exec('BEGIN EXCLUSIVE');
    const sleep = async () => {
      if (host.clock.passed() > 50_000) other.exec('ROLLBACK');
      host.clock.advance(20);
    };
    await seen({ ...host, clock: { ...host.clock, sleep } }, false);
    expect(other.all('SELECT count(*) FROM message')).toEqual([[451]]);
    other.close();
  });

  it('is held in memory where the disk is full, or another process keeps it locked', async () => {
    const host = await filled();
    const sound = await seen(host, false);
    await receive(new FileInbox(host, DIRECTORY), body('T450'));
    const other = await openDatabase(join(place, newest()));
    other.exec('BEGIN EXCLUSIVE');
    expect(await seen(host, false)).toEqual([[...ids, 'T450'], sound[1]]);
    other.close();
    kept.lose(newest());
    host.files.before = diskFull;
    expect(await seen(host, false)).toEqual([[...ids, 'T450'], sound[1]]);
  });

  const newest = () => kept.names().findLast((name) => name.endsWith('.db')) ?? '';

  async function changed(sql: string): Promise<void> {
    const database = await openDatabase(join(place, newest()));
    database.exec(sql);
    database.close();
  }

  it('names a line that was changed, by its number', async () => {
    const host = await filled();
    await seen(host, false);
    const [path = ''] = segments(host);
    host.files.put(path, (host.files.text(path) ?? '').replace('ORDER T5\\"', 'ORDER X5\\"'));
    const damaged = new Set<string>();
    for await (const page of readPages(opened(host))) {
      for (const line of page.damaged) damaged.add(String(line));
    }
    expect([...damaged]).toEqual([expect.stringMatching(/^\d{15}-[0-9a-f]{8}\.jsonl:6$/)]);
  });
});
