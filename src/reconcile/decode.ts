import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
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

/** UTF-8, unless the beginning says otherwise. Spreadsheets write UTF-16 or, in Thailand, Windows-874. */
export function encodingOf(beginning: Uint8Array): string {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le';
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be';
  const declared = declaredEncoding(beginning);
  if (declared !== undefined) return declared;
  if (isAscii(beginning)) return 'utf-8';
  // The first line that is not ASCII decides: later ones may be damaged.
  const text = Buffer.from(beginning).toString('latin1');
  const [line = ''] = /[^\n]*[^\0-\x7f][^\n]*\n?/.exec(text) ?? [];
  try {
    const bytes = Buffer.from(line, 'latin1');
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !line.endsWith('\n') });
    return 'utf-8';
  } catch {
    return 'windows-874';
  }
}

/** The encoding that XML declares; undefined where it declares none, or one that nobody knows. */
function declaredEncoding(beginning: Uint8Array): string | undefined {
  const head = Buffer.from(beginning.subarray(0, 200)).toString('latin1');
  const [, name = ''] =
    /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head) ?? [];
  // UTF-16 has a byte order mark, or its declaration could not be read as bytes.
  if (name === '' || /^utf-?16/i.test(name)) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
