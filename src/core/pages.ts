/** Groups the items of a sequence into pages of `size`; the last page may have fewer. */
export async function* readPages<T>(
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

const BATCH = 2_000;

/** Splits a sequence into batches, with a turn of the event loop after each, so that signals are handled. */
export async function* inBatches<T>(all: Iterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for (const one of all) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
    await new Promise(setImmediate);
  }
  if (batch.length > 0) yield batch;
}

/** The pages of a query that goes on after the last row of the page before; it ends with an empty one. */
export async function* pagesAfter<T>(
  query: (last: T | undefined) => Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let page = await query(undefined); page.length > 0; page = await query(page.at(-1))) {
    yield page;
  }
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
