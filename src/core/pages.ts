/** Groups the items of a sequence into pages of `size`; the last page may have fewer. */
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

/** Few enough that nobody waits noticeably. */
const BETWEEN_TURNS = 50;

/** Yields to the event loop now and then, so that signals and other requests are handled. */
export async function* withTurns<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0;
  for await (const one of all) {
    yield one;
    count += 1;
    if (count % BETWEEN_TURNS === 0) await new Promise(setImmediate);
  }
}
