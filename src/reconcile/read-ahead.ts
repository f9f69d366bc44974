/** Bytes that are looked at before the first line is read: longer than any header. */
const BEGINNING = 64 * 1024;

export interface ReadAhead {
  beginning: Uint8Array;
  all(): AsyncGenerator<Uint8Array>;
}

/** Reads ahead as far as must be looked at. */
export async function readAhead(chunks: AsyncIterable<Uint8Array>): Promise<ReadAhead> {
  const iterator = chunks[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < BEGINNING) {
    const { value, done } = await iterator.next();
    if (done === true) break;
    parts.push(value);
    length += value.length;
  }
  const beginning = Buffer.concat(parts);
  return {
    beginning,
    async *all() {
      yield beginning;
      for (;;) {
        const { value, done } = await iterator.next();
        if (done === true) return;
        yield value;
      }
    },
  };
}
