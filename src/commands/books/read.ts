import { ITEM_CLASSES } from '../../books/codec.js';
import type { OpenItem } from '../../books/state.js';
import { openItems, readStatus } from '../../books/status.js';
import { PayctlError } from '../../core/errors.js';
import { type JsonObject, stringifyJson } from '../../core/json.js';
import { visible } from '../../core/text.js';
import { books, bookCommands as words } from '../../messages/books.js';
import { baht } from '../../reconcile/amounts.js';
import type { Result, Rows } from '../../runtime/command.js';
import type { Context } from '../../runtime/context.js';
import { parseChoice } from '../../runtime/values.js';
import type { Book } from '../../state/books.js';
import { randomSeed, withBook } from './desk.js';
import { decidedData, itemData, statusData } from './shown.js';
import { itemsTable, statusTable } from './table.js';

export async function list(context: Context): Promise<Result> {
  const all = await context.services.books();
  const data: JsonObject[] = [];
  for (const name of await all.names()) {
    data.push(await withBook(context, name, async (book) => statusData(await readStatus(book))));
  }
  return {
    data,
    view: { fields: ['book', 'through', 'closed', 'open.count', 'open.amount'], keep: 5 },
  };
}

export async function status(
  context: Context,
  { name, isRun }: { name: string; isRun: boolean },
): Promise<Result> {
  return withBook(context, name, (book) => shownStatus(book, isRun ? 'run' : 'all'));
}

export async function shownStatus(book: Book, of: 'all' | 'run' = 'all'): Promise<Result> {
  const found = await readStatus(book, of);
  return { data: statusData(found), table: (screen) => statusTable(found, screen) };
}

interface Wanted {
  name: string;
  older: number | undefined;
  kind: string | undefined;
}

export async function breaks(context: Context, { name, older, kind }: Wanted): Promise<Result> {
  const wanted = {
    ...(kind !== undefined && { class: parseChoice(kind, ITEM_CLASSES, '--class') }),
    ...(older !== undefined && { olderThanDays: older }),
  };
  const items = await withBook(context, name, (book) => openItems(book, wanted));
  if (context.output.format === 'csv') return { rows: toSheet(items) };
  return {
    data: items.map(itemData),
    table: (screen) => itemsTable(items, screen),
  };
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
  return {
    items: rows(),
    line: (item) => visible(stringifyJson(item)),
    fields: SHEET_FIELDS,
    end: () => ({}),
  };
}

/** Where its lines stand, and what each says: `orders-30.csv:3 50.00; bank-30.csv:2 45.00`. */
function evidenceText({ evidence }: OpenItem): string {
  return evidence
    .map(({ file, line, amount, fault = '' }) =>
      `${file}:${line} ${amount === null ? fault : baht(amount)}`.trim(),
    )
    .join('; ');
}

export async function decisions(context: Context, { name }: { name: string }): Promise<Result> {
  const { listDecisions } = await import('../../books/decisions.js');
  const decided = await withBook(context, name, listDecisions);
  return { data: decided.map(decidedData), view: { fields: DECIDED_FIELDS, keep: 6 } };
}

/** The last ones go first on a narrow terminal. */
const DECIDED_FIELDS = [
  ...['at', 'user', 'as', 'id', 'day', 'note'],
  ...['reference', 'amount', 'class', 'holds', 'host'],
];

export async function verify(context: Context, { name }: { name: string }): Promise<Result> {
  const { verifyBook } = await import('../../books/verify.js');
  const findings = await withBook(context, name, (book) => verifyBook(book, randomSeed(context)));
  const data = { book: name, sound: findings.length === 0, findings };
  const [first] = findings;
  if (first === undefined) {
    await context.note(words.sound(name));
    return { data };
  }
  for (const finding of findings) await context.warn(finding);
  return {
    data,
    problem: new PayctlError('BAD_DATA', books.broken(name, findings.length), {
      hint: words.firstFinding(first),
    }),
  };
}
