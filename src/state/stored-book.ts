import { pagesAfter } from '../core/pages.js';
import {
  type BookSql,
  type BookTable,
  EVENTS,
  FILES,
  ITEMS,
  LINES,
  selectFiles,
  selectItems,
  selectLines,
} from './book-rows.js';
import type {
  Book,
  BookChange,
  BookEvent,
  BookFile,
  BookHead,
  BookItem,
  BookLine,
  FileQuery,
  LineQuery,
} from './books.js';
import type { DatabaseRow } from './rows.js';

const PAGE = 5_000;

/** A book in a database: both stores read it by the same queries. */
export abstract class StoredBook implements Book {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  abstract head(): Promise<BookHead>;
  abstract commit(change: BookChange): Promise<boolean>;
  abstract close(): Promise<void>;

  /** The rows of a query; none where there is no query. */
  protected abstract rows(
    make: (sql: BookSql) => string | undefined,
  ): Promise<readonly DatabaseRow[]>;

  files(query?: FileQuery): Promise<BookFile[]> {
    return this.#select(FILES, (sql) => selectFiles(query, sql));
  }

  lines(query: LineQuery): Promise<BookLine[]> {
    return this.#select(LINES, (sql) => selectLines(query, sql));
  }

  allLines(): AsyncIterable<BookLine[]> {
    return this.#pages(LINES, 'line', ({ id }) => id, 0);
  }

  items(query: { ids: readonly string[] } | 'open'): Promise<BookItem[]> {
    return this.#select(ITEMS, (sql) => selectItems(query, sql));
  }

  allItems(): AsyncIterable<BookItem[]> {
    return this.#pages(ITEMS, 'item', ({ id }) => id, '');
  }

  events(): AsyncIterable<BookEvent[]> {
    return this.#pages(EVENTS, 'event', ({ seq }) => seq, 0, 'seq');
  }

  async #select<T>(table: BookTable<T>, make: (sql: BookSql) => string | undefined): Promise<T[]> {
    return (await this.rows(make)).map(table.read);
  }

  #pages<T>(
    table: BookTable<T>,
    name: keyof BookSql['from'],
    keyOf: (value: T) => string | number,
    before: string | number,
    key = 'id',
  ): AsyncGenerator<T[]> {
    return pagesAfter((last) =>
      this.#select(table, ({ from, list }) => {
        const known = list([last === undefined ? before : keyOf(last)]);
        return `SELECT ${table.columns.join()} FROM ${from[name]} ${key} > (${known}) ORDER BY ${key} LIMIT ${PAGE}`;
      }),
    );
  }
}
