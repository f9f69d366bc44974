import { PayctlError } from '../../core/errors.js';
import { isJsonObject, type JsonObject, jsonText } from '../../core/json.js';
import type { Files } from '../../host/host.js';
import { damage } from '../../messages/damage.js';
import { chainContents, type Link, readChain } from '../chain.js';
import type { Addition, ClaimPosition } from '../claims.js';
import { chainText } from './claim-handle.js';

/**
 * Revisions of several claims that belong together. They are written down as a whole before the first
 * of them is made, so that a run which is killed in between leaves no part of them behind for good:
 * whoever comes next makes the rest.
 */
export class Unfinished {
  readonly #files: Files;
  readonly #path: string;

  constructor(files: Files, path: string) {
    this.#files = files;
    this.#path = path;
  }

  /** Writes them down; false where those of another run are still there. */
  begin(additions: readonly Addition[]): boolean {
    const { text } = chainText(undefined, additions.map(toLine));
    return this.#files.create(this.#path, Buffer.from(text));
  }

  /** What is written down. Throws CONFIG where it cannot be trusted. */
  read(): Addition[] {
    const bytes = this.#files.read(this.#path);
    if (bytes === undefined) return [];
    const chain = readChain(bytes);
    const { broken } = chain;
    if (broken) {
      throw new PayctlError('CONFIG', damage.cannotTrust(this.#path, broken.line, broken.why), {
        hint: damage.unfinished(this.#path),
      });
    }
    return chainContents(chain).map(parseAddition);
  }

  /** All of them are made. */
  end(): void {
    this.#files.remove(this.#path);
  }
}

/** Without how the charge ended: the index reads that in the claim. */
function toLine({ after, next }: Addition): JsonObject {
  const { key, newest, tail } = after;
  return {
    v: '1',
    key,
    newest: String(newest),
    ...(tail && { tail: { ...tail.content }, tailSum: tail.sum }),
    lines: [...next.lines],
  };
}

function parseAddition(line: JsonObject): Addition {
  const { key, newest, tail, tailSum, lines } = line;
  const after: ClaimPosition = { key: jsonText(key) ?? '', newest: Number(jsonText(newest)) };
  const link: Link | undefined =
    isJsonObject(tail) && jsonText(tailSum) !== undefined
      ? { content: tail, sum: jsonText(tailSum) ?? '' }
      : undefined;
  const all = Array.isArray(lines) ? lines.filter(isJsonObject) : [];
  return { after: { ...after, ...(link && { tail: link }) }, next: { lines: all } };
}
