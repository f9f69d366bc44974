import { payctl } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import { visible } from '../core/text.js';
import { books as words } from '../messages/books.js';
import type { Book, Books } from '../state/books.js';
import { LineChanges } from './apply.js';
import { BEFORE_FIRST, toChange } from './event.js';
import { ZERO_FIGURES } from './figures.js';
import { linesDigest } from './lines.js';
import { type OpeningLine, readOpening } from './opening.js';
import { bookMappings } from './parts.js';
import { rematch } from './rematch.js';
import { NO_ROWS } from './row-sums.js';
import type { BookState, Clerk, Movement, NewBook } from './state.js';

/** Makes a book, with what it carries over. Rejects with CONFLICT where it exists. */
export async function createBook(books: Books, clerk: Clerk, given: NewBook): Promise<void> {
  const { name, ordersMap, bankMap, tolerance, cutoff, opening } = given;
  const state: BookState = {
    ...{ ordersMap, bankMap, tolerance, cutoff },
    covered: { own: [], bank: [] },
    ...{ through: undefined, closed: undefined },
    ...{ all: new Map(), lastRun: new Map(), nextFile: 1, nextLine: 1, sums: NO_ROWS },
  };
  const { settlement } = bookMappings(state).bank;
  const changes = new LineChanges();
  if (opening !== undefined) addOpening(changes, state, readOpening(opening.text, opening.file));
  const seq = BEFORE_FIRST.seq + 1;
  const rules = { state, settlement, seq, fileName: () => OPENING };
  const { act } = await rematch(EMPTY_BOOK, clerk, changes, rules);
  // What a book begins with was not new in any night.
  const carried = new Map([...act.movements].map(([kind, one]) => [kind, asCarried(one)]));
  const first = toChange(BEFORE_FIRST, clerk, {
    ...{ type: 'create', rows: act.rows, former: act.former, movements: carried },
    state: { ...act.state, all: carried, lastRun: carried },
  });
  if (await books.create(name, first)) return;
  throw new PayctlError('CONFLICT', words.exists(visible(name)), {
    hint: payctl`books status ${name}`,
  });
}

const OPENING = 'opening';

function asCarried({ open }: Movement): Movement {
  return { carried: open, new: ZERO_FIGURES, resolved: ZERO_FIGURES, open };
}

/** As the lines of a file of each side that covers no days. */
function addOpening(changes: LineChanges, state: BookState, lines: readonly OpeningLine[]): void {
  for (const side of ['own', 'bank'] as const) {
    const its = lines.filter((line) => line.side === side);
    if (its.length === 0) continue;
    const file = state.nextFile;
    state.nextFile += 1;
    const digest = linesDigest(its);
    changes.addFiles.push({
      ...{ id: file, side, name: OPENING, sha256: digest, digest },
      ...{ from: null, to: null, applied: 1, replaced: null },
    });
    for (const line of its) {
      changes.added.push({ ...line, id: state.nextLine, file, waits: null, item: null });
      state.nextLine += 1;
    }
  }
}

/** A book before its first event. */
const EMPTY_BOOK: Book = {
  name: '',
  head: () => Promise.resolve({ ...BEFORE_FIRST, state: '' }),
  files: () => Promise.resolve([]),
  lines: () => Promise.resolve([]),
  items: () => Promise.resolve([]),
  async *allLines() {},
  async *allItems() {},
  async *events() {},
  commit: () => Promise.resolve(false),
  close: () => Promise.resolve(),
};
