import { expect, it } from 'vitest';
import { copyBooks } from '../../src/state/copy-books.js';
import { FileBooks } from '../../src/state/files/book-store.js';
import { changeAfter, contentsOf, firstNight, nextNight } from '../fixtures/book-nights.js';
import { temporaryDirectory } from '../fixtures/child.js';
import { said } from '../fixtures/said.js';
import { host } from '../postgres/subjects.js';
import { opened } from './book-contract.js';

const newBooks = async () => new FileBooks(host, await temporaryDirectory());

async function withBooks(...names: string[]) {
  const books = await newBooks();
  for (const name of names) await books.create(name, firstNight());
  return books;
}

async function contentsIn(books: FileBooks, name: string) {
  const book = await opened(books, name);
  try {
    return await contentsOf(book);
  } finally {
    await book.close();
  }
}

async function addNight(books: FileBooks, name: string, note?: string) {
  const book = await opened(books, name);
  const head = await book.head();
  await book.commit(note === undefined ? nextNight(head) : changeAfter(head, {}, note));
  await book.close();
}

it('a copy brings books whole, and later what was added to them, in either direction', async () => {
  const [from, to] = [await withBooks('a', 'b'), await newBooks()];
  expect([await copyBooks(from, to, []), await copyBooks(from, to, [])]).toEqual([2, 0]);
  await addNight(from, 'a');
  expect(await copyBooks(from, to, [])).toBe(1);
  expect(await contentsIn(to, 'a')).toEqual(await contentsIn(from, 'a'));
  await addNight(to, 'a');
  // What is older does not take the place of what is newer.
  expect(await copyBooks(from, to, [])).toBe(0);
  expect(await copyBooks(to, from, [])).toBe(1);
  expect(await contentsIn(from, 'a')).toEqual(await contentsIn(to, 'a'));
});

it('a copy leaves a book alone that went another way, and names it', async () => {
  const [from, to] = [await withBooks('a', 'b'), await withBooks('a')];
  await addNight(from, 'a', 'here');
  await addNight(to, 'a', 'there');
  const before = await contentsIn(to, 'a');
  const differences: Parameters<typeof copyBooks>[2] = [];
  expect(await copyBooks(from, to, differences)).toBe(1);
  expect(differences).toEqual([
    { references: [], place: 'a', why: said('it has other events there') },
  ]);
  expect(await contentsIn(to, 'a')).toEqual(before);
});
