import { describe, expect, it } from 'vitest';
import { Inbox } from '../../src/callbacks/inbox.js';
import { inboxDirectory, readInbox } from '../../src/callbacks/stored.js';
import { diskFull } from '../fake-files.js';
import { type FakeHost, fakeHost } from '../fake-host.js';
import { qr30 } from './messages.js';

const DIRECTORY = inboxDirectory('/state', 'shop');
const body = (id: string, fields = {}) => qr30({ transactionId: id, ...fields });

function idsIn(host: FakeHost): string[] {
  return readInbox(host.files, DIRECTORY).stored.map(({ confirmation }) => confirmation.id);
}

function segments(host: FakeHost): string[] {
  return host.files.paths().filter((path) => path.startsWith(DIRECTORY));
}

describe('the inbox', () => {
  it('marks the later message on disk, and knows a contradicted id after a restart', async () => {
    const host = fakeHost();
    const inbox = new Inbox(host, DIRECTORY);
    const { stored } = await inbox.receive(body('T1'), true);
    const other = await inbox.receive(body('T2'), true);
    await inbox.receive(body('T1', { amount: '2' }), true);
    const lines = segments(host).flatMap((path) => (host.files.text(path) ?? '').split('\n'));
    const marks = lines.filter(Boolean).map((line) => JSON.parse(line).contradicts);
    expect(marks).toEqual([false, false, true]);
    const again = new Inbox(host, DIRECTORY);
    for (const box of [inbox, again]) {
      expect(box.isContradicted(stored.confirmation)).toBe(true);
      expect(box.isContradicted(other.stored.confirmation)).toBe(false);
    }
  });

  it('stores what comes together with one flush', async () => {
    const host = fakeHost();
    const inbox = new Inbox(host, DIRECTORY);
    await inbox.receive(body('T0'), false);
    const flushes: string[] = [];
    host.files.before = (step) => {
      if (step === 'append' || step === 'create') flushes.push(step);
    };
    const ids = Array.from({ length: 100 }, (_, index) => `T${index + 1}`);
    const receipts = await Promise.all(
      [...ids, ...ids].map((id) => inbox.receive(body(id), false)),
    );
    expect(flushes).toEqual(['append']);
    expect(receipts.filter(({ as }) => as === 'duplicate')).toHaveLength(100);
    expect(idsIn(host)).toEqual(['T0', ...ids]);
  });

  it('acknowledges nothing while the disk is full, and takes the next attempt', async () => {
    const host = fakeHost();
    const inbox = new Inbox(host, DIRECTORY);
    await inbox.receive(body('T1'), false);
    host.files.before = diskFull;
    const both = await Promise.allSettled([
      inbox.receive(body('T2'), false),
      inbox.receive(body('T2'), false),
      inbox.receive(body('T1', { amount: '2' }), false),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    host.files.before = () => undefined;
    expect((await inbox.receive(body('T2'), false)).as).toBe('new');
    expect((await inbox.receive(body('T1', { amount: '2' }), false)).as).toBe('contradiction');
    expect(idsIn(host)).toEqual(['T1', 'T2', 'T1']);
    // Half a line may stand where the write broke off: nothing is written behind it.
    expect(segments(host)).toHaveLength(2);
  });

  it('reads a torn tail as never written, and names a line that was changed', async () => {
    const host = fakeHost();
    const inbox = new Inbox(host, DIRECTORY);
    for (const id of ['T1', 'T2', 'T3']) await inbox.receive(body(id), false);
    const [path = ''] = segments(host);
    const text = host.files.text(path) ?? '';
    host.files.put(path, text.slice(0, -20));
    expect(idsIn(host)).toEqual(['T1', 'T2']);
    expect((await new Inbox(host, DIRECTORY).receive(body('T3'), false)).as).toBe('new');
    expect(idsIn(host)).toEqual(['T1', 'T2', 'T3']);

    host.files.put(path, text.replace('ORDER1', 'ORDER2'));
    const { stored, damaged } = readInbox(host.files, DIRECTORY);
    expect(stored.map(({ confirmation }) => confirmation.id)).toEqual(['T2', 'T3']);
    expect(damaged).toEqual([`${path.slice(DIRECTORY.length + 1)}:1`]);
  });

  it('keeps the order also when the clock was set back', async () => {
    const host = fakeHost();
    await new Inbox(host, DIRECTORY).receive(body('T1'), false);
    host.clock.advance(-86_400_000);
    await new Inbox(host, DIRECTORY).receive(body('T2'), false);
    expect(segments(host)).toHaveLength(2);
    expect(idsIn(host)).toEqual(['T1', 'T2']);
  });

  it('remembers verdicts and how forwarding ended', async () => {
    const host = fakeHost();
    const inbox = new Inbox(host, DIRECTORY);
    const { stored } = await inbox.receive(body('T1'), true);
    await inbox.judged(stored.confirmation, {
      state: 'contradicted',
      bankAmount: '10.00',
      reason: 'it says 100.00, the bank says 10.00',
    });
    await inbox.forwarded(stored.confirmation, {
      type: 'dead',
      to: 'http://127.0.0.1/',
      reason: 'no',
    });
    expect(readInbox(host.files, DIRECTORY).stored).toMatchObject([
      { state: 'contradicted', bankAmount: '10.00', forwarding: 'dead', failure: 'no' },
    ]);
  });

  it('keeps the body character by character', async () => {
    const host = fakeHost();
    const text = `  {"transactionId" : "T1",\n "amount":100.10, "note":"ก\\u0000" }`;
    await new Inbox(host, DIRECTORY).receive(text, false);
    expect(readInbox(host.files, DIRECTORY).stored[0]?.body).toBe(text);
  });

  it('is nothing where nothing was ever received', () => {
    expect(readInbox(fakeHost().files, DIRECTORY)).toEqual({ stored: [], damaged: [] });
  });
});
