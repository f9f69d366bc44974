import { closeBook, reopenBook } from '../../books/close.js';
import { createBook } from '../../books/create.js';
import { resolveItems } from '../../books/resolve.js';
import type { BookDecision } from '../../books/state.js';
import { usageError } from '../../core/errors.js';
import { parseDate } from '../../core/time.js';
import type { Host } from '../../host/host.js';
import { books, bookCommands as words } from '../../messages/books.js';
import { readMapping } from '../../reconcile/mapping-file.js';
import { command, type Result } from '../../runtime/command.js';
import {
  argument,
  flag,
  option,
  restArguments,
  text,
  type ValuesOf,
} from '../../runtime/parameter.js';
import type { Services } from '../../runtime/services.js';
import { readUserText } from '../../runtime/user-text.js';
import { day } from '../../runtime/value-parsers.js';
import { checkBookName } from '../../state/book-names.js';
import { CUTOFF, cutoff, tolerance } from '../reconcile/values.js';
import { createClerk, withBook } from './clerk.js';
import { A_BOOK, NAME, NOTE } from './parameters.js';
import { shownStatus } from './read.js';
import { notDecision, parseVerdict, VERDICTS } from './verdict.js';

const LONGEST_MAPPING = 1024 * 1024;
const LONGEST_OPENING = 64 * 1024 * 1024;

export const create = command({
  words: ['books', 'create'],
  summary: 'begin a book: reconciling that remembers from night to night',
  notes: [
    'A book keeps every line of its files, in this machine or in the shared store. reconcile --book then begins with what earlier nights left open. Its rules are given once, here. A mapping that names the accounts of an ERP (accounts: in bank) is used by books export.',
    'The opening is what was open before: CSV with side (orders or bank), reference, transactionId, amount, date and note.',
  ],
  parameters: {
    name: argument('book', 'letters, digits, -, _ and .; at most 64'),
    ordersMap: text('--orders-map <file>', 'how the files of orders are to be read, as YAML', {
      effect: 'reads',
    }),
    bankMap: text('--bank-map <file>', "how the bank's files are to be read, as YAML", {
      effect: 'reads',
    }),
    opening: text('--opening <file>', 'what was open before, as CSV', { effect: 'reads' }),
    tolerance: option('--tolerance <baht>', 'by how much amounts may differ (0.00)', tolerance),
    cutoff: option(
      '--settle-cutoff <time>',
      'from when on a payment settles on the next day (22:00)',
      cutoff,
    ),
  },
  examples: [
    'payctl books create shop',
    "printf 'side,reference,transactionId,amount,date,note\\nbank,X9,T9,75.00,2026-01-15,asked the bank\\n' > opening.csv",
    'payctl books create branch-2 --opening opening.csv --tolerance 0.05',
  ],
  run: async (services, { name, opening, ...given }): Promise<Result> => {
    const { host, note } = services;
    checkBookName(name);
    await createBook(await services.books(), createClerk(services), {
      name,
      ordersMap: await readMappingFile(host, given.ordersMap),
      bankMap: await readMappingFile(host, given.bankMap),
      tolerance: given.tolerance ?? 0,
      cutoff: given.cutoff ?? CUTOFF,
      opening:
        opening === undefined
          ? undefined
          : { file: opening, text: await readUserText(host, opening, LONGEST_OPENING) },
    });
    await note(words.made(name));
    return withBook(services, name, shownStatus);
  },
});

/** The mapping as it was written, once it is known to be one. */
async function readMappingFile(host: Host, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const yaml = await readUserText(host, file, LONGEST_MAPPING);
  readMapping(yaml, file);
  return yaml;
}

const RESOLVE = {
  name: NAME,
  ids: restArguments('item', 'ids of items, or one file', { effect: 'reads' }),
  as: text('--as <decision>', 'explained, written-off, duplicate, matched-with (the last id)'),
  note: NOTE,
};

