import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeBook } from '../../src/books/close.js';
import { createBook } from '../../src/books/create.js';
import { type AccountingEntry, journalEntries } from '../../src/books/entries.js';
import { openBook } from '../../src/books/open.js';
import { resolveItems } from '../../src/books/resolve.js';
import { runBook } from '../../src/books/run.js';
import { openItems } from '../../src/books/status.js';
import { parseDate } from '../../src/core/time.js';
import type { Account } from '../../src/reconcile/mapping.js';
import type { Book } from '../../src/state/books.js';
import { fileBooks } from '../fixtures/file-stores.js';
import { runs } from '../fixtures/sizes.js';
import { clerkOf, nightOf } from './clerk.js';

const RUNS = runs(60);

const FIRST = parseDate('2026-01-01') ?? 0;
const DECIDED = parseDate('2026-03-02') ?? 0;

const row = fc
  .record({
    reference: fc.constantFrom('A', 'B', 'C', 'P'),
    amount: fc.constantFrom('1.00', '1.00', '2.00', '3.00', '-1.00'),
    // What comes late in the evening settles on the next day.
    day: fc.constantFrom('01', '02', '02T23:00:00', '03'),
    status: fc.constantFrom('paid', 'paid', 'paid', 'reversed', 'open'),
    payout: fc.constantFrom('', '', 'P'),
  })
  .map(({ reference, amount, day, status, payout }) => ({
    own: `${reference},${amount},2026-01-${day},${status},${payout}`,
    bank: `${reference},${amount},2026-01-${day},${status},`,
  }));

const rows = fc.array(row, { maxLength: 8 });

const HEADER = 'reference,amount,date,status,payout\n';

const RULES = [
  undefined,
  'bank:\n  settlement: { by: payout }\n',
  'bank:\n  settlement: { by: payout, fees: netted, rate: 3% }\n',
  'bank:\n  settlement: { by: day }\n',
];

interface Kept {
  book: Book;
  entries(from?: number, to?: number): Promise<AccountingEntry[]>;
}

async function bookOf(own: string[], bank: string[], bankMap: string | undefined): Promise<Kept> {
  const { books } = await fileBooks();
  const rules = { ordersMap: undefined, bankMap, tolerance: 0, cutoff: 22 * 3_600 };
  await createBook(books, clerkOf(), { name: 'shop', ...rules });
  const book = await openBook(books, 'shop');
  const textOf = (lines: string[]) => `${HEADER}${lines.map((line) => `${line}\n`).join('')}`;
  const files = { orders: { 'o.csv': textOf(own) }, bank: { 'b.csv': textOf(bank) } };
  await runBook(book, clerkOf(), nightOf(files));
  return {
    book,
    async entries(from, to) {
      return (await journalEntries(book, { from, to }, () => 7)).entries;
    },
  };
}

