/** The items of a sequence, as many at once; the last page may have fewer. */
export async function* pagesOf<T>(
  all: AsyncIterable<T> | Iterable<T>,
  size: number,
): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const one of all) {
    page.push(one);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** So many at once are too few to keep anybody waiting. */
const BETWEEN_TURNS = 50;

/** All of them, with a turn of the event loop now and then: others are answered, and signals are heard. */
export async function* withTurns<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0;
  for await (const one of all) {
    yield one;
    count += 1;
    if (count % BETWEEN_TURNS === 0) await new Promise(setImmediate);
  }
}
