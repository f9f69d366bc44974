import type { Clock } from '../host/host.js';
import type { MatchRecord, RecordClass } from '../reconcile/classes.js';
import type { DayNumbers } from '../reconcile/columns.js';
import type { SourceFile } from '../reconcile/read.js';
import type { Reconciled } from '../reconcile/reconcile.js';

/** What can be open: what does not match, and what changes a day that was closed. */
export type ItemClass = Exclude<RecordClass, 'matched'> | 'late';

/** How many items, and their satang. */
export interface CountedSum {
  count: number;
  amount: bigint;
}

/** carried + new - resolved = open, in count and amount. */
export interface Movement {
  carried: CountedSum;
  new: CountedSum;
  resolved: CountedSum;
  open: CountedSum;
}

/**
 * The hashes of all lines and of all items of a book, added up. What comes is added and what goes is taken
 * away, so each event states them without reading the book, and a row that was changed beside the events shows.
 */
export interface RowSums {
  lines: bigint;
  items: bigint;
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
  covered: { own: readonly DayNumbers[]; bank: readonly DayNumbers[] };
  /** The last day that both sides cover. */
  through: number | undefined;
  /** The last day that is closed. */
  closed: number | undefined;
  /** Since the book was made, and in the newest run alone. */
  all: ReadonlyMap<ItemClass, Movement>;
  lastRun: ReadonlyMap<ItemClass, Movement>;
  nextFile: number;
  nextLine: number;
  /** By which `verify` notices a row that no event wrote. */
  sums: RowSums;
}

/** Who decides. */
export interface DecidedBy {
  user: string;
  sudoUser?: string | undefined;
  host: string;
}

/** What a person says of open items. */
export interface BookDecision {
  ids: readonly string[];
  as: (typeof DECISIONS)[number];
  /** The other side of `matched-with`. */
  with?: string | undefined;
  note: string;
  /** Where it was given (`breaks.csv:17`), for what is wrong with it. */
  place?: string | undefined;
}

export const DECISIONS = ['explained', 'written-off', 'duplicate', 'matched-with'] as const;

/** Whoever works on a book, and what he needs of the machine. */
export interface Clerk {
  clock: Clock;
  /** Of the hash of texts. */
  seed: () => number;
  who: DecidedBy;
}

/** How old items are, in days from their settlement day to the last day that both sides cover. */
export const AGES = ['0-1d', '2-7d', '8-30d', 'older'] as const;
export type Age = (typeof AGES)[number];

/** An open item with its lines. */
export interface OpenItem {
  id: string;
  class: ItemClass;
  reference: string;
  transactionId: string;
  /** Satang. */
  amount: number;
  /** ISO date. */
  firstSeen: string;
  /** Its settlement day, since 1970. */
  day: number;
  /** Days. */
  age: number;
  /** Satang; null where the side has no line. */
  sides: { orders: number | null; bank: number | null };
  evidence: ItemEvidence[];
}

/** A line of an item; its texts are empty where it has none. */
export interface ItemEvidence {
  side: 'orders' | 'bank';
  file: string;
  line: number;
  reference: string;
  transactionId: string;
  /** Satang; null of a line that cannot be read. */
  amount: number | null;
  /** Since 1970. */
  date: number;
  /** Why it cannot be read, in English. */
  fault?: string;
  waits?: 'late' | 'withdrawn';
}

/** What a file changed that took the place of an earlier one. */
export interface Amendment {
  side: 'orders' | 'bank';
  file: string;
  added: ItemEvidence[];
  removed: ItemEvidence[];
  /** Lines on closed days that it no longer has; they count until the days are reopened. */
  withdrawn: ItemEvidence[];
}

/** How far a book has come. */
export interface BookStatus {
  book: string;
  /** The last day that both sides cover, and the last one that is closed; since 1970. */
  through: number | undefined;
  closed: number | undefined;
  total: Movement;
  classes: ReadonlyMap<ItemClass, Movement>;
  ages: ReadonlyMap<Age, CountedSum>;
}

/** What a night brings. */
export interface Night {
  sources: readonly SourceFile[];
  /** What the files cover, where it was said. */
  days: Partial<DayNumbers>;
  /** Lists what matched, too. */
  all: boolean;
}

/** What came of a night. Its records are what is open now, and what this night matched. */
export interface BookRun {
  reconciled: Reconciled;
  /** The item of each record that is open. */
  items: ReadonlyMap<MatchRecord, OpenItem>;
  /** All that is open, in the order of the records; those that wait have no record. */
  open: readonly OpenItem[];
  status: BookStatus;
  amendments: readonly Amendment[];
  /** Names of files and statements that were applied before. */
  skipped: readonly string[];
}

export interface NewBook {
  name: string;
  /** The mapping of each side as YAML; undefined: files tell by themselves. */
  ordersMap: string | undefined;
  bankMap: string | undefined;
  /** Satang. */
  tolerance: number;
  /** Seconds of the day. */
  cutoff: number;
  opening?: { file: string; text: string } | undefined;
}
