import { createHash } from 'node:crypto';
import type { PayctlError } from '../core/errors.js';
import { isJsonObject, type Json, type JsonObject, readJson, stringifyJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import { sealLine, unsealLine } from '../core/sealed-log.js';
import { damage } from '../messages/damage.js';

const SUM_DIGITS = 16;

/**
 * The text of a file that leaves the journal, such as an archive: a header, lines, and an end with the
 * SHA-256 of all text before it. Each line is JSON, closed by a checksum of its own.
 */
export class SealedFileWriter {
  readonly #hash = createHash('sha256');

  line(content: JsonObject): string {
    return this.lines([stringifyJson(content)]);
  }

  lines(contents: readonly string[]): string {
    const text = contents.map((json) => sealLine(json, SUM_DIGITS).text).join('');
    this.#hash.update(text);
    return text;
  }

  /** The last line, of what is made of the digest of all others, in hexadecimal. */
  end(makeContent: (sha256: string) => Json): string {
    return this.line({ end: makeContent(this.#hash.copy().digest('hex')) });
  }

  /** The digest of all text, its end too, in hexadecimal; nothing can be written after it. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}

/** A line of a sealed file; the end has the digest of all before it, in hexadecimal. */
export interface FileLine {
  /** From 1, of the unpacked text. */
  number: number;
  content: JsonObject;
  sha256?: string;
}

/** What is thrown about a line that cannot be trusted. */
export type Damaged = (line: number, why: Message) => PayctlError;

/**
 * The lines of a sealed file, its end last. Only when the generator has returned is it known that
 * nothing follows the end. Throws what `damaged` makes where a line is missing, wrong or too many.
 */
export async function* readSealedFile(
  text: AsyncIterable<Uint8Array>,
  damaged: Damaged,
): AsyncGenerator<FileLine> {
  const hash = createHash('sha256');
  let number = 0;
  let isClosed = false;
  for await (const line of splitLines(text)) {
    number += 1;
    if (isClosed) throw damaged(number, damage.afterEnd);
    const content = parseContent(line, number, damaged);
    isClosed = number > 1 && isJsonObject(content.end);
    if (isClosed && isJsonObject(content.end)) {
      yield { number, content: content.end, sha256: hash.digest('hex') };
    } else {
      hash.update(`${line}\n`);
      yield { number, content };
    }
  }
  if (!isClosed) throw damaged(number + 1, damage.endMissing);
}

function parseContent(line: string, number: number, damaged: Damaged): JsonObject {
  const sealed = unsealLine(line, SUM_DIGITS);
  if (typeof sealed === 'string') {
    throw damaged(number, sealed === 'no-sum' ? damage.notSealed : damage.checksum);
  }
  const content = readJson(sealed.json);
  if (isJsonObject(content)) return content;
  throw damaged(number, damage.notObject);
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
