import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Groups the items of a sequence into pages of `size`; the last page may have fewer. The event loop turns
 * after each, so that signals are handled: whoever reads files or SQLite waits for nothing else.
 */
export async function* readPages<T>(
  all: AsyncIterable<T> | Iterable<T>,
  size = 2_000,
): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const one of all) {
    page.push(one);
    if (page.length < size) continue;
    yield page;
    page = [];
    await nextTurn();
  }
  if (page.length > 0) yield page;
}

/** What is made of each page; the next ones, `ahead` of them, are under way while this one is used. */
export async function* readAhead<T, Made>(
  pages: AsyncIterable<T>,
  make: (page: T) => Promise<Made>,
  ahead = 1,
): AsyncGenerator<Made> {
  const underway: Promise<Made>[] = [];
  for await (const page of pages) {
    const made = make(page);
    // A failure is thrown where it is awaited; until then it must not count as unhandled.
    made.catch(() => undefined);
    underway.push(made);
    const now = underway.length > ahead ? underway.shift() : undefined;
    if (now) yield await now;
  }
  for (const made of underway) yield await made;
}

/** What is made of each page, once the one before was used. */
export async function* oneByOne<T, Made>(
  pages: AsyncIterable<T>,
  make: (page: T) => Promise<Made>,
): AsyncGenerator<Made> {
  for await (const page of pages) yield make(page);
}

/** The pages of a query that goes on after the last row of the page before; it ends with an empty one. */
export async function* pagesAfter<T>(
  query: (last: T | undefined) => Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let page = await query(undefined); page.length > 0; page = await query(page.at(-1))) {
    yield page;
  }
}

/** At most `most` items; the rest of the sequence is not read. */
export function takeFirst<T>(items: Iterable<T>, most: number): T[] {
  const taken: T[] = [];
  if (most <= 0) return taken;
  for (const item of items) {
    taken.push(item);
    if (taken.length >= most) break;
  }
  return taken;
}
