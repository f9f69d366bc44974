import { type Command, command, type Result } from '../../runtime/command.js';
import { argument, choice, flag, option, restArguments, text } from '../../runtime/parameter.js';
import { count, day } from '../../runtime/values.js';
import { cutoff, tolerance } from '../reconcile/values.js';

const NAME = argument('book', 'name of the book');
const NOTE = text('--note <text>', 'why');

/** Lines by which the examples of help have a book with an open item. */
const A_BOOK = [
  "printf 'reference,amount,date\\nA1,100.00,2026-01-30\\nA2,50.00,2026-01-30\\nA3,5.00,2026-01-30\\n' > orders-30.csv",
  "printf 'ref1,transRef,amount,transactionDate\\nA1,T1,100.00,2026-01-30\\n' > bank-30.csv",
  'payctl books create shop',
  'payctl reconcile --book shop --orders orders-30.csv --bank bank-30.csv || true',
];

const create = command({
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
  run: async (context, given): Promise<Result> => (await import('./create.js')).run(context, given),
});

const list = command({
  words: ['books', 'list'],
  step: 'harmless',
  summary: 'the books, and what is open in each',
  parameters: {},
  examples: ['payctl books list', 'payctl books list -o json'],
  dryRun: 'harmless',
  run: async (context): Promise<Result> => (await import('./read.js')).list(context),
});

const status = command({
  words: ['books', 'status'],
  step: 'harmless',
  summary: 'what came, what was resolved and what is open in a book, and how old it is',
  notes: [
    'In count and satang, by class: carried + new - resolved = open. Carried is what the book was opened with. The age of an item is counted from its settlement day to the last day that both sides cover.',
  ],
  parameters: { name: NAME, isRun: flag('--run', 'of the newest run alone') },
  examples: [...A_BOOK, 'payctl books status shop', 'payctl books status shop --run -o json'],
  dryRun: 'harmless',
  run: async (context, given): Promise<Result> =>
    (await import('./read.js')).status(context, given),
});

const breaks = command({
  words: ['books', 'breaks'],
  step: 'harmless',
  summary: 'the open items of a book, with their lines',
  notes: [
    'With -o csv the list opens in a spreadsheet. Fill in as (explained, written-off, duplicate or matched-with:ID) and note, save it, and give it to books resolve.',
  ],
  parameters: {
    name: NAME,
    older: option('--older <days>', 'only those older than this, e.g. 2d', days),
    kind: text('--class <class>', 'only this class, e.g. timing'),
  },
  examples: [
    ...A_BOOK,
    'payctl books breaks shop',
    'payctl books breaks shop --older 2d --class missing-at-bank',
    'payctl books breaks shop -o csv > breaks.csv',
  ],
  dryRun: 'harmless',
  run: async (context, given): Promise<Result> =>
    (await import('./read.js')).breaks(context, given),
});

const resolve = command({
  words: ['books', 'resolve'],
  summary: 'write down what a person decided about open items',
  notes: [
    'With ids, --as and --note; or with the file of books breaks -o csv in which as and note are filled in: all of it or nothing. Where as is empty the item stays open. The file may be saved as CSV or xlsx.',
    'matched-with: the items named belong together with the one that is named last, and their sums must agree. A decision holds as long as its items consist of the same lines; what comes later and changes them opens them again.',
  ],
  parameters: {
    name: NAME,
    ids: restArguments('item', 'ids of items, or one file', { effect: 'reads' }),
    as: text('--as <decision>', 'explained, written-off, duplicate, matched-with (the last id)'),
    note: NOTE,
  },
  examples: [
    ...A_BOOK,
    "payctl books resolve shop $(payctl books breaks shop -o text -q '[0].id') --as explained --note 'paid in cash'",
    'payctl books breaks shop -o csv > breaks.csv',
    "sed -i 's/,,$/,explained,paid in cash/' breaks.csv",
    'payctl books resolve shop breaks.csv',
  ],
  run: async (context, given): Promise<Result> =>
    (await import('./resolve.js')).run(context, given),
});

const decisions = command({
  words: ['books', 'decisions'],
  step: 'harmless',
  summary: 'who decided what in a book, and when',
  notes: [
    'Each decision about an item, and each closing and reopening, the oldest first, as the chain of events has them. holds is false where later files changed the lines of the item, or somebody decided anew.',
  ],
  parameters: { name: NAME },
  examples: [
    ...A_BOOK,
    "payctl books resolve shop $(payctl books breaks shop -o text -q '[0].id') --as explained --note 'paid in cash'",
    'payctl books decisions shop',
    'payctl books decisions shop -o csv > decisions.csv',
  ],
  dryRun: 'harmless',
  run: async (context, given): Promise<Result> =>
    (await import('./read.js')).decisions(context, given),
});

const close = command({
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
  run: async (context, given): Promise<Result> => (await import('./days.js')).close(context, given),
});

const reopen = command({
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
  run: async (context, given): Promise<Result> =>
    (await import('./days.js')).reopen(context, given),
});

const exported = command({
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
  run: async (context, given): Promise<Result> => (await import('./export.js')).run(context, given),
});

const verify = command({
  words: ['books', 'verify'],
  step: 'harmless',
  summary: 'check a book: its chain of events, its lines, its decisions, and what is open',
  notes: [
    'Reads all of it, and matches all lines anew. The exit code is 14 where something is not as the events say; each finding is named.',
  ],
  parameters: { name: NAME },
  examples: [...A_BOOK, 'payctl books verify shop', 'payctl books verify shop -o json'],
  dryRun: 'harmless',
  run: async (context, given): Promise<Result> =>
    (await import('./read.js')).verify(context, given),
});

/** `2d`, or a bare number of days. */
function days(value: string, flagName: string): number {
  return count(value.replace(/d$/i, ''), flagName);
}

export const commands: readonly Command[] = [
  create,
  list,
  status,
  breaks,
  resolve,
  decisions,
  close,
  reopen,
  exported,
  verify,
];
