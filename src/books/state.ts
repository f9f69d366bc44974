import type { RecordClass } from '../reconcile/classes.js';
import type { Days } from '../reconcile/columns.js';

/** What can be open: what does not match, and what changes a day that was closed. */
export type ItemClass = Exclude<RecordClass, 'matched'> | 'late';

/** How many items, and their satang. */
export interface Figures {
  count: number;
  amount: bigint;
}

/** carried + new - resolved = open, in count and amount. */
export interface Movement {
  carried: Figures;
  new: Figures;
  resolved: Figures;
  open: Figures;
}

/** What a book is as of its newest event. */
export interface BookState {
  /** The mappings as YAML, as they were given; undefined: files tell by themselves. */
  ordersMap: string | undefined;
  bankMap: string | undefined;
  /** Satang. */
  tolerance: number;
  /** Seconds of the day. */
  cutoff: number;
  /** Days that each side covers, in order and disjoint. */
  covered: { own: readonly Days[]; bank: readonly Days[] };
  /** The last day that both sides cover. */
  through: number | undefined;
  /** The last day that is closed. */
  closed: number | undefined;
  /** Since the book was made, and in the newest run alone. */
  all: ReadonlyMap<ItemClass, Movement>;
  lastRun: ReadonlyMap<ItemClass, Movement>;
  nextFile: number;
  nextLine: number;
}

/** Who decides. */
export interface Who {
  user: string;
  sudoUser?: string | undefined;
  host: string;
}

/** What a person says of an open item. */
export interface Decision {
  ids: readonly string[];
  as: 'written-off' | 'explained' | 'duplicate' | 'matched-with';
  /** The other side of `matched-with`. */
  with?: string | undefined;
  note: string;
}
