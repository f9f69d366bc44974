import { type AccountingEntry, type Entries, journalEntries } from '../../books/entries.js';
import { usageError } from '../../core/errors.js';
import type { Say } from '../../core/message.js';
import { encodedPieces } from '../../core/pieces.js';
import { formatDate, parseDate } from '../../core/time.js';
import { csvLine } from '../../format/csv.js';
import { reconcileMessages } from '../../messages/reconcile.js';
import { baht } from '../../reconcile/amounts.js';
import type { Mapping } from '../../reconcile/mapping.js';
import { command, type Result } from '../../runtime/command.js';
import { outputFile } from '../../runtime/output-file.js';
import { choice, option, text } from '../../runtime/parameter.js';
import { day } from '../../runtime/value-parsers.js';
import { randomSeed, withBook } from './clerk.js';
import { A_BOOK, NAME } from './parameters.js';

const HEADER = ['date', 'account', 'debit', 'credit', 'reference', 'text'];

export const exported = command({
  words: ['books', 'export'],
  step: 'harmless',
  summary: 'a book as double entries for an ERP',
  notes: [
    'CSV with date, account, debit, credit, reference and text, by the settlement day of the bank line: cash against receivable, fees, refunds, write-offs and suspense. Every entry balances, and cash is the sum of the bank lines. accounts: in the mapping of the bank names the accounts.',
  ],
  parameters: {
    name: NAME,
    from: option('--from <date>', 'first day (the first of the book)', day),
    to: option('--to <date>', 'last day (the last of the book)', day),
    format: choice('--format <format>', 'what is written (journal.csv)', ['journal.csv']),
    out: text('--out <file>', 'write to this file (standard output)', { effect: 'writes' }),
  },
  examples: [
    ...A_BOOK,
    'payctl books export shop --from 2026-01-01 --to 2026-01-31 --format journal.csv',
    'payctl books export shop --out journal.csv',
  ],
  dryRun: 'harmless',
  run: async (services, { name, from, to, out }): Promise<Result> => {
    const path = out === undefined ? undefined : outputFile(services, '--out', out);
    const period = { from: parseDay(from), to: parseDay(to) };
    if (period.from !== undefined && period.to !== undefined && period.from > period.to) {
      throw usageError(reconcileMessages.fromAfterTo);
    }
    const say = await services.say();
    const exported = await withBook(services, name, (book) =>
      journalEntries(book, period, randomSeed(services)),
    );
    const lines = sheet(exported, say);
    if (path === undefined) return { text: [...lines].join('') };
    services.host.files.replace(path, encodedPieces(lines));
    return {};
  },
});

function* sheet({ entries, accounts }: Entries, say: Say): Generator<string> {
  yield csvLine(HEADER);
  for (const entry of entries) yield* entryLines(entry, accounts, say);
}

function entryLines(
  { date, reference, text, postings }: AccountingEntry,
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
