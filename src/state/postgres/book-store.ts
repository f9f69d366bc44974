import { checkBookName } from '../book-names.js';
import { type BookSql, previousSum } from '../book-rows.js';
import type { Book, BookChange, BookHead, StoredBooks } from '../books.js';
import { ORIGIN } from '../chain.js';
import { StoredBook } from '../stored-book.js';
import { BookUpload } from './book-upload.js';
import type { StoreQueries } from './server.js';
import {
  type DatabaseRow,
  joinStatements,
  raw,
  readNumber,
  readText,
  type Sql,
  sql,
} from './sql.js';

/** A night asks for all that shares a reference with it, of years. */
const READ_MS = 60_000;

/** The tables may be new, and the server then does not know yet that they are large. */
const BY_INDEX = raw('SET LOCAL enable_seqscan = off');

export class PostgresBooks implements StoredBooks {
  readonly #server: StoreQueries;

  constructor(server: StoreQueries) {
    this.#server = server;
  }

  async create(name: string, first: BookChange): Promise<boolean> {
    checkBookName(name);
    const upload = await BookUpload.of(this.#server, first);
    return upload.commit(name, { before: { seq: 0, sum: ORIGIN }, head: headAfter(first) });
  }

  async names(): Promise<string[]> {
    const rows = await this.#server.query(raw('SELECT name FROM payctl.book ORDER BY name'));
    return rows.map((row) => readText(row, 'name'));
  }

  async open(name: string): Promise<Book | undefined> {
    checkBookName(name);
    const [row] = await this.#server.query(sql`SELECT id FROM payctl.book WHERE name = ${name}`);
    return row && new PostgresBook(this.#server, name, readNumber(row, 'id'));
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

class PostgresBook extends StoredBook {
  readonly #server: StoreQueries;
  readonly #id: number;
  readonly #sql: BookSql;

  constructor(server: StoreQueries, name: string, id: number) {
    super(name);
    this.#server = server;
    this.#id = id;
    const from = (table: string) => `payctl.book_${table} WHERE book = ${id} AND`;
    this.#sql = {
      from: {
        ...{ event: from('event'), file: from('file') },
        ...{ line: from('line'), item: from('item') },
      },
      list: (values) => listSql(values).text,
      lookUp,
    };
  }

  async head(): Promise<BookHead> {
    const [row] = await this.#server.query(
      sql`SELECT seq, sum, state FROM payctl.book WHERE id = ${this.#id}`,
    );
    return {
      seq: readNumber(row, 'seq'),
      sum: readText(row, 'sum'),
      state: readText(row, 'state'),
    };
  }

  async commit(change: BookChange): Promise<boolean> {
    const { event } = change;
    const upload = await BookUpload.of(this.#server, change);
    return upload.commit(this.name, {
      before: { seq: event.seq - 1, sum: previousSum(event) },
      head: headAfter(change),
    });
  }

  /** The connections are those of the store. */
  async close(): Promise<void> {}

  protected async rows(
    make: (sql: BookSql) => string | undefined,
  ): Promise<readonly DatabaseRow[]> {
    const text = make(this.#sql);
    if (text === undefined) return [];
    return await this.#server.query(joinStatements(BY_INDEX, raw(text)), { limitMs: READ_MS });
  }
}

function headAfter({ event, state }: BookChange): BookHead {
  return { seq: event.seq, sum: event.sum, state };
}

/** As JSON, because a list may be longer than an expression should be. */
function listSql(values: readonly (string | number | null)[]): Sql {
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
