import { payctl } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import { visible } from '../core/text.js';
import { books as words } from '../messages/books.js';
import type { Book, Books } from '../state/books.js';

/** The book of a name. Rejects with NOT_FOUND where there is none. */
export async function openBook(books: Books, name: string): Promise<Book> {
  const book = await books.open(name);
  if (book !== undefined) return book;
  throw new PayctlError('NOT_FOUND', words.unknown(visible(name)), {
    hint: payctl`books list`,
  });
}
