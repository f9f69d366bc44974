import { checkBookName } from '../book-names.js';
import {
  type BookSql,
  type BookTable,
  EVENTS,
  FILES,
  ITEMS,
  LINES,
  previousOf,
  selectFiles,
  selectItems,
  selectLines,
} from '../book-rows.js';
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
  StoredBooks,
} from '../books.js';
import { ORIGIN } from '../chain.js';
import { BookUpload } from './book-upload.js';
import type { StoreQueries } from './server.js';
import { numberIn, type Row, raw, type Sql, sql, textIn, together } from './sql.js';

const PAGE = 5_000;
/** A night asks for all that shares a reference with it, of years. */
const READ_MS = 60_000;

/** The tables may be new, and the server then does not know yet that they are large. */
const BY_INDEX = raw('SET LOCAL enable_seqscan = off');

/** Books in the shared store. */
export class PostgresBooks implements StoredBooks {
  readonly #server: StoreQueries;

  constructor(server: StoreQueries) {
    this.#server = server;
  }

  async create(name: string, first: BookChange): Promise<boolean> {
    checkBookName(name);
    const upload = await BookUpload.of(this.#server, first);
    return upload.commit(name, { before: { seq: 0, sum: ORIGIN }, head: headOf(first) });
  }

  async names(): Promise<string[]> {
    const rows = await this.#server.query(raw('SELECT name FROM payctl.book ORDER BY name'));
    return rows.map((row) => textIn(row, 'name'));
  }

  async open(name: string): Promise<Book | undefined> {
    checkBookName(name);
    const [row] = await this.#server.query(sql`SELECT id FROM payctl.book WHERE name = ${name}`);
    return row && new PostgresBook(this.#server, name, numberIn(row, 'id'));
  }

  async replace(book: Book, head: BookHead, before: BookHead | undefined): Promise<boolean> {
    const upload = await BookUpload.ofAll(this.#server, book, head);
    if ((await book.head()).sum !== head.sum) return false;
    return upload.commit(book.name, {
      before: before ?? { seq: 0, sum: ORIGIN },
      head,
      isWhole: true,
    });
  }
}

class PostgresBook implements Book {
  readonly name: string;
  readonly #server: StoreQueries;
  readonly #id: number;
  readonly #sql: BookSql;

  constructor(server: StoreQueries, name: string, id: number) {
    this.#server = server;
    this.name = name;
    this.#id = id;
    const from = (table: string) => `payctl.${table} WHERE book = ${id} AND`;
    this.#sql = {
      lines: from('book_line'),
      items: from('book_item'),
      files: from('book_file'),
      list: (values) => listOf(values).text,
      lookUp,
    };
  }

  async head(): Promise<BookHead> {
    const [row] = await this.#server.query(
      sql`SELECT seq, sum, state FROM payctl.book WHERE id = ${this.#id}`,
    );
    return { seq: numberIn(row, 'seq'), sum: textIn(row, 'sum'), state: textIn(row, 'state') };
  }

  async files(query?: FileQuery): Promise<BookFile[]> {
    return this.#select(FILES, selectFiles(query, this.#sql));
  }

  async lines(query: LineQuery): Promise<BookLine[]> {
    return this.#select(LINES, selectLines(query, this.#sql));
  }

  allLines(): AsyncIterable<BookLine[]> {
    return this.#pages(LINES, 'line', ({ id }) => sql`${id}`, sql`0`);
  }

  async items(query: { ids: readonly string[] } | 'open'): Promise<BookItem[]> {
    return this.#select(ITEMS, selectItems(query, this.#sql));
  }

  allItems(): AsyncIterable<BookItem[]> {
    return this.#pages(ITEMS, 'item', ({ id }) => sql`${id}`, sql`''`);
  }

  events(): AsyncIterable<BookEvent[]> {
    return this.#pages(EVENTS, 'event', ({ seq }) => sql`${seq}`, sql`0`, 'seq');
  }

  async commit(change: BookChange): Promise<boolean> {
    const { event } = change;
    const upload = await BookUpload.of(this.#server, change);
    return upload.commit(this.name, {
      before: { seq: event.seq - 1, sum: previousOf(event) },
      head: headOf(change),
    });
  }

  /** The connections are those of the store. */
  async close(): Promise<void> {}

  async #select<T>(table: BookTable<T>, text: string | undefined): Promise<T[]> {
    if (text === undefined) return [];
    return (await this.#query(raw(text))).map(table.read);
  }

  async *#pages<T>(
    table: BookTable<T>,
    name: string,
    keyOf: (value: T) => Sql,
    before: Sql,
    key = 'id',
  ): AsyncGenerator<T[]> {
    const from = raw(`SELECT ${table.columns.join()} FROM payctl.book_${name}`);
    for (let last = before; ; ) {
      const rows = await this.#query(sql`${from} WHERE book = ${this.#id} AND ${raw(key)} > ${last}
        ORDER BY ${raw(key)} LIMIT ${PAGE}`);
      const page = rows.map(table.read);
      const newest = page.at(-1);
      if (newest === undefined) return;
      yield page;
      last = keyOf(newest);
    }
  }

  #query(statement: Sql): Promise<readonly Row[]> {
    return this.#server.query(together(BY_INDEX, statement), { limitMs: READ_MS });
  }
}

function headOf({ event, state }: BookChange): BookHead {
  return { seq: event.seq, sum: event.sum, state };
}

/** As JSON, because a list may be longer than an expression should be. */
function listOf(values: readonly (string | number | null)[]): Sql {
  const value = raw(typeof values[0] === 'number' ? 'value::integer' : 'value');
  return sql`SELECT ${value} FROM json_array_elements_text(${JSON.stringify(values)}) AS value`;
}

/**
 * The server never knows how many keys there are, and may not know yet how large the book is: so it is not
 * left to choose how it joins them. OFFSET 0 keeps the inner query apart, which is done for each key.
 */
function lookUp(columns: readonly string[], from: string, condition: string, keys: string): string {
  return `SELECT found.* FROM (SELECT DISTINCT value FROM (${keys}) AS key (value)) AS key,
    LATERAL (SELECT ${columns.join()} FROM ${from} ${condition} = key.value OFFSET 0) AS found`;
}
