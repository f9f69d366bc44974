import { isDeepStrictEqual } from 'node:util';
import { bangkokDate } from '../core/time.js';
import type { SettlementRule } from '../reconcile/mapping.js';
import type { Book, BookItem, BookLine } from '../state/books.js';
import type { LineChanges } from './apply.js';
import { lastCommon } from './coverage.js';
import type { BookAct } from './event.js';
import { accumulate, movementsBetween, openFigures } from './figures.js';
import { itemsByLine, type Mismatch, mismatches, toItems } from './items.js';
import { type Matched, match } from './match.js';
import type { BookState, Clerk } from './state.js';
import { workingSet } from './working-set.js';

/** What a change of lines makes of a book. */
export interface Rematched {
  act: Pick<BookAct, 'state' | 'rows' | 'former' | 'movements'>;
  matched: Matched;
  /** With the items that they are now. */
  found: readonly { mismatch: Mismatch; item: BookItem }[];
  /** Lines that came, or were part of an open item before. */
  isTonight(line: BookLine): boolean;
}

/**
 * Matches anew all that a change of lines can alter. Throws INTERNAL where then not all adds up.
 *
 * @param state with the days that are covered after the change
 */
export async function rematch(
  book: Book,
  clerk: Clerk,
  changes: LineChanges,
  rules: {
    state: BookState;
    settlement: SettlementRule | undefined;
    seq: number;
    fileName: (file: number) => string;
  },
): Promise<Rematched> {
  const { state, settlement, seq, fileName } = rules;
  const set = await workingSet(book, changes, settlement);
  const matching = { state, settlement, seed: clerk.seed, fileName };
  const matched = match(set.lines.values(), matching);
  const found = mismatches(matched, set.lines.values(), set.isWhole);
  const known = await knownItems(book, set.items, found);
  const today = bangkokDate(clerk.clock.now());
  const items = toItems(found, known, { today, seq });
  const before = [...set.items.values()].filter(({ resolved }) => resolved === null);
  const after = [...items.values()].filter(({ resolved }) => resolved === null);
  const movements = movementsBetween(openFigures(state), before, after);
  const gone = before.filter(({ id }) => !items.has(id));
  const changed = [...items.values()].filter((item) => isNew(item, known.get(item.id)));
  const rows = {
    ...changedRows(changes, set.lines.values(), found, set.isWhole),
    putItems: [...changed, ...gone.map((item): BookItem => ({ ...item, resolved: seq }))],
  };
  const former = {
    lines: changes.removed,
    items: [...changed.flatMap(({ id }) => known.get(id) ?? []), ...gone],
  };
  const through = lastCommon(state.covered.own, state.covered.bank);
  const all = accumulate(state.all, movements);
  const added = new Set(changes.added.map(({ id }) => id));
  return {
    act: { state: { ...state, through, all }, rows, former, movements },
    matched,
    found: found.flatMap((mismatch) => {
      const item = items.get(mismatch.id);
      return item ? [{ mismatch, item }] : [];
    }),
    isTonight: ({ id, item }) =>
      added.has(id) || (item !== null && known.get(item)?.resolved === null),
  };
}

/** Also those that were resolved, and perhaps are open again. */
async function knownItems(
  book: Book,
  known: ReadonlyMap<string, BookItem>,
  found: readonly Mismatch[],
): Promise<Map<string, BookItem>> {
  const ids = found.map(({ id }) => id).filter((id) => !known.has(id));
  const more = ids.length === 0 ? [] : await book.items({ ids });
  return new Map([...known, ...more.map((item): [string, BookItem] => [item.id, item])]);
}

function isNew(item: BookItem, before: BookItem | undefined): boolean {
  return before === undefined || !isDeepStrictEqual(item, before);
}

/** The rows of the lines, each with the item that it is part of now. */
function changedRows(
  { added, removed, changed, addFiles, replaceFiles }: LineChanges,
  lines: Iterable<BookLine>,
  found: readonly Mismatch[],
  isWhole: (line: BookLine) => boolean,
): Omit<BookAct['rows'], 'putItems'> {
  const itemByLine = itemsByLine(found);
  const isAdded = new Set(added.map(({ id }) => id));
  const moved = new Map(changed);
  for (const line of lines) {
    const item = itemByLine.get(line.id) ?? (isWhole(line) ? null : line.item);
    if (item !== line.item && !isAdded.has(line.id)) moved.set(line.id, { ...line, item });
  }
  return {
    addFiles,
    replaceFiles,
    addLines: added.map((line) => ({ ...line, item: itemByLine.get(line.id) ?? null })),
    removeLines: removed.map(({ id }) => id),
    changeLines: [...moved.values()].map(({ id, file, line, item, waits }) => ({
      ...{ id, file, line, item, waits },
    })),
  };
}
