/** The books of reconciling, in files of this machine or in a shared store. */
export interface Books {
  /**
   * Makes a book with its first event. False where a book of this name is there; no part of it is written
   * then.
   */
  create(name: string, first: BookChange): Promise<boolean>;
  names(): Promise<string[]>;
  /** undefined where there is no book of this name. Rejects with CONFIG where it is damaged. */
  open(name: string): Promise<Book | undefined>;
}

/** Books that can be moved from one store to another. */
export interface StoredBooks extends Books {
  /**
   * Puts a book of another store, as of `head`, in the place of the one here, as of `before`; undefined:
   * there is none. False where either has changed; nothing is written then.
   */
  replace(book: Book, head: BookHead, before: BookHead | undefined): Promise<boolean>;
}

/**
 * One book. Whoever changes it reads what he needs, and commits his change to what he has read: if
 * somebody else was faster, nothing of it is written, and he reads again. So no lock is held while a
 * night is matched, and a book is written whole or not at all.
 */
export interface Book {
  readonly name: string;
  head(): Promise<BookHead>;
  /** Files that were applied, also those that were replaced, by what they hold or are called; all without a query. */
  files(query?: FileQuery): Promise<BookFile[]>;
  lines(query: LineQuery): Promise<BookLine[]>;
  /** All lines, a page at a time, in the order of their numbers. */
  allLines(): AsyncIterable<BookLine[]>;
  /** Those of these ids, or all that are open. */
  items(query: { ids: readonly string[] } | 'open'): Promise<BookItem[]>;
  /** All items, a page at a time, in the order of their ids. */
  allItems(): AsyncIterable<BookItem[]>;
  events(): AsyncIterable<BookEvent[]>;
  /** Writes the change whole; false where the book has another event of this number: nothing is written then. */
  commit(change: BookChange): Promise<boolean>;
  close(): Promise<void>;
}

export interface BookHead {
  /** Number of the newest event, from 1. */
  seq: number;
  sum: string;
  /** What the book is as of that event, as JSON. */
  state: string;
}

/** Somebody's act, chained to the one before it. */
export interface BookEvent {
  seq: number;
  /** ISO 8601 in UTC. */
  at: string;
  /** A sealed line: JSON with the checksum of the event before (`prev`) and its own. */
  line: string;
  sum: string;
}

/** A file, or one statement of it, as it was applied. */
export interface BookFile {
  /** From 1, in the order in which they were applied. */
  id: number;
  side: BookSide;
  /** Its last name without directories; of a statement its account and number. */
  name: string;
  /** SHA-256 of the file as it lay; of a statement, of what it says. */
  sha256: string;
  /** SHA-256 of its lines, by which `verify` notices that one was changed. */
  digest: string;
  /** Days since 1970 that it covers; null where it has no lines. */
  from: number | null;
  to: number | null;
  applied: number;
  /** Number of the event in which another took its place; null while it counts. */
  replaced: number | null;
}

export type BookSide = 'own' | 'bank';

/** A line of a file; texts have no NUL, and are empty where it has none, amounts in satang, days since 1970. */
export interface BookLine {
  /** From 1, in the order in which they were added. */
  id: number;
  side: BookSide;
  /** Of its file. */
  file: number;
  /** Where it stands there, from 1. */
  line: number;
  reference: string;
  transactionId: string;
  payout: string;
  amount: number;
  fee: number | null;
  date: number;
  /** Seconds of the day; -1 without a time. */
  time: number;
  settles: number;
  /** As in `reconcile/columns.ts`. */
  status: number;
  /** Empty for baht. */
  currency: string;
  /** A hash of what else it says. */
  contents: number;
  /** What is wrong with a line that cannot be read, as JSON; null for others. */
  fault: string | null;
  /**
   * `late`: its day was closed before it came, and it is not matched. `withdrawn`: a later file no longer
   * has it, but its day is closed, so it still counts.
   */
  waits: 'late' | 'withdrawn' | null;
  /** Id of the item that it is part of; null where it is matched. */
  item: string | null;
}

export interface BookItem {
  /** Made of what its lines say, so that it is the same whatever order files come in. */
  id: string;
  class: string;
  /** Satang. */
  amount: number;
  /** Its settlement day, since 1970. */
  day: number;
  /** ISO date of the run that found it first. */
  firstSeen: string;
  /** Number of the event that resolved it; null while it is open. */
  resolved: number | null;
  /** Number of the event in which a person decided about it; null where none did. */
  decided: number | null;
  /** The decision, as JSON. */
  decision: string | null;
}

export interface FileQuery {
  sha256?: readonly string[];
  names?: readonly string[];
}

/** Lines that have any of these, of whatever file. An empty text finds nothing. */
export interface LineQuery {
  references?: readonly string[];
  transactionIds?: readonly string[];
  payouts?: readonly string[];
  /** Settlement days, since 1970: each from and to, inclusive. */
  days?: readonly { from: number; to: number }[];
  files?: readonly number[];
  items?: readonly string[];
  ids?: readonly number[];
  /** Those of open items, and those that wait. */
  open?: boolean;
}

export interface BookChange {
  /** Its number is one more than that of the head it was made for. */
  event: BookEvent;
  state: string;
  addFiles?: readonly BookFile[];
  /** Files in whose place others came with this event. */
  replaceFiles?: readonly number[];
  addLines?: readonly BookLine[];
  removeLines?: readonly number[];
  /** Lines that go to another item or file, or wait or no longer wait. */
  changeLines?: readonly Pick<BookLine, 'id' | 'file' | 'line' | 'item' | 'waits'>[];
  putItems?: readonly BookItem[];
}
