import { PayctlError } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import type { Files } from '../../host/host.js';
import { stateMessages } from '../../messages/state.js';
import { chainEnd, chainLines, type Link } from '../chain.js';
import type { CachedOutcome } from '../claim-index.js';
import type { ClaimHandle, NewRevision, Ownership } from '../claims.js';

interface FileContext {
  files: Files;
  noteOutcome(outcome: CachedOutcome): Promise<void>;
  place: string;
  /** The path of the next revision; if that exists, the claim is taken. */
  next: string;
  /** Creates the deleted file again; false if it exists. */
  recreate(text: string): boolean;
}

export class FileClaimHandle implements ClaimHandle {
  readonly #context: FileContext;
  /** All lines that it wrote. */
  #text: string;
  #tail: Link;

  constructor(context: FileContext, { text, tail }: Chained) {
    this.#context = context;
    this.#text = text;
    this.#tail = tail;
  }

  get place(): string {
    return this.#context.place;
  }

  get tail(): Link {
    return this.#tail;
  }

  async append(line: JsonObject, { end }: Omit<NewRevision, 'lines'> = {}): Promise<void> {
    const { files, place, noteOutcome, recreate } = this.#context;
    const { text, tail } = chainText(this.#tail, [line]);
    const whole = this.#text + text;
    if (files.stat(place) || !recreate(whole)) files.append(place, Buffer.from(text));
    this.#tail = tail;
    this.#text = whole;
    if (end) await noteOutcome(end);
  }

  /** `checkOwnership` reads the files itself. */
  async heartbeat(): Promise<void> {}

  checkOwnership(): Ownership {
    const { files, place, next } = this.#context;
    if (files.stat(next)) return 'taken';
    const bytes = files.read(place);
    if (bytes === undefined) return 'gone';
    return Buffer.from(this.#text).equals(bytes) ? 'ours' : 'changed';
  }
}

/** Lines as text for a file, and the last of them. */
interface Chained {
  text: string;
  tail: Link;
}

export function chainText(after: Link | undefined, lines: readonly JsonObject[]): Chained {
  const chained = chainLines(lines, chainEnd(after));
  const last = chained.at(-1);
  if (last === undefined) throw new PayctlError('INTERNAL', stateMessages.fileWithoutLine);
  const tail = { content: last.content, sum: last.sum };
  return { text: chained.map(({ text }) => text).join(''), tail };
}
