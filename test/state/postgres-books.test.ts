import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookChange } from '../../src/state/books.js';
import { copyBooks } from '../../src/state/copy-books.js';
import { FileBooks } from '../../src/state/files/book-store.js';
import { PostgresBooks } from '../../src/state/postgres/book-store.js';
import { changeAfter, contentsOf, firstNight, lineOf, nextNight } from '../fixtures/book-nights.js';
import { temporaryDirectory } from '../fixtures/child.js';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { listeningTo, type Plan, rowsRead } from '../postgres/plan.js';
import { type Fate, WireProxy } from '../postgres/proxy.js';
import { PostgresServer } from '../postgres/server.js';
import { TestStore } from '../postgres/store.js';
import { host, newStore } from '../postgres/subjects.js';
import { keepsBookContract, opened, readAll } from './book-contract.js';

const LINES = 100_000;

describeWith('postgres', 'books in PostgreSQL', () => {
  let server: PostgresServer;
  let store: TestStore;
  let tables: Awaited<ReturnType<typeof newStore>>;
  beforeAll(async () => {
    server = await PostgresServer.shared();
    store = await TestStore.make(server);
    tables = await newStore(server);
  });
  afterAll(() => {
    store?.close();
    tables?.close();
  });

  // As a process that may no more than payctl needs.
  keepsBookContract(() => new PostgresBooks(tables.connect()));

  it.each([
    "UPDATE payctl.book_event SET line = ''",
    'DELETE FROM payctl.book_line',
    'UPDATE payctl.book_item SET resolved = 1',
    'UPDATE payctl.book SET seq = 7',
    'INSERT INTO payctl.book_event SELECT * FROM payctl.book_event',
  ])('are changed by nobody but with an event: %s', async (text) => {
    const login = tables.connect();
    await expect(login.query({ text })).rejects.toMatchObject({ facts: { code: '42501' } });
  });

  it('are not written by a reader', async () => {
    const asked = await server.sql<{ may: boolean }>(
      `SELECT has_function_privilege('payctl_reader', oid, 'EXECUTE') AS may
        FROM pg_proc WHERE proname = 'commit_book'`,
      tables.database,
    );
    expect(asked).toEqual([{ may: false }]);
  });

  it('go to files and back with all that they hold', async () => {
    const [files, books] = [
      new FileBooks(host, await temporaryDirectory()),
      new PostgresBooks(tables.connect()),
    ];
    await files.create('moved', firstNight());
    expect(await copyBooks(files, books, [])).toBe(1);
    const book = await opened(books, 'moved');
    expect(await book.commit(nextNight(firstNight().event))).toBe(true);
    // Of the books that other tests have left here, too.
    expect(await copyBooks(books, files, [])).toBeGreaterThan(0);
    expect(await contentsOf(await opened(files, 'moved'))).toEqual(await contentsOf(book));
  });

  it('leave nothing of a run that was killed for longer than a day', async () => {
    const books = new PostgresBooks(store.server());
    await books.create('pieces', firstNight());
    await server.sql(
      `INSERT INTO payctl.book_piece (event, number, kind, rows, at) VALUES
        ('dead', 1, 'line', '[]', now() - interval '25 hours'), ('alive', 1, 'line', '[]', now())`,
      store.database,
    );
    await (await opened(books, 'pieces')).commit(nextNight(firstNight().event));
    const left = await server.sql('SELECT event FROM payctl.book_piece', store.database);
    expect(left).toEqual([{ event: 'alive' }]);
  });

  /** A night that is sent in several messages. */
  const largeNight = (head: BookChange['event']) => {
    const addLines = Array.from({ length: 6_000 }, (_, at) => lineOf(at + 10_001));
    return changeAfter(head, {
      addLines,
      changeLines: [{ id: 5, file: 1, line: 1, item: 'x', waits: null }],
    });
  };

  describe('a night whose connection fails', () => {
    it.each<[Fate]>([['cut'], ['pass-and-cut']])(
      '%s at any message is written once',
      async (fate) => {
        const proxy = await WireProxy.before(server.port);
        const before = firstNight();
        const night = largeNight(before.event);
        let count = 0;
        for (let number = 0; number <= count; number += FULL ? 1 : 4) {
          const name = `${fate}-${number}`;
          await new PostgresBooks(store.server()).create(name, before);
          const book = await opened(
            new PostgresBooks(store.server(proxy.url(store.database))),
            name,
          );
          let isStruck = false;
          proxy.watch((message) => {
            if (isStruck || message.number !== number) return 'pass';
            isStruck = true;
            return fate;
          });
          expect(await book.commit(night), name).toBe(true);
          if (number === 0) count = proxy.messages;
          const { head, lines, events } = await contentsOf(book);
          expect([head.sum, lines.length, events.length]).toEqual([night.event.sum, 7_000, 2]);
        }
        expect(count).toBeGreaterThan(6);
        expect(
          await server.sql(
            "SELECT 1 FROM payctl.book_piece WHERE event <> 'alive'",
            store.database,
          ),
        ).toEqual([]);
        await proxy.dispose();
      },
      3_600_000,
    );

    it('because the server is killed is written whole or not at all', async () => {
      const mortal = await PostgresServer.start();
      const proxy = await WireProxy.before(mortal.port);
      const living = await TestStore.make(mortal, (database) => proxy.url(database));
      const before = firstNight();
      const night = largeNight(before.event);
      const points = FULL ? Array.from({ length: 20 }, (_, at) => at + 1) : [4, 7];
      for (const number of points) {
        const name = `killed-${number}`;
        await new PostgresBooks(living.server()).create(name, before);
        const book = await opened(new PostgresBooks(living.server()), name);
        let restarted: Promise<void> | undefined;
        proxy.watch(async (message): Promise<Fate> => {
          if (restarted !== undefined || message.number !== number) return 'pass';
          await mortal.crash();
          restarted = mortal.start();
          return 'cut';
        });
        const committed = await book.commit(night).catch(() => undefined);
        await restarted;
        proxy.watch();
        const found = await contentsOf(await opened(new PostgresBooks(living.server()), name));
        const isWritten = found.head.seq === 2;
        expect(found.lines).toHaveLength(isWritten ? 7_000 : 1_000);
        expect(found.events).toHaveLength(found.head.seq);
        if (committed !== undefined) expect(isWritten).toBe(committed);
      }
      living.close();
      await proxy.dispose();
      await mortal.dispose();
    }, 3_600_000);
  });

  it.each(['before the server knows its tables', 'analyzed'])(
    'that are large are read by their indexes, %s',
    async (when) => {
      const { asked, listening } = listeningTo(store.server());
      const books = new PostgresBooks(listening);
      const name = when.replaceAll(' ', '-');
      await books.create(name, changeAfter(undefined));
      await fillLines(name);
      if (when === 'analyzed') await server.sql('VACUUM ANALYZE', store.database);
      const book = await opened(books, name);
      asked.length = 0;
      await readAll(book);
      expect(asked.length).toBeGreaterThan(8);
      for (const text of asked) {
        const parts = text.split(';\n');
        const [settings, select] = [parts.slice(0, -1).join(';'), parts.at(-1)];
        const [row] = await server
          .sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
            `${settings}; EXPLAIN (ANALYZE, FORMAT JSON) ${select}`,
            store.database,
          )
          .then((all) => all.flat());
        expect(mostRead(row?.['QUERY PLAN'][0].Plan), select).toBeLessThan(2_000);
      }
    },
  );

  async function fillLines(name: string): Promise<void> {
    await server.sql(
      `INSERT INTO payctl.book_line SELECT book.id, n, 'own', n / 1000, n, md5(n::text), md5('t' || n),
          '', n, NULL, 20000 + n / 1000, -1, 20000 + n / 1000, 0, '', 0, NULL, NULL,
          CASE WHEN n % 1000 = 0 THEN 'item' || n END
        FROM payctl.book, generate_series(1, ${LINES}) AS n WHERE name = '${name}';
      INSERT INTO payctl.book_item SELECT book.id, 'item' || n, 'amount', 1, 20000, '2026-03-01',
          CASE WHEN n % 10000 > 0 THEN 1 END FROM payctl.book, generate_series(1000, ${LINES}, 1000) AS n
        WHERE name = '${name}'`,
      store.database,
    );
  }
});

/** The most rows that a part of the plan reads. */
function mostRead(plan: Plan | undefined): number {
  if (plan === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(rowsRead(plan), ...(plan.Plans ?? []).map(mostRead));
}
