import { bangkokDate, parseDate } from '../core/time.js';
import type { MatchRecord } from '../reconcile/classes.js';
import type { Reconciled } from '../reconcile/reconcile.js';
import { sortRecords } from '../reconcile/record-order.js';
import { findMissingNumbers } from '../reconcile/statement/controls.js';
import { suggestionsFor } from '../reconcile/suggest.js';
import { Tallies } from '../reconcile/tallies.js';
import type { Book, BookItem, BookLine } from '../state/books.js';
import { type Applied, apply } from './apply.js';
import { decodeState } from './codec.js';
import { commitAct } from './event.js';
import { fileNames } from './lines.js';
import { bookMappings, type ReadNight, readNight } from './parts.js';
import { type Rematched, rematch } from './rematch.js';
import type { BookRun, BookState, Clerk, Night, OpenItem } from './state.js';
import { inOrder, openItem, statusFrom } from './status.js';

/**
 * Adds the files of a night to a book, and ends with what is open now. Files that were applied before change
 * nothing. Rejects with BAD_DATA, and writes nothing, where a file is not what it says of itself.
 */
export async function runBook(book: Book, clerk: Clerk, night: Night): Promise<BookRun> {
  const first = await book.head();
  const state = decodeState(book.name, first.state);
  const today = parseDate(bangkokDate(clerk.clock.now())) ?? 0;
  const read = await readNight(night, state, clerk.seed, today);
  return await commitAct(book, clerk, async (before, seq) => {
    const applied = await apply(book, read.parts, before, seq);
    const { changes } = applied;
    const { settlement } = bookMappings(before).bank;
    const fileName = await fileNames(book, changes.addFiles);
    const rules = { state: applied.state, settlement, seq, fileName };
    const rematched = await rematch(book, clerk, changes, rules);
    const { movements } = rematched.act;
    const state = { ...rematched.act.state, lastRun: movements };
    const all = { night, read, applied, rematched, state, fileName, name: book.name };
    const result = toBookRun(all);
    if (changes.isEmpty) return { result };
    return { act: { ...rematched.act, type: 'run', state }, result };
  });
}

interface Done {
  name: string;
  night: Night;
  read: ReadNight;
  applied: Applied;
  rematched: Rematched;
  state: BookState;
  fileName: (file: number) => string;
}

function toBookRun(done: Done): BookRun {
  const { name, applied, rematched, state, fileName } = done;
  const items = new Map<MatchRecord, OpenItem>();
  const open: OpenItem[] = [];
  const rows: BookItem[] = [];
  for (const { mismatch, item } of rematched.found) {
    if (item.resolved !== null) continue;
    const shown = openItem(item, mismatch.lines, state, fileName);
    rows.push(item);
    open.push(shown);
    if (mismatch.record) items.set(mismatch.record, shown);
  }
  return {
    reconciled: toReconciled(done, items),
    ...{ items, open: inOrder(open) },
    status: statusFrom(name, state, rows, 'run'),
    ...{ amendments: applied.amendments, skipped: applied.skipped },
  };
}

/** As a night without a book has it: what is open, and what was matched tonight. */
function toReconciled(
  { night, read, rematched, state }: Done,
  items: ReadonlyMap<MatchRecord, OpenItem>,
): Reconciled {
  const { matched, isTonight } = rematched;
  const { own, bank, texts, local, files } = matched;
  const { tolerance } = state;
  const open = matched.records.filter((one) => one.kind !== 'matched' && items.has(one));
  const tonight = matched.records.filter(
    (one) =>
      one.kind === 'matched' && matched.linesFor(one).some((line: BookLine) => isTonight(line)),
  );
  const tallies = new Tallies({ own, bank });
  for (const record of tonight) tallies.addMatched(record);
  const sides = { own, bank, texts, settlement: bookMappings(state).bank.settlement, tolerance };
  const listed = night.all ? [...open, ...tonight] : open;
  const statements = read.inputs.flatMap((input) => input.statements);
  return {
    inputs: read.inputs,
    ...{ summary: tallies.byClass(open), days: tallies.byDay(open) },
    records: sortRecords(listed, own, bank, texts),
    bad: read.bad,
    missing: findMissingNumbers(statements),
    ...{ own, bank, local, tolerance, synthetic: new Map(), learned: new Map() },
    suggestions: suggestionsFor(open, sides),
    files: { orders: files.own.length, bank: files.bank.length },
  };
}
