import { groupBy } from '../core/fields.js';
import type { Book, BookItem, BookLine } from '../state/books.js';
import { ITEM_CLASSES } from './codec.js';
import { readWhole } from './event.js';
import { itemClass, total, ZERO_FIGURES } from './figures.js';
import { fileNames, sumSide, toEvidence } from './lines.js';
import type { ItemClass, OpenItem } from './state.js';
import { AGES, type Age, type BookState, type BookStatus, type CountedSum } from './state.js';

/** How far a book has come since it was made, or what its last run did. */
export function readStatus(book: Book, of: 'all' | 'run' = 'all'): Promise<BookStatus> {
  return readWhole(book, async (state) =>
    statusFrom(book.name, state, await book.items('open'), of),
  );
}

/** What is open, in the order of classes, the oldest first. */
export function openItems(
  book: Book,
  wanted: { class?: ItemClass; olderThanDays?: number } = {},
): Promise<OpenItem[]> {
  return readWhole(book, async (state) => {
    const items = (await book.items('open')).filter(
      (item) =>
        (wanted.class === undefined || item.class === wanted.class) &&
        (wanted.olderThanDays === undefined || itemAge(item, state) > wanted.olderThanDays),
    );
    const isAll = wanted.class === undefined && wanted.olderThanDays === undefined;
    const lines = await linesByItem(book, items, isAll);
    const fileName = await fileNames(book);
    return inOrder(items.map((item) => openItem(item, lines.get(item.id) ?? [], state, fileName)));
  });
}

async function linesByItem(
  book: Book,
  items: readonly BookItem[],
  isAll: boolean,
): Promise<Map<string | null, BookLine[]>> {
  const query = isAll ? { open: true } : { items: items.map(({ id }) => id) };
  const lines = items.length === 0 ? [] : await book.lines(query);
  return groupBy(lines, ({ item }) => item);
}

/** @param fileName the name of a file */
export function openItem(
  item: BookItem,
  lines: readonly BookLine[],
  state: BookState,
  fileName: (file: number) => string,
): OpenItem {
  const sorted = [...lines].sort(
    (a, b) => Number(a.side === 'bank') - Number(b.side === 'bank') || a.id - b.id,
  );
  const first = (name: 'reference' | 'transactionId') =>
    sorted.find((line) => line[name] !== '')?.[name] ?? '';
  return {
    ...{ id: item.id, class: itemClass(item), amount: item.amount, day: item.day },
    ...{ firstSeen: item.firstSeen, age: itemAge(item, state) },
    ...{ reference: first('reference'), transactionId: first('transactionId') },
    sides: { orders: sumSide(lines, 'own') ?? null, bank: sumSide(lines, 'bank') ?? null },
    evidence: sorted.map((line) => toEvidence(line, fileName(line.file))),
  };
}

export function inOrder(items: readonly OpenItem[]): OpenItem[] {
  const text = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return [...items].sort(
    (a, b) =>
      ITEM_CLASSES.indexOf(a.class) - ITEM_CLASSES.indexOf(b.class) ||
      a.day - b.day ||
      text(a.reference, b.reference) ||
      text(a.id, b.id),
  );
}

/** In days up to the last one that both sides cover. */
function itemAge({ day }: BookItem, { through }: Pick<BookState, 'through'>): number {
  return Math.max(0, (through ?? day) - day);
}

export function statusFrom(
  book: string,
  state: BookState,
  open: readonly BookItem[],
  of: 'all' | 'run',
): BookStatus {
  const classes = of === 'run' ? state.lastRun : state.all;
  const ages = new Map<Age, CountedSum>(AGES.map((age) => [age, ZERO_FIGURES]));
  for (const item of open) {
    const age = ageClass(itemAge(item, state));
    const { count, amount } = ages.get(age) ?? ZERO_FIGURES;
    ages.set(age, { count: count + 1, amount: amount + BigInt(item.amount) });
  }
  const { through, closed } = state;
  return { book, through, closed, total: total(classes), classes, ages };
}

function ageClass(days: number): Age {
  if (days <= 1) return '0-1d';
  if (days <= 7) return '2-7d';
  return days <= 30 ? '8-30d' : 'older';
}
