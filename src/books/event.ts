import { PayctlError } from '../core/errors.js';
import { sha256 } from '../core/hash.js';
import { sealLine } from '../core/sealed-log.js';
import { books as words } from '../messages/books.js';
import type { Book, BookChange, BookEvent, BookHead, BookItem, BookLine } from '../state/books.js';
import { ORIGIN } from '../state/chain.js';
import { decodeState, encodeState, movementsJson } from './codec.js';
import { addRows, subtractRows } from './row-sums.js';
import type { BookState, Clerk, ItemClass, Movement } from './state.js';

/** What an act changes, before it is an event of the chain. */
export interface BookAct {
  type: 'create' | 'run' | 'resolve' | 'close' | 'reopen';
  state: BookState;
  rows: Omit<BookChange, 'event' | 'state'>;
  /** Lines that it removes, and items that it changes, as they were. */
  former?: { lines?: readonly BookLine[]; items?: readonly BookItem[] };
  movements: ReadonlyMap<ItemClass, Movement>;
  /** What else is to be kept of it. */
  facts?: {
    note?: string;
    /** ISO date. */
    day?: string;
    decisions?: readonly { id: string; decision: string }[];
  };
}

export const BEFORE_FIRST: Pick<BookHead, 'seq' | 'sum'> = { seq: 0, sum: ORIGIN };

/** The change with its event, which is sealed to the one before it. */
export function toChange(
  head: Pick<BookHead, 'seq' | 'sum'>,
  clerk: Clerk,
  act: BookAct,
): BookChange {
  const { rows } = act;
  const kept = subtractRows(act.state.sums, act.former ?? {});
  const sums = addRows(kept, { lines: rows.addLines, items: rows.putItems });
  const state = encodeState({ ...act.state, sums });
  const at = new Date(clerk.clock.now()).toISOString();
  const seq = head.seq + 1;
  const content = {
    ...{ seq, prev: head.sum, at, type: act.type, who: clerk.who, ...act.facts },
    ...rowsFacts(rows),
    classes: movementsJson(act.movements),
    state: sha256(state),
  };
  const { text, sum } = sealLine(JSON.stringify(content), 64);
  const event: BookEvent = { seq, at, line: text.trimEnd(), sum };
  return { event, state, ...rows };
}

/** What an event says of its rows. */
function rowsFacts(rows: BookAct['rows']) {
  const { addFiles = [], replaceFiles = [], addLines = [], removeLines = [], putItems = [] } = rows;
  const resolved = putItems.filter((item) => item.resolved !== null).length;
  return {
    files: addFiles.map(({ id, side, name, sha256: sum, digest, from, to }) => ({
      ...{ id, side, name, sha256: sum, digest, from, to },
    })),
    replaced: replaceFiles,
    lines: { added: addLines.length, removed: removeLines.length },
    items: { open: putItems.length - resolved, resolved },
  };
}

/** How long somebody else may be faster, and how long to wait before it is tried again. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 50;

/**
 * Reads the book, has the act made for what was read, and writes it; again where somebody else was faster.
 * Nothing is written where there is no act. Rejects with CONFLICT where others go on being faster.
 */
export async function commitAct<T>(
  book: Book,
  clerk: Clerk,
  prepare: (state: BookState, seq: number) => Promise<{ act?: BookAct; result: T }>,
): Promise<T> {
  const until = clerk.clock.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt++) {
    const head = await book.head();
    const prepared = await unlessChanged(book, head, () =>
      prepare(decodeState(book.name, head.state), head.seq + 1),
    );
    if (prepared !== undefined) {
      const { act, result } = prepared;
      if (act === undefined || (await book.commit(toChange(head, clerk, act)))) return result;
    }
    if (clerk.clock.now() >= until) {
      throw new PayctlError('CONFLICT', words.busy(book.name), { hint: words.again });
    }
    await clerk.clock.sleep(PAUSE_MS * Math.min(attempt, 10));
  }
}

/**
 * What was made of several reads of the book; undefined where somebody wrote meanwhile, so that they may
 * not belong together.
 */
async function unlessChanged<T>(
  book: Book,
  { sum }: BookHead,
  make: () => Promise<T>,
): Promise<T | undefined> {
  const isSame = async () => (await book.head()).sum === sum;
  try {
    const made = await make();
    return (await isSame()) ? made : undefined;
  } catch (error) {
    if (await isSame()) throw error;
    return undefined;
  }
}

/** How often a book is read again that somebody goes on changing. */
const ATTEMPTS = 20;

/** What is made of several reads, all of one moment. */
export async function readWhole<T>(
  book: Book,
  make: (state: BookState, head: BookHead) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const head = await book.head();
    const made = await unlessChanged(book, head, async () => ({
      value: await make(decodeState(book.name, head.state), head),
    }));
    if (made !== undefined) return made.value;
  }
  throw new PayctlError('CONFLICT', words.busy(book.name), { hint: words.again });
}