function balanceOf(entries: readonly AccountingEntry[], wanted: Account): number {
  const postings = entries.flatMap((entry) => entry.postings);
  return sum(postings.map(({ account, amount }) => (account === wanted ? amount : 0)));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function satang(line: string): number {
  return Math.round(Number(line.split(',')[1]) * 100);
}

describe('the entries of a book', () => {
  it('balance, have the money of the bank as cash, and what is open in suspense', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, fc.constantFrom(...RULES), async (own, bank, rule) => {
        const lines = bank.map((one) => one.bank);
        const { book, entries } = await bookOf(
          own.map((one) => one.own),
          lines,
          rule,
        );
        const all = await entries();
        for (const { postings } of all) expect(sum(postings.map((one) => one.amount))).toBe(0);
        const moved = lines.filter((line) => !line.includes('open'));
        expect(balanceOf(all, 'cash')).toBe(sum(moved.map(satang)));
        const open = await openItems(book);
        const unexplained = open.filter((item) => item.class !== 'reversed');
        const evidence = unexplained.flatMap((item) => item.evidence);
        const inBank = evidence.filter(({ side, line }) => {
          return side === 'bank' && lines[line - 2]?.includes('open') === false;
        });
        expect(balanceOf(all, 'suspense')).toBe(0 - sum(inBank.map(({ amount }) => amount ?? 0)));
        await book.close();
      }),
      { numRuns: RUNS },
    );
  });

  it('are the same for a period as for its parts', async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, fc.constantFrom(...RULES), async (own, bank, rule) => {
        const { book, entries } = await bookOf(
          own.map((one) => one.own),
          bank.map((one) => one.bank),
          rule,
        );
        const days = [FIRST, FIRST + 1, FIRST + 2];
        const parts = await Promise.all(days.map((day) => entries(day, day)));
        const texts = (list: readonly AccountingEntry[]) =>
          list.map((one) => JSON.stringify(one)).sort();
        expect(texts(parts.flat())).toEqual(texts(await entries()));
        await book.close();
      }),
      { numRuns: RUNS },
    );
  });

  it('write off what came and nobody claims, and what is missing of a payment', async () => {
    const { book, entries } = await bookOf(
      ['A,5.00,2026-01-01,paid,'],
      ['A,4.00,2026-01-01,paid,', 'D,1.00,2026-01-01,paid,'],
      undefined,
    );
    const ids = (await openItems(book)).map(({ id }) => id);
    await resolveItems(book, clerkOf(), [{ ids, as: 'written-off', note: 'too small to ask' }]);
    const after = await entries();
    expect(balanceOf(after, 'write-offs')).toBe(500 - 400 - 100);
    expect(balanceOf(after, 'receivable')).toBe(-500);
    expect(balanceOf(after, 'suspense')).toBe(0);
  });

  it('move on the day of a decision what it decides', async () => {
    const { book, entries } = await bookOf(
      ['A,5.00,2026-01-01,paid,', 'B,2.00,2026-01-01,paid,'],
      ['C,5.00,2026-01-01,paid,', 'D,1.00,2026-01-01,paid,'],
      undefined,
    );
    const items = await openItems(book);
    const id = (reference: string) => items.find((one) => one.reference === reference)?.id ?? '';
    await resolveItems(book, clerkOf(), [
      { ids: [id('A')], as: 'matched-with', with: id('C'), note: 'a typing error' },
      { ids: [id('B')], as: 'written-off', note: 'gone' },
    ]);
    const before = await entries(FIRST, FIRST + 2);
    expect(balanceOf(before, 'suspense')).toBe(-600);
    const after = await entries();
    expect(balanceOf(after, 'receivable')).toBe(-700);
    expect(balanceOf(after, 'suspense')).toBe(-100);
    expect(balanceOf(after, 'write-offs')).toBe(200);
    expect(balanceOf(after, 'cash')).toBe(600);
  });

  it('leave out what was matched by hand once a later file has changed a part of it', async () => {
    const { book, entries } = await bookOf(
      ['A,5.00,2026-01-01,paid,'],
      ['C,5.00,2026-01-01,paid,'],
      undefined,
    );
    const [paid, due] = (await openItems(book)).map(({ id }) => id);
    const ids = due === undefined ? [] : [due];
    const decision = { ids, as: 'matched-with', with: paid, note: 'a typing error' } as const;
    await resolveItems(book, clerkOf(), [decision]);
    expect(balanceOf(await entries(), 'suspense')).toBe(0);
    const orders = { 'o.csv': `${HEADER}A,6.00,2026-01-01,paid,\n` };
    await runBook(book, clerkOf(), nightOf({ orders }));
    expect((await openItems(book)).map(({ amount }) => amount)).toEqual([500, 600]);
    const after = await entries();
    expect([balanceOf(after, 'suspense'), balanceOf(after, 'receivable')]).toEqual([-500, 0]);
  });

  it.each([
    ['explained', 'bank'],
    ['written-off', 'bank'],
    ['written-off', 'orders'],
  ] as const)(
    'move nothing where what was withdrawn of a closed day, and %s, matches: %s',
    async (as, role) => {
      const { book, entries } = await bookOf(
        ['A,5.00,2026-01-01,paid,', 'B,2.00,2026-01-01,paid,'],
        ['A,5.00,2026-01-01,paid,', 'B,2.00,2026-01-01,paid,'],
        undefined,
      );
      await closeBook(book, clerkOf(), FIRST, true);
      const name = role === 'bank' ? 'b.csv' : 'o.csv';
      const files = { [role]: { [name]: `${HEADER}B,2.00,2026-01-01,paid,\n` } };
      await runBook(book, clerkOf(), nightOf(files));
      const ids = (await openItems(book)).map(({ id }) => id);
      expect(ids).toHaveLength(1);
      const before = await entries();
      await resolveItems(book, clerkOf(), [{ ids, as, note: 'the bank corrected its file' }]);
      expect(await entries()).toEqual(before);
    },
  );

  it('move nothing for a refund that an order was matched with by hand', async () => {
    const { book, entries } = await bookOf(
      ['A,1.00,2026-01-01,paid,'],
      ['C,1.00,2026-01-01,reversed,'],
      undefined,
    );
    const before = await entries();
    const [refund, order = ''] = (await openItems(book)).map(({ id }) => id);
    const decision = {
      ids: [order],
      as: 'matched-with',
      with: refund,
      note: 'its refund',
    } as const;
    await resolveItems(book, clerkOf(), [decision]);
    expect(await openItems(book)).toEqual([]);
    expect(await entries()).toEqual(before);
    expect(await entries(DECIDED, DECIDED)).toEqual([]);
  });

  it('move nothing for what the bank has twice and never moved', async () => {
    const failed = 'A,5.00,2026-01-01,failed,';
    const { book, entries } = await bookOf([], [failed, failed], undefined);
    const ids = (await openItems(book)).map(({ id }) => id);
    await resolveItems(book, clerkOf(), [{ ids, as: 'duplicate', note: 'listed twice' }]);
    expect(ids).toHaveLength(1);
    expect(await entries()).toEqual([]);
  });
});