export const resolve = command({
  words: ['books', 'resolve'],
  summary: 'write down what a person decided about open items',
  notes: [
    'With ids, --as and --note; or with the file of books breaks -o csv in which as and note are filled in: all of it or nothing. Where as is empty the item stays open. The file may be saved as CSV or xlsx.',
    'matched-with: the items named belong together with the one that is named last, and their sums must agree. A decision holds as long as its items consist of the same lines; what comes later and changes them opens them again.',
  ],
  parameters: RESOLVE,
  examples: [
    ...A_BOOK,
    "payctl books resolve shop $(payctl books breaks shop -o text -q '[0].id') --as explained --note 'paid in cash'",
    'payctl books breaks shop -o csv > breaks.csv',
    "sed -i 's/,,$/,explained,paid in cash/' breaks.csv",
    'payctl books resolve shop breaks.csv',
  ],
  run: async (services, given): Promise<Result> => {
    const decisions = await givenDecisions(services, given);
    return withBook(services, given.name, async (book) => {
      await resolveItems(book, createClerk(services), decisions);
      return shownStatus(book);
    });
  },
});

/** What a sheet is called; no id has a dot. */
const SHEET = /\.(?:csv|xlsx)$/i;

async function givenDecisions(
  { host }: Services,
  given: ValuesOf<typeof RESOLVE>,
): Promise<readonly BookDecision[]> {
  const { ids, as, note } = given;
  const [first = ''] = ids;
  if (!ids.some((id) => SHEET.test(id) || id.includes('/'))) return [toDecision(given)];
  if (ids.length > 1 || as !== undefined || note !== undefined) {
    throw usageError(words.fileOrIds);
  }
  const { readDecisions } = await import('./decisions-file.js');
  return readDecisions(host, first);
}

function toDecision({ ids, as, note = '' }: ValuesOf<typeof RESOLVE>): BookDecision {
  if (ids.length === 0) throw usageError(words.fileOrIds);
  if (as === undefined) throw usageError(words.asNeeded, words.giveAs(VERDICTS));
  const verdict = parseVerdict(as);
  if (verdict === undefined) throw usageError(notDecision(as));
  if (note.trim() === '') throw usageError(books.noteNeeded, books.giveNote);
  if (verdict.as !== 'matched-with' || verdict.with !== undefined) {
    return { ids, ...verdict, note: note.trim() };
  }
  const other = ids.at(-1);
  if (ids.length < 2) throw usageError(books.withNeeded, words.giveWith);
  return { ids: ids.slice(0, -1), as: verdict.as, with: other, note: note.trim() };
}

export const close = command({
  words: ['books', 'close'],
  summary: 'close the days of a book up to a date',
  notes: [
    'Both sides must have files that reach up to the date, and for every day up to it that has a line; with --strict nothing may be open up to it. Otherwise the exit code is 5, and nothing changes. What files change of a closed day later waits as items of class late.',
  ],
  parameters: {
    name: NAME,
    date: argument('date', 'last day to close: YYYY-MM-DD, today, yesterday'),
    isStrict: flag('--strict', 'only if nothing is open up to that day'),
  },
  examples: [...A_BOOK, 'payctl books close shop 2026-01-29', 'payctl books close shop 2026-01-30'],
  run: async (services, { name, date, isStrict }): Promise<Result> => {
    const last = requiredDay(services, date);
    return withBook(services, name, async (book) => {
      await closeBook(book, createClerk(services), last, isStrict);
      return shownStatus(book);
    });
  },
});

export const reopen = command({
  words: ['books', 'reopen'],
  summary: 'open the days of a book again from a date on',
  notes: ['What waited because its day was closed is matched, in one step with the reopening.'],
  parameters: {
    name: NAME,
    date: argument('date', 'first day to open: YYYY-MM-DD, today, yesterday'),
    note: NOTE,
  },
  examples: [
    ...A_BOOK,
    'payctl books close shop 2026-01-30',
    "payctl books reopen shop 2026-01-30 --note 'the bank corrected its file'",
    "payctl books reopen shop 2026-01-29 --note 'an order was missing'",
  ],
  run: async (services, { name, date, note = '' }): Promise<Result> => {
    const first = requiredDay(services, date);
    return withBook(services, name, async (book) => {
      await reopenBook(book, createClerk(services), first, note.trim());
      return shownStatus(book);
    });
  },
});

/** Since 1970. */
function requiredDay({ host }: Services, date: string): number {
  return parseDate(day(date, 'date', host.clock.now())) ?? 0;
}
