import { PayctlError, usageError } from '../core/errors.js';
import { joinTexts, type Message } from '../core/message.js';
import { formatDate } from '../core/time.js';
import { books as words } from '../messages/books.js';
import { isWithinAny } from '../reconcile/columns.js';
import type { Book, BookItem } from '../state/books.js';
import { LineChanges } from './apply.js';
import { type BookAct, commitAct } from './event.js';
import { movementsBetween, openFigures } from './figures.js';
import { fileNames } from './lines.js';
import { isOpening } from './opening.js';
import { bookMappings } from './parts.js';
import { rematch } from './rematch.js';
import type { BookState, BookStatus, Clerk } from './state.js';
import { statusFrom } from './status.js';

/**
 * Closes all days up to one; what files change of them from then on waits. Rejects with REJECTED, which
 * names the days that a side does not cover, and, if it is strict, what is open.
 */
export async function closeBook(
  book: Book,
  clerk: Clerk,
  day: number,
  strict: boolean,
): Promise<BookStatus> {
  return await commitAct(book, clerk, async (state) => {
    const date = formatDate(day);
    if (state.closed !== undefined && day <= state.closed) {
      throw new PayctlError('REJECTED', words.closedAlready(formatDate(state.closed)));
    }
    const open = await book.items('open');
    const faults = [
      ...daysBeyondCoverage(state, day),
      ...(await uncovered(book, state, day)),
      ...(strict ? stillOpen(open, day) : []),
    ];
    if (faults.length > 0) {
      throw new PayctlError('REJECTED', joinTexts([words.refusedClose(date), ...faults], ': '));
    }
    const movements = movementsBetween(openFigures(state), open, open);
    const after = { ...state, closed: day };
    const act: BookAct = {
      ...{ type: 'close', state: after, movements, rows: {} },
      facts: { day: date },
    };
    return { act, result: statusFrom(book.name, after, open, 'all') };
  });
}

/** Files of days after the last one that both sides cover are still to come. */
function daysBeyondCoverage({ through }: BookState, day: number): Message[] {
  if (through !== undefined && day <= through) return [];
  return [words.beyondBoth(through === undefined ? undefined : formatDate(through))];
}

/** At most so many days or items are named. */
const MOST_NAMED = 10;

/** Days that have a line, and that a side does not cover. */
async function uncovered(book: Book, state: BookState, day: number): Promise<Message[]> {
  const from = state.closed === undefined ? Number.MIN_SAFE_INTEGER : state.closed + 1;
  const { own, bank } = state.covered;
  const lacking = { own: new Set<number>(), bank: new Set<number>() };
  const opening = new Set((await book.files()).filter(isOpening).map(({ id }) => id));
  const lines = await book.lines({ days: [{ from, to: day }] });
  for (const { settles, fault, file } of lines) {
    // What was open before there was a book stands in no file of either side.
    if (fault !== null || opening.has(file)) continue;
    if (!isWithinAny(settles, own)) lacking.own.add(settles);
    if (!isWithinAny(settles, bank)) lacking.bank.add(settles);
  }
  return (['own', 'bank'] as const).flatMap((side) => {
    const days = [...lacking[side]].sort((a, b) => a - b).map(formatDate);
    if (days.length === 0) return [];
    const named = shortList(days);
    return [words.notCovered(named, side === 'own' ? words.sideOrders : words.sideBank)];
  });
}

function stillOpen(open: readonly BookItem[], day: number): Message[] {
  const early = open.filter((item) => item.day <= day).sort((a, b) => a.day - b.day);
  return early.length === 0
    ? []
    : [words.stillOpen(early.length, shortList(early.map(({ id }) => id)))];
}

function shortList(all: readonly string[]): string {
  const more = all.length > MOST_NAMED ? [`+${all.length - MOST_NAMED}`] : [];
  return [...all.slice(0, MOST_NAMED), ...more].join(', ');
}

/** Opens the days from one on, and matches what waited for them. Rejects with USAGE without a note. */
export async function reopenBook(
  book: Book,
  clerk: Clerk,
  day: number,
  note: string,
): Promise<BookStatus> {
  if (note.trim() === '') throw usageError(words.noteNeeded, words.giveNote);
  return await commitAct(book, clerk, async (before, seq) => {
    const date = formatDate(day);
    if (before.closed === undefined || day > before.closed) {
      throw new PayctlError('REJECTED', words.notClosed(date));
    }
    const state = { ...before, closed: day - 1 };
    const changes = await waitingSince(book, day);
    const { settlement } = bookMappings(before).bank;
    const rules = { state, settlement, seq, fileName: await fileNames(book) };
    const { act, found } = await rematch(book, clerk, changes, rules);
    const open = found.flatMap(({ item }) => (item.resolved === null ? [item] : []));
    return {
      act: { ...act, type: 'reopen', facts: { note, day: date } },
      result: statusFrom(book.name, act.state, open, 'all'),
    };
  });
}

/** Late lines count from now on, and those that were withdrawn no longer. */
async function waitingSince(book: Book, day: number): Promise<LineChanges> {
  const changes = new LineChanges();
  for (const line of await book.lines({ open: true })) {
    if (line.settles < day || line.waits === null) continue;
    if (line.waits === 'withdrawn') changes.removed.push(line);
    else changes.changed.set(line.id, { ...line, waits: null });
  }
  return changes;
}
