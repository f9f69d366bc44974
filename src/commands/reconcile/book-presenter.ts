import type { BookRun, OpenItem } from '../../books/state.js';
import { fromPlain } from '../../core/json.js';
import type { Text } from '../../core/message.js';
import type { MatchRecord } from '../../reconcile/classes.js';
import { Presenter, type Printed } from '../../reconcile/present.js';
import { amendmentData, itemData, statusData } from '../books/shown.js';

/** Turns the run of a book into what is printed: what is open now, and how it came to be so. */
export class BookPresenter<T extends Text> extends Presenter<T> {
  readonly #run: BookRun;

  constructor(run: BookRun, word: (text: Text) => T) {
    super(run.reconciled, word);
    this.#run = run;
  }

  override head(): Printed<T> {
    const { status, amendments, skipped } = this.#run;
    return {
      ...super.head(),
      book: statusData(status),
      amendments: amendments.map(amendmentData),
      skipped: [...skipped],
    };
  }

  override get fields(): readonly string[] {
    return ['id', ...super.fields, 'firstSeen', 'age'];
  }

  override record(match: MatchRecord): Printed<T> {
    const item = this.#run.items.get(match);
    return item === undefined ? super.record(match) : { ...super.record(match), ...nameOf(item) };
  }

  override *records(): Generator<Printed<T>> {
    yield* super.records();
    const listed = new Set(this.#run.items.values());
    for (const item of this.#run.open) if (!listed.has(item)) yield lateRecord(item);
  }
}

function nameOf({ id, firstSeen, age }: OpenItem) {
  return { id, firstSeen, age: fromPlain(age) };
}

/** A line that waits because its day is closed is in no record: it is not matched. */
function lateRecord<T extends Text>(item: OpenItem): Printed<T> {
  const { reference = null, transactionId = null, sides = null } = itemData(item);
  const { evidence } = item;
  const rowsOf = (side: 'orders' | 'bank') =>
    evidence.filter((one) => one.side === side).map(({ line }) => fromPlain(line));
  return {
    ...{ class: item.class, reference, transactionId, amounts: sides },
    rows: { orders: rowsOf('orders'), bank: rowsOf('bank') },
    ...{ days: null, learned: null, next: null },
    ...nameOf(item),
  };
}
