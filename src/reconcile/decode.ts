import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { gunzip } from '../host/gzip.js';
import { unreadFiles as words } from '../messages/unread-files.js';
import type { Mapping } from './mapping.js';

/** Bytes that are looked at before the first line is read: longer than any header. */
const BEGINNING = 64 * 1024;

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

/**
 * The text of a file in pieces, unpacked where it is gzip; the first has all that was looked at.
 *
 * @param file its name, for the error where it cannot be read
 */
export async function* textOf(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  encoding: Mapping['encoding'],
): AsyncGenerator<string> {
  const raw = await readAhead(chunks);
  const plain = isGzip(raw.beginning) ? await readAhead(gunzip(raw.all(), damagedIn(file))) : raw;
  const decoder = new TextDecoder(encoding ?? encodingOf(plain.beginning));
  for await (const chunk of plain.all()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

interface ReadAhead {
  beginning: Uint8Array;
  all(): AsyncGenerator<Uint8Array>;
}

/** Reads ahead as far as must be looked at. */
async function readAhead(chunks: AsyncIterable<Uint8Array>): Promise<ReadAhead> {
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

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function damagedIn(file: string) {
  return (why: string, cause: unknown) =>
    new PayctlError('USAGE', words.damaged(file, why), { cause });
}

/** UTF-8, unless the beginning says otherwise. Spreadsheets write UTF-16 or, in Thailand, Windows-874. */
function encodingOf(beginning: Uint8Array): string {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le';
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be';
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

/** What a file is that holds no lines of text; undefined where nothing speaks against text. */
export function foreignKind(beginning: string): Message | undefined {
  if (beginning.startsWith('PK\u0003\u0004')) return words.spreadsheet;
  if (beginning.startsWith('%PDF')) return words.pdf;
  const isGzip = beginning.startsWith('\u001f\u008b') || beginning.startsWith('\u001f\ufffd');
  if (isGzip) return words.gzipInGzip;
  return undefined;
}
