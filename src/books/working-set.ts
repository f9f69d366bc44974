import type { SettlementRule } from '../reconcile/mapping.js';
import type { Book, BookItem, BookLine, LineQuery } from '../state/books.js';
import type { LineChanges } from './apply.js';
import { parseDecision } from './codec.js';
import { lineText } from './lines.js';

/** The lines whose fate a change can alter, and all that they are matched with. */
export interface WorkingSet {
  /** By id, as they are after the change. */
  lines: ReadonlyMap<number, BookLine>;
  /** Items of which they are part, or were, also those that a person decided about. */
  items: ReadonlyMap<string, BookItem>;
  /**
   * Whether all lines that the bank may pay out in one sum with it are there. Without them, what
   * the matcher says of a line counts for nothing, and it stays as it is.
   */
  isWhole(line: BookLine): boolean;
}

/** Which values were looked up, so that each is asked for once. */
class Asked {
  readonly #seen = new Set<string>();

  new<T>(kind: string, values: Iterable<T>): T[] {
    const fresh: T[] = [];
    for (const value of values) {
      const key = `${kind} ${String(value)}`;
      if (value === '' || this.#seen.has(key)) continue;
      this.#seen.add(key);
      fresh.push(value);
    }
    return fresh;
  }
}

/**
 * All lines of open items, those that wait and those that change; and, until nothing comes, all that
 * share with one of them a reference, a transaction id, a payout or an item. So what follows is the same as if
 * all lines of the book were matched anew.
 */
export async function workingSet(
  book: Book,
  changes: LineChanges,
  settlement: SettlementRule | undefined,
): Promise<WorkingSet> {
  const collector = new Collector(book, changes);
  const open = await book.items('open');
  for (const item of open) collector.items.set(item.id, item);
  collector.take(await book.lines({ open: true }));
  collector.take([...changes.changed.values()].filter(({ waits }) => waits !== null));
  await collector.close(changes.removed);
  if (settlement?.by !== 'day') return { ...collector.found(), isWhole: () => true };
  const days = new Set<number>();
  let more = new Set([...collector.lines.values(), ...changes.removed].map(payoutDay));
  while (more.size > 0) {
    for (const day of more) days.add(day);
    await collector.takeDays(more);
    await collector.close([]);
    more = collector.daysMatchedByHand(days);
  }
  return { ...collector.found(), isWhole: (line) => days.has(payoutDay(line)) };
}

/** By which the bank's line of a day is compared with the orders of that day. */
function payoutDay({ side, settles, date }: BookLine): number {
  return side === 'own' ? settles : date;
}

class Collector {
  readonly lines = new Map<number, BookLine>();
  readonly items = new Map<string, BookItem>();
  readonly #book: Book;
  readonly #changes: LineChanges;
  readonly #removed: ReadonlySet<number>;
  readonly #asked = new Asked();
  /** What came since its partners were looked up. */
  #fresh: BookLine[] = [];

  constructor(book: Book, changes: LineChanges) {
    this.#book = book;
    this.#changes = changes;
    this.#removed = new Set(changes.removed.map(({ id }) => id));
    this.take(changes.added);
  }

  found(): Pick<WorkingSet, 'lines' | 'items'> {
    return { lines: this.lines, items: this.items };
  }

  take(lines: readonly BookLine[]): void {
    for (const stored of lines) {
      if (this.lines.has(stored.id) || this.#removed.has(stored.id)) continue;
      const line = this.#changes.changed.get(stored.id) ?? stored;
      this.lines.set(line.id, line);
      this.#fresh.push(line);
    }
  }

  /** Until nothing comes: the partners of these, and of all that came. */
  async close(seeds: readonly BookLine[]): Promise<void> {
    for (const line of seeds) this.#fresh.push(line);
    while (this.#fresh.length > 0) {
      const fresh = this.#fresh;
      this.#fresh = [];
      await this.#takeQuery(this.#partnerQuery(fresh));
      await this.#takeItems(fresh);
      await this.#takeNameless(fresh);
    }
  }

  async takeDays(days: ReadonlySet<number>): Promise<void> {
    // A payment of the evening settles on the day after its date.
    const ranges = [...days].map((day) => ({ from: day, to: day + 1 }));
    if (ranges.length === 0) return;
    const lines = await this.#book.lines({ days: ranges });
    this.take(lines.filter((line) => days.has(payoutDay(line))));
  }

  /** Further days of what a person matched with something of these days: all of it holds or none. */
  daysMatchedByHand(days: ReadonlySet<number>): Set<number> {
    const lines = [...this.lines.values()];
    const ids = new Set<string>();
    for (const { item } of lines.filter((line) => days.has(payoutDay(line)))) {
      const decided = item === null ? undefined : this.items.get(item);
      for (const id of (decided && parseDecision(decided)?.group) ?? []) ids.add(id);
    }
    const byHand = lines.filter(({ item }) => item !== null && ids.has(item)).map(payoutDay);
    return new Set(byHand.filter((day) => !days.has(day)));
  }

  #partnerQuery(lines: readonly BookLine[]): LineQuery {
    const references = lines.flatMap(({ side, reference, payout }) =>
      side === 'own' ? [reference, payout] : [reference],
    );
    const payouts = lines.flatMap(({ side, reference }) => (side === 'bank' ? [reference] : []));
    return {
      references: this.#asked.new('reference', references),
      transactionIds: this.#asked.new(
        'transactionId',
        lines.map(({ transactionId }) => transactionId),
      ),
      payouts: this.#asked.new('payout', payouts),
    };
  }

  /** An item is whole or not at all, and so is what a person matched by several. */
  async #takeItems(lines: readonly BookLine[]): Promise<void> {
    const unknown = (ids: Iterable<string>) =>
      this.#asked.new(
        'item',
        [...ids].filter((id) => !this.items.has(id)),
      );
    let ids = unknown(lines.flatMap(({ item }) => item ?? []));
    while (ids.length > 0) {
      const items = await this.#book.items({ ids });
      for (const item of items) this.items.set(item.id, item);
      await this.#takeQuery({ items: ids });
      ids = unknown(items.flatMap((item) => parseDecision(item)?.group ?? []));
    }
  }

  /** Lines without a name are told apart by nothing but what they say. */
  async #takeNameless(lines: readonly BookLine[]): Promise<void> {
    const nameless = new Map<string, BookLine>();
    for (const line of lines) if (isNameless(line)) nameless.set(lineText(line), line);
    const texts = new Set(this.#asked.new('nameless', nameless.keys()));
    const days = new Set([...texts].map((text) => nameless.get(text)?.settles ?? 0));
    if (days.size === 0) return;
    const ranges = [...days].map((day) => ({ from: day, to: day }));
    const all = await this.#book.lines({ days: ranges });
    this.take(all.filter((line) => isNameless(line) && texts.has(lineText(line))));
  }

  async #takeQuery(query: LineQuery): Promise<void> {
    if (Object.values(query).some((values) => Array.isArray(values) && values.length > 0)) {
      this.take(await this.#book.lines(query));
    }
  }
}

function isNameless({ reference, transactionId }: BookLine): boolean {
  return reference === '' && transactionId === '';
}
