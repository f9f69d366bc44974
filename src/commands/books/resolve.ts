import { resolveItems } from '../../books/resolve.js';
import type { Decision } from '../../books/state.js';
import { usageError } from '../../core/errors.js';
import { books, bookCommands as words } from '../../messages/books.js';
import type { Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { createDesk, withBook } from './desk.js';
import { shownStatus } from './read.js';
import { notDecision, VERDICTS, verdictIn } from './verdict.js';

interface Given {
  name: string;
  ids: readonly string[];
  as: string | undefined;
  note: string | undefined;
}

/** What a sheet is called; no id has a dot. */
const SHEET = /\.(?:csv|xlsx)$/i;

export async function run(context: Context, given: Given): Promise<Result> {
  const decisions = await decisionsIn(context, given);
  return withBook(context, given.name, async (book) => {
    await resolveItems(book, createDesk(context), decisions);
    return shownStatus(book);
  });
}

async function decisionsIn({ host }: Context, given: Given): Promise<readonly Decision[]> {
  const { ids, as, note } = given;
  const [first = ''] = ids;
  if (!ids.some((id) => SHEET.test(id) || id.includes('/'))) return [toDecision(given)];
  if (ids.length > 1 || as !== undefined || note !== undefined) {
    throw usageError(words.fileOrIds);
  }
  const { readDecisions } = await import('./decisions-file.js');
  return readDecisions(host, first);
}

function toDecision({ ids, as, note = '' }: Given): Decision {
  if (ids.length === 0) throw usageError(words.fileOrIds);
  if (as === undefined) throw usageError(words.asNeeded, words.giveAs(VERDICTS));
  const verdict = verdictIn(as);
  if (verdict === undefined) throw usageError(notDecision(as));
  if (note.trim() === '') throw usageError(books.noteNeeded, books.giveNote);
  if (verdict.as !== 'matched-with' || verdict.with !== undefined) {
    return { ids, ...verdict, note: note.trim() };
  }
  const other = ids.at(-1);
  if (ids.length < 2) throw usageError(books.withNeeded, words.giveWith);
  return { ids: ids.slice(0, -1), as: verdict.as, with: other, note: note.trim() };
}
