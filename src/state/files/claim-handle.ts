import { PayctlError } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import type { Files } from '../../host/host.js';
import { stateMessages } from '../../messages/state.js';
import { chainEnd, chainLines, type Link } from '../chain.js';
import type { CachedOutcome } from '../claim-index.js';
import type { ClaimHandle } from '../claims.js';

interface FileContext {
  files: Files;
  /** Called after each line; undefined where that does not say how the charge ended. */
  noteOutcome(outcome: CachedOutcome | undefined): Promise<void>;
  place: string;
  /** The path of the next revision; if that exists, the claim is taken. */
  next: string;
  /** Creates the deleted file again; false if it exists. */
  recreate(text: string): boolean;
}

/** @param first what its creator wrote */
export function fileClaimHandle(context: FileContext, first: Chained): ClaimHandle {
  const { files, place, next, noteOutcome, recreate } = context;
  /** All lines that it wrote, and the last of them. */
  let own = first;
  return {
    place,
    get tail() {
      return own.tail;
    },
    async append(line, { end } = {}) {
      const { text, tail } = chainText(own.tail, [line]);
      const whole = own.text + text;
      if (files.stat(place) || !recreate(whole)) files.append(place, Buffer.from(text));
      own = { text: whole, tail };
      await noteOutcome(end);
    },
    /** `checkOwnership` reads the files itself. */
    async heartbeat() {},
    checkOwnership() {
      if (files.stat(next)) return 'taken';
      const bytes = files.read(place);
      if (bytes === undefined) return 'gone';
      return Buffer.from(own.text).equals(bytes) ? 'ours' : 'changed';
    },
  };
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
