import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Mapping } from './mapping.js';

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

/** The text of a file in pieces; the first has all that was looked at. */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Mapping['encoding'],
): AsyncGenerator<string> {
  const plain = await readAhead(chunks);
  const decoder = new TextDecoder(encoding ?? detectEncoding(plain.beginning));
  for await (const chunk of plain.all()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/**
 * UTF-8, unless the beginning says otherwise. Spreadsheets write UTF-16, or what their country had before:
 * Windows-874 in Thailand, Windows-1252 in Europe. Where the bytes do not tell which, it is as damaged UTF-8:
 * whoever needs such a text refuses it, and the rest is read.
 */
export function detectEncoding(beginning: Uint8Array): string {
  const [first = 0, second = 0] = beginning;
  // By its mark, or by the NUL beside a letter.
  if ((first === 0xff && second === 0xfe) || (first > 0 && beginning[1] === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (second > 0 && beginning[0] === 0)) return 'utf-16be';
  const text = Buffer.from(beginning).toString('latin1');
  const declared = declaredEncoding(text);
  if (declared !== undefined) return declared;
  if (isAscii(beginning) || isUtf8(text)) return 'utf-8';
  const [latin, thai] = [
    countMatches(text, ACCENTED),
    countMatches(text.replace(ACCENTED, ' '), THAI),
  ];
  if (thai > 10 * (latin + countMatches(text, NEVER_THAI))) return 'windows-874';
  if (latin > 10 * thai) return 'windows-1252';
  return 'utf-8';
}

/** The first line that is not ASCII decides: later ones may be damaged. */
function isUtf8(text: string): boolean {
  const [line = ''] = /[^\r\n]*[^\0-\x7f][^\r\n]*[\r\n]?/.exec(text) ?? [];
  try {
    const bytes = Buffer.from(line, 'latin1');
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !/[\r\n]$/.test(line) });
    return true;
  } catch {
    return false;
  }
}

/** A letter with an accent stands alone, or with one other, beside letters without. */
const ACCENTED =
  /[A-Za-z][\xa1-\xff]{1,2}(?![\xa1-\xff])|(?<![\xa1-\xff])[\xa1-\xff]{1,2}[A-Za-z]/g;
/** A Thai consonant has another letter, a vowel or a tone behind it; in an abbreviation, a point between. */
const THAI = /[\xa1-\xce]\.?[\xa1-\xce\xd0-\xda\xe0-\xee]+/g;
/** Bytes that Windows-874 gives no meaning. */
const NEVER_THAI = /[\x81-\x84\x86-\x90\x98-\x9f\xdb-\xde\xfc-\xff]/g;

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The encoding that XML declares; undefined where it declares none, or one that nobody knows. */
function declaredEncoding(text: string): string | undefined {
  const [, name = ''] =
    /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(text.slice(0, 200)) ?? [];
  // UTF-16 has a byte order mark, or its declaration could not be read as bytes.
  if (name === '' || /^utf-?16/i.test(name)) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
