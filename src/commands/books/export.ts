import { type Entries, type Entry, journalEntries } from '../../books/entries.js';
import { usageError } from '../../core/errors.js';
import type { Say } from '../../core/message.js';
import { encodedPieces } from '../../core/pieces.js';
import { formatDate, parseDate } from '../../core/time.js';
import { csvLine } from '../../format/csv.js';
import { reconcileMessages } from '../../messages/reconcile.js';
import { baht } from '../../reconcile/amounts.js';
import type { Mapping } from '../../reconcile/mapping.js';
import type { Result } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { outputFile } from '../../runtime/output-file.js';
import { randomSeed, withBook } from './desk.js';

interface Given {
  name: string;
  from: string | undefined;
  to: string | undefined;
  out: string | undefined;
}

const HEADER = ['date', 'account', 'debit', 'credit', 'reference', 'text'];

export async function run(context: Context, { name, from, to, out }: Given): Promise<Result> {
  const path = out === undefined ? undefined : outputFile(context.host, '--out', out);
  const period = { from: parseDay(from), to: parseDay(to) };
  if (period.from !== undefined && period.to !== undefined && period.from > period.to) {
    throw usageError(reconcileMessages.fromAfterTo);
  }
  const say = await context.services.say();
  const exported = await withBook(context, name, (book) =>
    journalEntries(book, period, randomSeed(context)),
  );
  const lines = sheet(exported, say);
  if (path === undefined) return { text: [...lines].join('') };
  context.host.files.replace(path, encodedPieces(lines));
  return {};
}

function* sheet({ entries, accounts }: Entries, say: Say): Generator<string> {
  yield csvLine(HEADER);
  for (const entry of entries) yield* entryLines(entry, accounts, say);
}

function entryLines(
  { date, reference, text, postings }: Entry,
  accounts: Mapping['accounts'],
  say: Say,
): string[] {
  return postings.map(({ account, amount }) =>
    csvLine([
      formatDate(date),
      accounts?.[account] ?? account,
      amount > 0 ? baht(amount) : '',
      amount < 0 ? baht(-amount) : '',
      reference,
      say(text),
    ]),
  );
}

/** Since 1970. */
function parseDay(date: string | undefined): number | undefined {
  return date === undefined ? undefined : parseDate(date);
}
