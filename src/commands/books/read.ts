import { ITEM_CLASSES } from '../../books/codec.js';
import { listDecisions } from '../../books/decisions.js';
import type { OpenItem } from '../../books/state.js';
import { openItems, readStatus } from '../../books/status.js';
import { verifyBook } from '../../books/verify.js';
import { PayctlError } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import { books, bookCommands as words } from '../../messages/books.js';
import { baht } from '../../reconcile/amounts.js';
import { command, type Result, type Rows } from '../../runtime/command.js';
import { flag, option, text } from '../../runtime/parameter.js';
import { count, parseChoice } from '../../runtime/value-parsers.js';
import type { Book } from '../../state/books.js';
import { randomSeed, withBook } from './clerk.js';
import { A_BOOK, NAME } from './parameters.js';
import { decidedData, itemData, statusData } from './shown.js';
import { itemsTable, statusTable } from './table.js';

export const list = command({
  words: ['books', 'list'],
  step: 'harmless',
  summary: 'the books, and what is open in each',
  parameters: {},
  examples: ['payctl books list', 'payctl books list -o json'],
  dryRun: 'harmless',
  run: async (services): Promise<Result> => {
    const all = await services.books();
    const data: JsonObject[] = [];
    for (const name of await all.names()) {
      data.push(await withBook(services, name, async (book) => statusData(await readStatus(book))));
    }
    return {
      data,
      view: { fields: ['book', 'through', 'closed', 'open.count', 'open.amount'], keep: 5 },
    };
  },
});

export const status = command({
  words: ['books', 'status'],
  step: 'harmless',
  summary: 'what came, what was resolved and what is open in a book, and how old it is',
  notes: [
    'In count and satang, by class: carried + new - resolved = open. Carried is what the book was opened with. The age of an item is counted from its settlement day to the last day that both sides cover.',
  ],
  parameters: { name: NAME, isRun: flag('--run', 'of the newest run alone') },
  examples: [...A_BOOK, 'payctl books status shop', 'payctl books status shop --run -o json'],
  dryRun: 'harmless',
  run: (services, { name, isRun }) =>
    withBook(services, name, (book) => shownStatus(book, isRun ? 'run' : 'all')),
});

export async function shownStatus(book: Book, of: 'all' | 'run' = 'all'): Promise<Result> {
  const found = await readStatus(book, of);
  return { data: statusData(found), table: (screen) => statusTable(found, screen) };
}

export const breaks = command({
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
  run: async (services, { name, older, kind }): Promise<Result> => {
    const wanted = {
      ...(kind !== undefined && { class: parseChoice(kind, ITEM_CLASSES, '--class') }),
      olderThanDays: older,
    };
    const items = await withBook(services, name, (book) => openItems(book, wanted));
    if (services.options.output.format === 'csv') return { rows: toSheet(items) };
    return { data: items.map(itemData), table: (screen) => itemsTable(items, screen) };
  },
});

/** `2d`, or a bare number of days. */
function days(value: string, flagName: string): number {
  return count(value.replace(/d$/i, ''), flagName);
}

const SHEET_FIELDS = [
  ...['id', 'class', 'reference', 'transactionId', 'amount', 'firstSeen', 'age'],
  ...['sides.orders', 'sides.bank', 'evidence', 'as', 'note'],
];

/** The list as a sheet, in which a person fills in the last two columns. */
function toSheet(items: readonly OpenItem[]): Rows {
  async function* rows(): AsyncGenerator<JsonObject> {
    for (const item of items) {
      yield { ...itemData(item), evidence: evidenceText(item), as: '', note: '' };
    }
  }
  return { items: rows(), separate: { fields: SHEET_FIELDS, end: () => ({}) } };
}

/** Where its lines stand, and what each says: `orders-30.csv:3 50.00; bank-30.csv:2 45.00`. */
function evidenceText({ evidence }: OpenItem): string {
  return evidence
    .map(({ file, line, amount, fault = '' }) =>
      `${file}:${line} ${amount === null ? fault : baht(amount)}`.trim(),
    )
    .join('; ');
}

export const decisions = command({
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
  run: async (services, { name }): Promise<Result> => {
    const decided = await withBook(services, name, listDecisions);
    return { data: decided.map(decidedData), view: { fields: DECIDED_FIELDS, keep: 6 } };
  },
});

/** The last ones go first on a narrow terminal. */
const DECIDED_FIELDS = [
  ...['at', 'user', 'as', 'id', 'day', 'note'],
  ...['reference', 'amount', 'class', 'holds', 'host'],
];

export const verify = command({
  words: ['books', 'verify'],
  step: 'harmless',
  summary: 'check a book: its chain of events, its lines, its decisions, and what is open',
  notes: [
    'Reads all of it, and matches all lines anew. The exit code is 14 where something is not as the events say; each finding is named.',
  ],
  parameters: { name: NAME },
  examples: [...A_BOOK, 'payctl books verify shop', 'payctl books verify shop -o json'],
  dryRun: 'harmless',
  run: async (services, { name }): Promise<Result> => {
    const findings = await withBook(services, name, (book) =>
      verifyBook(book, randomSeed(services)),
    );
    const data = { book: name, sound: findings.length === 0, findings };
    const [first] = findings;
    if (first === undefined) {
      await services.note(words.sound(name));
      return { data };
    }
    for (const finding of findings) await services.warn(finding);
    return {
      data,
      problem: new PayctlError('BAD_DATA', books.broken(name, findings.length), {
        hint: words.firstFinding(first),
      }),
    };
  },
});
