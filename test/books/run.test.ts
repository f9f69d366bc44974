import { describe, expect, it } from 'vitest';
import { createBook } from '../../src/books/create.js';
import { openBook } from '../../src/books/open.js';
import { runBook } from '../../src/books/run.js';
import type { NewBook } from '../../src/books/state.js';
import { openItems, statusOf } from '../../src/books/status.js';
import { MemoryBooks } from '../fixtures/memory-books.js';
import { deskOf, type Files, nightOf } from './desk.js';

const PLAIN: NewBook = {
  ...{ name: 'shop', ordersMap: undefined, bankMap: undefined },
  ...{ tolerance: 0, cutoff: 22 * 3600 },
};

async function opened(book: Partial<NewBook> = {}) {
  const books = new MemoryBooks();
  const desk = deskOf();
  await createBook(books, desk, { ...PLAIN, ...book });
  const shop = await openBook(books, 'shop');
  const night = (files: Files) => runBook(shop, desk, nightOf(files));
  return { books, desk, shop, night };
}

function csv(...rows: string[]): string {
  return ['reference,transactionId,amount,date,status', ...rows, ''].join('\n');
}

describe('a run', () => {
  it('carries what is open from night to night', async () => {
    const { shop, night } = await opened();
    const first = await night({
      orders: { 'o1.csv': csv('A,,10.00,2026-01-01,paid', 'B,,20.00,2026-01-01,paid') },
      bank: { 'b1.csv': csv('A,T1,10.00,2026-01-01,') },
    });
    expect(first.open.map(({ class: kind, reference }) => [kind, reference])).toEqual([
      ['missing-at-bank', 'B'],
    ]);
    const second = await night({
      orders: { 'o2.csv': csv('C,,30.00,2026-01-02,paid') },
      bank: { 'b2.csv': csv('B,T2,20.00,2026-01-02,', 'C,T3,30.00,2026-01-02,') },
    });
    expect(second.open.map(({ class: kind, reference }) => [kind, reference])).toEqual([
      ['wrong-day', 'B'],
    ]);
    expect((await statusOf(shop, 'run')).total).toMatchObject({
      carried: { count: 1, amount: 2000n },
      new: { count: 1, amount: 2000n },
      resolved: { count: 1, amount: 2000n },
      open: { count: 1, amount: 2000n },
    });
    expect(await openItems(shop)).toEqual(second.open);
  });
});
