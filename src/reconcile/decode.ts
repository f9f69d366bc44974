import { createHash } from 'node:crypto';
import { encodingOf } from './encoding.js';
import type { Mapping } from './mapping.js';
import { readAhead } from './read-ahead.js';

/** Passes pieces on, and hashes all of them. */
export class HashingReader {
  readonly #hash = createHash('sha256');
  readonly #source: AsyncIterator<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#source = chunks[Symbol.asyncIterator]();
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    for (let chunk = await this.#next(); chunk; chunk = await this.#next()) yield chunk;
  }

  /** To be called once. Reads the rest, too: gzip may have padding after its end. */
  async sha256(): Promise<string> {
    while (await this.#next());
    return this.#hash.digest('hex');
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #next(): Promise<Uint8Array | undefined> {
    const { value, done } = await this.#source.next();
    if (done === true) return undefined;
    this.#hash.update(value);
    return value;
  }
}

/** The text of a file in pieces; the first has all that was looked at. */
export async function* textOf(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Mapping['encoding'],
): AsyncGenerator<string> {
  const plain = await readAhead(chunks);
  const decoder = new TextDecoder(encoding ?? encodingOf(plain.beginning));
  for await (const chunk of plain.all()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
