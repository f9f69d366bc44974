import {
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase as openBook } from '../../src/host/sqlite.js';
import { FileBooks } from '../../src/state/files/book-store.js';
import { ownFiles } from '../../src/state/own-files.js';
import { changeAfter, contentsOf, lineOf } from '../fixtures/book-nights.js';
import { temporaryDirectory } from '../fixtures/child.js';
import { directoryOfFile } from '../fixtures/leftovers.js';
import { host } from '../postgres/subjects.js';
import { keepsBookContract, opened, readAll } from './book-contract.js';

describe('books in files', () => {
  const directory = directoryOfFile();
  keepsBookContract(() => new FileBooks(host, directory));
});

const FIRST = changeAfter(undefined, { addLines: [lineOf(1)] });

async function madeBook() {
  const directory = await temporaryDirectory();
  const open = () => {
    return new FileBooks({ ...host, files: ownFiles(host.files, [directory]) }, directory);
  };
  await open().create('shop', FIRST);
  return {
    books: open(),
    path: join(directory, 'books/shop.db'),
    folder: join(directory, 'books'),
  };
}

describe('the file of a book', () => {
  it('is ours alone, as is its directory', async () => {
    const { path, folder } = await madeBook();
    expect([path, folder].map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o700]);
  });

  it.each(['shop.db', 'shop.db-journal', ''])(
    'is refused where books/%s is a link',
    async (name) => {
      const { books, folder } = await madeBook();
      const at = join(folder, name);
      if (existsSync(at)) renameSync(at, `${folder}.real`);
      symlinkSync(`${folder}.real`, at);
      await expect(books.open('shop')).rejects.toMatchObject({ exitClass: 'CONFIG' });
    },
  );

  it.each(['shop.db', 'shop.db-journal'])('is refused where others can write %s', async (name) => {
    const { books, folder } = await madeBook();
    writeFileSync(join(folder, name), '', { flag: 'a' });
    chmodSync(join(folder, name), 0o666);
    await expect(books.open('shop')).rejects.toMatchObject({ exitClass: 'CONFIG' });
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['is cut off', (bytes) => bytes.subarray(0, bytes.length - 4_096)],
    ['is cut off within a page', (bytes) => bytes.subarray(0, bytes.length - 100)],
    ['is something else', () => Buffer.from('{"a":1}\n'.repeat(1_000))],
    ['has lost a page', (bytes) => Buffer.from(bytes).fill(0, 4_096, 8_192)],
    ['is another database', (bytes) => Buffer.from(bytes).fill(0, 60, 64)],
  ])('that %s is reported, with the way out, and left as it is', async (_what, damage) => {
    const { books, path } = await madeBook();
    const damaged = damage(readFileSync(path));
    writeFileSync(path, damaged);
    const reading = async () => {
      const book = await books.open('shop');
      return book && contentsOf(book);
    };
    await expect(reading()).rejects.toMatchObject({
      exitClass: 'CONFIG',
      message: expect.stringContaining(path),
      facts: { hint: expect.objectContaining({ id: 'restore' }) },
    });
    expect(await books.names()).toEqual(['shop']);
    expect(readFileSync(path).equals(damaged)).toBe(true);
  });

  it('of a newer program is refused', async () => {
    const { books, path } = await madeBook();
    const database = await openBook(path);
    database.exec('PRAGMA user_version = 2');
    database.close();
    await expect(books.open('shop')).rejects.toMatchObject({
      facts: { hint: expect.objectContaining({ id: 'update' }) },
    });
  });

  it('that another process holds is waited for half a minute', async () => {
    const { path, folder } = await madeBook();
    const holder = await openBook(path);
    holder.exec('BEGIN IMMEDIATE');
    let slept = 0;
    const sleep = async (ms: number) => {
      slept += ms;
    };
    const books = new FileBooks(
      { files: host.files, clock: { ...host.clock, sleep } },
      join(folder, '..'),
    );
    const book = await books.open('shop');
    const writing = book?.commit(changeAfter(FIRST.event));
    await expect(writing).rejects.toMatchObject({ exitClass: 'CONFLICT' });
    expect(slept).toBe(30_000);
    holder.exec('ROLLBACK');
    holder.close();
    expect(await book?.commit(changeAfter(FIRST.event))).toBe(true);
    await book?.close();
  });

  it('is read by its indexes, whatever is asked for', async () => {
    const { folder } = await madeBook();
    const plans: string[] = [];
    const openDatabase: typeof host.files.openDatabase = async (at) => {
      const database = await openBook(at);
      return {
        run: (...asked) => database.run(...asked),
        exec: (text) => database.exec(text),
        close: () => database.close(),
        all: (...asked) => database.all(...asked),
        rows(text, ...values) {
          if (/FROM (line|item|file)/.test(text)) {
            const plan = database.all(`EXPLAIN QUERY PLAN ${text}`, ...values);
            plans.push(...plan.map((row) => String(row[3])));
          }
          return database.rows(text, ...values);
        },
      };
    };
    const files = { ...host.files, openDatabase };
    const book = await opened(new FileBooks({ ...host, files }, join(folder, '..')));
    await readAll(book);
    await book.close();
    expect(plans.length).toBeGreaterThan(20);
    const isBounded = /json_each|INDEX (item_open|line_waits)/;
    expect(plans.filter((step) => step.startsWith('SCAN') && !isBounded.test(step))).toEqual([]);
    expect(plans.join()).toMatch(/line_reference.*line_settles.*line_waits/);
  });
});
