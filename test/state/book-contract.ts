import { describe, expect, it } from 'vitest';
import type { Book, BookLine, StoredBooks } from '../../src/state/books.js';
import { ORIGIN } from '../../src/state/chain.js';
import { allOf, changeAfter, contentsOf, fileOf, itemOf, lineOf } from '../fixtures/book-nights.js';

const DAY = 20_500;
/** How often two writers meet. */
const ROUNDS = 25;

export async function opened(books: StoredBooks, name = 'shop'): Promise<Book> {
  const book = await books.open(name);
  if (book === undefined) throw new Error(`there is no book ${name}`);
  return book;
}

const idsOf = (rows: readonly { id: number | string }[]) => rows.map(({ id }) => id);

/** Each way in which an engine reads a book. */
export async function readAll(book: Book): Promise<void> {
  const keys = Array.from({ length: 200 }, (_, at) => `key ${at}`);
  await book.lines({ references: keys, transactionIds: keys, payouts: keys });
  await book.lines({ references: keys });
  await book.lines({ days: [{ from: 20_050, to: 20_050 }] });
  await book.lines({ files: [7], items: ['item1000'], ids: [1, 2, 3] });
  await book.lines({ open: true });
  await book.items('open');
  await book.items({ ids: ['item1000', 'none'] });
  await book.files({ names: keys, sha256: keys });
  await book.files();
}

