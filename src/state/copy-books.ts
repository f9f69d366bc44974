import { bookStorage } from '../messages/book-storage.js';
import type { Book, StoredBooks } from './books.js';
import type { CopyDifference } from './copy.js';

/** Copies books that the other store lacks, or has only up to an earlier event; returns how many. */
export async function copyBooks(
  from: StoredBooks,
  to: StoredBooks,
  differences: CopyDifference[],
): Promise<number> {
  let copied = 0;
  for (const name of await from.names()) {
    const book = await from.open(name);
    if (book === undefined) continue;
    try {
      const result = await copyBook(book, to);
      if (result === 'copied') copied += 1;
      if (result !== 'different') continue;
      differences.push({ references: [], place: name, why: bookStorage.otherEvents });
    } finally {
      await book.close();
    }
  }
  return copied;
}

async function copyBook(book: Book, to: StoredBooks): Promise<'copied' | 'same' | 'different'> {
  for (;;) {
    const there = await to.open(book.name);
    try {
      const head = await book.head();
      const before = await there?.head();
      const standing = there === undefined ? 'behind' : await compare(book, there);
      if (standing !== 'behind') return standing;
      if (await to.replace(book, head, before)) return 'copied';
    } finally {
      await there?.close();
    }
  }
}

/** Whether the events of `there` are the first ones of the book, or the other way round. */
async function compare(book: Book, there: Book): Promise<'same' | 'behind' | 'different'> {
  const [ours, theirs] = [await readSums(book), await readSums(there)];
  const shared = Math.min(ours.length, theirs.length);
  // Each event has the checksum of the one before it.
  if (ours[shared - 1] !== theirs[shared - 1]) return 'different';
  return ours.length > theirs.length ? 'behind' : 'same';
}

async function readSums(book: Book): Promise<string[]> {
  const sums: string[] = [];
  for await (const page of book.events()) sums.push(...page.map(({ sum }) => sum));
  return sums;
}
