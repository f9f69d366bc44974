import type { BookRun, OpenItem } from '../../books/state.js';
import { fromPlain } from '../../core/json.js';
import { lazyMap } from '../../core/lazy-map.js';
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
    return item === undefined
      ? super.record(match)
      : { ...super.record(match), ...itemFields(item) };
  }

  override records(): Printed<T>[] {
    const { items, open, reconciled } = this.#run;
    const listed = new Set(items.values());
    const late = open.filter((item) => !listed.has(item));
    return lazyMap([...reconciled.records, ...late], (one) =>
      'kind' in one ? this.record(one) : lateRecord(one),
    );
  }
}

function itemFields({ id, firstSeen, age }: OpenItem) {
  return { id, firstSeen, age: fromPlain(age) };
}

/** A line that waits because its day is closed is in no record: it is not matched. */
function lateRecord<T extends Text>(item: OpenItem): Printed<T> {
  const { reference = null, transactionId = null, sides = null } = itemData(item);
  const { evidence } = item;
  const lineNumbers = (side: 'orders' | 'bank') =>
    evidence.filter((one) => one.side === side).map(({ line }) => fromPlain(line));
  return {
    ...{ class: item.class, reference, transactionId, amounts: sides },
    rows: { orders: lineNumbers('orders'), bank: lineNumbers('bank') },
    ...{ days: null, learned: null, next: null },
    ...itemFields(item),
  };
}
