import { openBook } from '../../books/open.js';
import type { Clerk } from '../../books/state.js';
import { hostNameInMark } from '../../host/identity.js';
import type { Services } from '../../runtime/services.js';
import type { Book } from '../../state/books.js';

/** Whoever runs this command, for what is written into a book. */
export function createClerk({ host }: Pick<Services, 'host'>): Clerk {
  const { operator, self } = host.process;
  return {
    clock: host.clock,
    seed: randomSeed({ host }),
    who: { user: operator.user, sudoUser: operator.sudoUser, host: hostNameInMark(self) },
  };
}

/** Of the hash of texts, so that nobody can make a file that collides in it. */
export function randomSeed({ host }: Pick<Services, 'host'>): () => number {
  return () => Buffer.from(host.random.bytes(4)).readInt32LE();
}

/** Opens a book, and closes it whatever happens. Rejects with NOT_FOUND where there is none. */
export async function withBook<T>(
  services: Services,
  name: string,
  work: (book: Book) => Promise<T>,
): Promise<T> {
  const book = await openBook(await services.books(), name);
  try {
    return await work(book);
  } finally {
    await book.close();
  }
}