/** What every store of books keeps to. `open` opens them as another process does. */
export function keepsBookContract(open: () => StoredBooks | Promise<StoredBooks>): void {
  const name = newBookNames();

  it('has no book before one is made, and makes each name once', async () => {
    const [books, book] = [await open(), name()];
    expect(await books.open(book)).toBeUndefined();
    expect(await books.names()).not.toContain(book);
    expect(await books.create(book, changeAfter(undefined, {}, 'mine'))).toBe(true);
    expect(await (await open()).create(book, changeAfter(undefined, {}, 'other'))).toBe(false);
    expect(await (await open()).names()).toContain(book);
    expect(await contentsOf(await opened(await open(), book))).toMatchObject({
      head: { seq: 1, state: '{"seq":1}' },
      events: [{ seq: 1, line: expect.stringContaining('mine') }],
      files: [],
    });
  });

  it.each(['', '.a', 'a/b', '../a', 'a b', 'ก', 'a'.repeat(65)])(
    'refuses the name %j',
    async (bad) => {
      const books = await open();
      await expect(books.create(bad, changeAfter(undefined))).rejects.toMatchObject({
        exitClass: 'USAGE',
      });
      await expect(books.open(bad)).rejects.toMatchObject({ exitClass: 'USAGE' });
    },
  );

  it('gives back every value as it was written', async () => {
    const [books, book] = [await open(), name()];
    const odd = `ก'"\\ \u2028 ${String.fromCodePoint(0x1f600)} $1 -- ; \n\t`;
    const rows = {
      addFiles: [fileOf(1), fileOf(2, { side: 'bank', name: odd, from: null, to: null })],
      addLines: [
        lineOf(1, {
          reference: odd,
          transactionId: '',
          payout: odd,
          fault: '{"at":1}',
          item: 'a-2',
        }),
        lineOf(2, { side: 'bank', amount: -(2 ** 53 - 1), fee: 2 ** 40, time: -1, waits: 'late' }),
        lineOf(3, { currency: 'USD', contents: 2 ** 31 - 1, waits: 'withdrawn', status: 2 }),
      ],
      putItems: [
        itemOf('a-2', { decision: odd, decided: 1, resolved: 1, amount: -5 }),
        itemOf('b'),
      ],
    };
    await books.create(book, changeAfter(undefined, rows, odd));
    const found = await contentsOf(await opened(await open(), book));
    expect(found).toMatchObject({
      files: rows.addFiles,
      lines: rows.addLines,
      items: rows.putItems,
    });
    expect(found.events).toEqual([changeAfter(undefined, {}, odd).event]);
  });

  it('finds lines by each of their keys, each once and in order', async () => {
    const [books, made] = [await open(), name()];
    const addLines = [
      lineOf(1, { reference: 'A', item: 'open' }),
      lineOf(2, { reference: 'A', transactionId: 'X', side: 'bank', file: 2 }),
      lineOf(3, { reference: '', transactionId: 'X', payout: 'P', settles: DAY + 1 }),
      lineOf(4, { reference: '', transactionId: '', payout: 'P', settles: DAY + 2, item: 'gone' }),
      lineOf(5, { waits: 'late', settles: DAY + 9 }),
    ];
    const putItems = [itemOf('open'), itemOf('gone', { resolved: 1 })];
    await books.create(made, changeAfter(undefined, { addLines, putItems }));
    const book = await opened(books, made);
    const ids = async (query: Parameters<Book['lines']>[0]) => idsOf(await book.lines(query));
    expect(await ids({})).toEqual([]);
    expect(await ids({ references: [], ids: [] })).toEqual([]);
    expect(await ids({ references: ['A', 'A', 'none', ''] })).toEqual([1, 2]);
    expect(await ids({ transactionIds: ['X', ''] })).toEqual([2, 3]);
    expect(await ids({ payouts: ['P', ''] })).toEqual([3, 4]);
    expect(await ids({ days: [{ from: DAY + 1, to: DAY + 2 }] })).toEqual([3, 4]);
    expect(await ids({ files: [2], items: ['gone'], ids: [5, 99] })).toEqual([2, 4, 5]);
    expect(await ids({ open: true })).toEqual([1, 5]);
    expect(await ids({ open: true, references: ['A'], transactionIds: ['X'] })).toEqual([
      1, 2, 3, 5,
    ]);
    expect(idsOf(await book.items('open'))).toEqual(['open']);
    expect(idsOf(await book.items({ ids: ['open', 'gone', 'none'] }))).toEqual(['gone', 'open']);
    expect(await book.items({ ids: [] })).toEqual([]);
  });

  it('finds files by what they hold and are called', async () => {
    const [books, made] = [await open(), name()];
    const addFiles = [fileOf(1), fileOf(2, { name: 'night-1.csv' }), fileOf(3)];
    await books.create(made, changeAfter(undefined, { addFiles }));
    const book = await opened(books, made);
    expect(idsOf(await book.files({ names: ['night-1.csv'] }))).toEqual([1, 2]);
    expect(idsOf(await book.files({ sha256: ['sha-3', 'none'] }))).toEqual([3]);
    expect(idsOf(await book.files({ sha256: ['sha-3'], names: ['night-1.csv'] }))).toEqual([
      1, 2, 3,
    ]);
    expect(await book.files({})).toEqual([]);
  });

  it('writes a change whole', async () => {
    const [books, made] = [await open(), name()];
    const first = changeAfter(undefined, {
      addFiles: [fileOf(1)],
      addLines: [lineOf(1), lineOf(2), lineOf(3)],
      putItems: [itemOf('a')],
    });
    await books.create(made, first);
    const second = changeAfter(first.event, {
      addFiles: [fileOf(2, { applied: 2 })],
      replaceFiles: [1],
      addLines: [lineOf(4, { file: 2 })],
      removeLines: [2],
      changeLines: [{ id: 3, file: 2, line: 77, item: 'b', waits: 'withdrawn' }],
      putItems: [itemOf('a', { resolved: 2, class: 'amount' }), itemOf('b')],
    });
    expect(await (await opened(books, made)).commit(second)).toBe(true);
    expect(await contentsOf(await opened(await open(), made))).toEqual({
      head: { seq: 2, sum: second.event.sum, state: second.state },
      files: [fileOf(1, { replaced: 2 }), fileOf(2, { applied: 2 })],
      lines: [
        lineOf(1),
        lineOf(3, { file: 2, line: 77, item: 'b', waits: 'withdrawn' }),
        lineOf(4, { file: 2 }),
      ],
      items: [itemOf('a', { resolved: 2, class: 'amount' }), itemOf('b')],
      events: [first.event, second.event],
    });
  });

  it('refuses a change that was made for another head, and takes the same one twice', async () => {
    const [books, made] = [await open(), name()];
    const first = changeAfter(undefined);
    await books.create(made, first);
    expect(await books.create(made, first)).toBe(true);
    const book = await opened(books, made);
    const mine = changeAfter(first.event, { addLines: [lineOf(1)] }, 'mine');
    const other = changeAfter(first.event, { addLines: [lineOf(1)] }, 'other');
    expect(await book.commit(mine)).toBe(true);
    expect(await book.commit(other)).toBe(false);
    expect(await book.commit(mine)).toBe(true);
    expect(await book.commit(changeAfter({ seq: 2, sum: other.event.sum }))).toBe(false);
    expect(await book.commit(changeAfter({ seq: 3, sum: mine.event.sum }))).toBe(false);
    expect(await contentsOf(book)).toMatchObject({
      head: { seq: 2, sum: mine.event.sum },
      lines: [{ id: 1 }],
    });
  });

  it('keeps books apart', async () => {
    const [books, one, two] = [await open(), name(), name()];
    const change = changeAfter(undefined, { addFiles: [fileOf(1)], addLines: [lineOf(1)] });
    await books.create(one, change);
    await books.create(two, { ...change, addLines: [lineOf(1, { reference: 'OTHER' })] });
    const book = await opened(books, two);
    await book.commit(changeAfter(change.event, { removeLines: [1], replaceFiles: [1] }));
    expect(idsOf(await (await opened(books, one)).lines({ references: ['R1'] }))).toEqual([1]);
    expect(await (await opened(books, one)).files()).toEqual([fileOf(1)]);
    expect(await book.lines({ references: ['R1', 'OTHER'] })).toEqual([]);
  });

  it('takes a night of many lines', async () => {
    const [books, made] = [await open(), name()];
    const addLines = Array.from({ length: 12_345 }, (_, at) => lineOf(at + 1));
    const first = changeAfter(undefined, { addLines });
    await books.create(made, first);
    const book = await opened(books, made);
    const changeLines = addLines.map(({ id }) => ({
      id,
      file: 2,
      line: id,
      item: null,
      waits: null,
    }));
    const removeLines = [1, 12_345];
    const kept = changeLines.slice(1, -1);
    await book.commit(changeAfter(first.event, { removeLines, changeLines: kept }));
    const found = await allOf(book.allLines());
    expect(found).toHaveLength(12_343);
    expect(found.every(({ id, line, file }) => file === 2 && line === id)).toBe(true);
    const references = addLines.map(({ reference }) => reference);
    expect(await book.lines({ references })).toEqual(found);
  });

  it('lets one of two writers win each event', async () => {
    const made = name();
    await (await open()).create(made, changeAfter(undefined));
    const writers = [await opened(await open(), made), await opened(await open(), made)];
    for (let round = 0; round < ROUNDS; round++) {
      const heads = await Promise.all(writers.map((book) => book.head()));
      const results = await Promise.all(
        writers.map((book, at) => {
          const id = 2 * round + at + 1;
          const change = changeAfter(heads[at], { addLines: [lineOf(id)] }, `${at} ${round}`);
          return book.commit(change);
        }),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
    }
    const { head, lines, events } = await contentsOf(await opened(await open(), made));
    expect([head.seq, lines.length, events.length]).toEqual([ROUNDS + 1, ROUNDS, ROUNDS + 1]);
  });

  describe('that takes a book of another store', () => {
    it('has all of it, in place of the beginning that it had', async () => {
      const [books, made] = [await open(), name()];
      const first = changeAfter(undefined, { addLines: [lineOf(1)], addFiles: [fileOf(1)] });
      await books.create(made, first);
      const book = await opened(books, made);
      const before = await book.head();
      const source = otherBook(book, lineOf(2));
      const head = await source.head();
      expect(await books.replace(source, head, { ...before, sum: ORIGIN })).toBe(false);
      expect(await books.replace(source, head, undefined)).toBe(false);
      expect((await contentsOf(book)).lines).toEqual([lineOf(1)]);
      const wanted = await contentsOf(source);
      expect(await books.replace(fixed(source, wanted), head, before)).toBe(true);
      expect(await contentsOf(await opened(await open(), made))).toEqual(wanted);
    });

    it('makes it where there is none', async () => {
      const [books, made] = [await open(), name()];
      await books.create(made, changeAfter(undefined, { addLines: [lineOf(1)] }));
      const copy = name();
      const source = { ...otherBook(await opened(books, made), lineOf(2)), name: copy };
      expect(await books.replace(source, await source.head(), undefined)).toBe(true);
      expect(await contentsOf(await opened(books, copy))).toEqual(await contentsOf(source));
    });
  });
}

/** The book as it would be after another event. */
function otherBook(book: Book, line: BookLine): Book {
  const next = async () => changeAfter(await book.head(), {}, 'elsewhere');
  return {
    name: book.name,
    head: async () => {
      const { event, state } = await next();
      return { seq: event.seq, sum: event.sum, state };
    },
    files: () => book.files(),
    lines: async () => [],
    async *allLines() {
      yield [line];
    },
    items: async () => [],
    async *allItems() {
      yield [itemOf('elsewhere')];
    },
    async *events() {
      yield* book.events();
      yield [(await next()).event];
    },
    commit: async () => false,
    close: async () => undefined,
  };
}

/** A book of another store does not change with the one here. */
function fixed(book: Book, { head, events }: Awaited<ReturnType<typeof contentsOf>>): Book {
  return {
    ...book,
    head: async () => head,
    async *events() {
      yield events;
    },
  };
}

let names = 0;
function newBookNames(): () => string {
  return () => `Book_${++names}.x-y`;
}
