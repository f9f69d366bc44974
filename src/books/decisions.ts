import { unsealedJson } from '../core/sealed-log.js';
import type { Book, BookItem, BookLine } from '../state/books.js';
import { parseDecision, readEvent } from './codec.js';
import { readWhole } from './event.js';
import type { BookDecision, DecidedBy } from './state.js';

/** What a person decided, about an item or about days. */
export interface RecordedDecision {
  /** Of its event. */
  seq: number;
  /** ISO 8601 in UTC. */
  at: string;
  who: DecidedBy;
  as: BookDecision['as'] | 'closed' | 'reopened';
  note: string;
  /** The last day that was closed, or the first that was opened again; ISO. */
  day?: string | undefined;
  item?: DecidedItem;
}

interface DecidedItem {
  id: string;
  class: string;
  /** Empty where no line of the book has it any longer. */
  reference: string;
  /** Satang. */
  amount: number;
  /** Whether its lines are still those that it was decided about. */
  holds: boolean;
}

/** All decisions as the events have them, the oldest first: also those that no longer hold. */
export function listDecisions(book: Book): Promise<RecordedDecision[]> {
  return readWhole(book, async () => {
    const all: RecordedDecision[] = [];
    for await (const page of book.events()) {
      for (const { line } of page) {
        const event = readEvent(unsealedJson(line));
        if (event?.type === 'resolve') all.push(...(await aboutItems(book, event)));
        else if (event?.type === 'close' || event?.type === 'reopen') all.push(aboutDays(event));
      }
    }
    return all;
  });
}

type Event = NonNullable<ReturnType<typeof readEvent>>;

function aboutDays({ seq, at, who, type, day, note = '' }: Event): RecordedDecision {
  return { seq, at, who, as: type === 'close' ? 'closed' : 'reopened', note, day };
}

async function aboutItems(
  book: Book,
  { seq, at, who, decisions = [] }: Event,
): Promise<RecordedDecision[]> {
  const ids = decisions.map(({ id }) => id);
  const items = new Map((await book.items({ ids })).map((item) => [item.id, item]));
  const lines = await book.lines({ items: ids });
  return decisions.flatMap(({ id, decision: kept }): RecordedDecision[] => {
    const decision = parseDecision({ decision: kept });
    const item = items.get(id);
    if (decision === undefined || item === undefined) return [];
    const { as, note } = decision;
    return [{ seq, at, who, as, note, item: itemAs(item, lines, seq) }];
  });
}

function itemAs(
  { id, class: kind, amount, resolved, decided }: BookItem,
  lines: readonly BookLine[],
  seq: number,
): DecidedItem {
  const its = lines.filter(({ item }) => item === id);
  const name = (of: 'reference' | 'transactionId') => its.find((line) => line[of] !== '')?.[of];
  const reference = name('reference') ?? name('transactionId') ?? '';
  const holds = its.length > 0 && resolved !== null && decided === seq;
  return { id, class: kind, reference, amount, holds };
}
