import { closeBook, reopenBook } from '../../books/close.js';
import { parseDate } from '../../core/time.js';
import type { Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { day } from '../../runtime/values.js';
import { createDesk, withBook } from './desk.js';
import { shownStatus } from './read.js';

export async function close(
  context: Context,
  { name, date, isStrict }: { name: string; date: string; isStrict: boolean },
): Promise<Result> {
  const last = requiredDay(context, date);
  return withBook(context, name, async (book) => {
    await closeBook(book, createDesk(context), last, isStrict);
    return shownStatus(book);
  });
}

export async function reopen(
  context: Context,
  { name, date, note = '' }: { name: string; date: string; note: string | undefined },
): Promise<Result> {
  const first = requiredDay(context, date);
  return withBook(context, name, async (book) => {
    await reopenBook(book, createDesk(context), first, note.trim());
    return shownStatus(book);
  });
}

/** Since 1970. */
function requiredDay({ host }: Context, date: string): number {
  return parseDate(day(date, 'date', host.clock.now())) ?? 0;
}
