import { expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/host/sqlite.js';
import { openSandbox } from '../../src/runtime/open-sandbox.js';
import { FileBooks } from '../../src/state/files/book-store.js';
import { FileInbox } from '../../src/state/files/inbox.js';
import { openFileStore } from '../../src/state/files/store.js';
import { findPaths } from '../../src/state/paths.js';
import { firstNight } from '../fixtures/book-nights.js';
import { fakeHost } from '../fixtures/fake-host.js';

vi.mock('libsql', () => {
  throw new Error('no machine code for this platform');
});

it('reads every claim and every confirmation where SQLite cannot be loaded', async () => {
  const host = fakeHost();
  const store = openFileStore(host.files, '/state', host);
  const key = 'a'.repeat(32);
  await store.claims.add({ key, newest: 0 }, { lines: [{ v: '1' }] });
  const view = await store.index.open();
  expect(view.open).toEqual([{ key, newest: 1 }]);
  const inbox = new FileInbox(host, '/inbox');
  await inbox.receive({ id: 'T1', fingerprint: 'f', body: '{}' });
  expect((await inbox.mentioning('T1')).entries).toMatchObject([{ id: 'T1' }]);
  for await (const { own } of inbox.pages({ newestFirst: true }))
    expect([...own]).toEqual(['f T1']);
});

it('names the machine and the way out where the embedded bank is asked for', async () => {
  const host = fakeHost();
  const opened = openSandbox(host, findPaths(host), undefined, {});
  await expect(opened).rejects.toMatchObject({
    exitClass: 'CONFIG',
    message: expect.stringContaining(`no build for ${process.platform}-${process.arch}`),
    facts: { hint: expect.objectContaining({ id: 'sqliteElsewhere' }) },
  });
});

it('keeps no books in files there, and names the way out', async () => {
  const host = fakeHost();
  const books = new FileBooks({ ...host, files: { ...host.files, openDatabase } }, '/state');
  expect([await books.names(), await books.open('shop')]).toEqual([[], undefined]);
  await expect(books.create('shop', firstNight())).rejects.toMatchObject({
    exitClass: 'CONFIG',
    message: expect.stringContaining(`no build for ${process.platform}-${process.arch}`),
    facts: { hint: expect.objectContaining({ id: 'installSqlite' }) },
  });
});
