import { PayctlError } from '../../core/errors.js';
import { books } from '../../messages/books.js';
import { type BookTable, EVENTS, FILES, ITEMS, LINES } from '../book-rows.js';
import type { Book, BookChange, BookHead } from '../books.js';
import type { StoreQueries } from './server.js';
import { type DatabaseRow, joinStatements, raw, type Sql, sql } from './sql.js';
import { DURABLE } from './trust.js';

/** Whoever waited for another writer sees what that one wrote, whatever isolation the role has set. */
const WRITING = joinStatements(raw(`SET LOCAL transaction_isolation TO 'read committed'`), DURABLE);
const ROWS_IN_PIECE = 5_000;
/** Characters: what is smaller goes along with the statement that makes it count. */
const LONGEST_MESSAGE = 1_000_000;
/** A night may be a million lines, a book of years many millions. */
const COMMIT_MS = { night: 600_000, book: 3_600_000 };

type Kind = 'event' | 'file' | 'line' | 'item' | 'removed' | 'replaced' | 'changed';

/** Another transaction held the book for longer than lock_timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

/** How a book changes when what was uploaded counts. */
interface BookStep {
  /** The head that the change was made for. */
  before: Pick<BookHead, 'seq' | 'sum'>;
  head: BookHead;
  /** Nothing of what was there stays but the book's name. */
  isWhole?: boolean;
}

/**
 * Rows that lie beside a book until one statement makes them count. They are sent in pieces because a night
 * may be larger than one message should be, and a piece that is sent twice is there once.
 */
export class BookUpload {
  readonly #server: StoreQueries;
  /** The checksum of the event that the rows belong to. */
  readonly #event: string;
  #pieces = 0;
  readonly #unsent: Sql[] = [];
  #unsentLength = 0;

  private constructor(server: StoreQueries, event: string) {
    this.#server = server;
    this.#event = event;
  }

  static async of(server: StoreQueries, change: BookChange): Promise<BookUpload> {
    const upload = new BookUpload(server, change.event.sum);
    await upload.#rows('event', EVENTS, [change.event]);
    await upload.#rows('file', FILES, change.addFiles);
    await upload.#rows('line', LINES, change.addLines);
    await upload.#rows('item', ITEMS, change.putItems);
    await upload.#send(
      'removed',
      change.removeLines?.map((id) => ({ id })),
    );
    await upload.#send(
      'replaced',
      change.replaceFiles?.map((id) => ({ id })),
    );
    await upload.#send(
      'changed',
      change.changeLines?.map(({ id, file, line, item, waits }) => ({
        id,
        file,
        line,
        item,
        waits,
      })),
    );
    return upload;
  }

  static async ofAll(server: StoreQueries, book: Book, head: BookHead): Promise<BookUpload> {
    const upload = new BookUpload(server, head.sum);
    for await (const page of book.events()) await upload.#rows('event', EVENTS, page);
    await upload.#rows('file', FILES, await book.files());
    for await (const page of book.allLines()) await upload.#rows('line', LINES, page);
    for await (const page of book.allItems()) await upload.#rows('item', ITEMS, page);
    return upload;
  }

  /**
   * False where the book has another head by now. The same step twice is done once, and true both times.
   * Rejects with CONFLICT where another writes to it for half a minute.
   */
  async commit(name: string, { before, head, isWhole = false }: BookStep): Promise<boolean> {
    const statement = sql`SELECT payctl.commit_book(${name}, ${before.seq}, ${before.sum},
      ${head.seq}, ${head.sum}, ${head.state}, ${this.#pieces}, ${isWhole}) AS committed`;
    try {
      const [row] = await this.#query([statement], isWhole ? COMMIT_MS.book : COMMIT_MS.night);
      return row?.committed === true;
    } catch (error) {
      if (!(error instanceof PayctlError) || error.facts.code !== LOCK_NOT_AVAILABLE) throw error;
      throw new PayctlError('CONFLICT', books.busy(name), { hint: books.again });
    }
  }

  #rows<T>(kind: Kind, { columns, cells }: BookTable<T>, values: readonly T[] = []): Promise<void> {
    const rows = values.map((value) => {
      const given = cells(value);
      return Object.fromEntries(columns.map((name, at) => [name, given[at]]));
    });
    return this.#send(kind, rows);
  }

  async #send(kind: Kind, rows: readonly object[] = []): Promise<void> {
    for (let from = 0; from < rows.length; from += ROWS_IN_PIECE) {
      const piece = JSON.stringify(rows.slice(from, from + ROWS_IN_PIECE));
      this.#pieces += 1;
      this.#unsent.push(sql`INSERT INTO payctl.book_piece (event, number, kind, rows)
        VALUES (${this.#event}, ${this.#pieces}, ${kind}, ${piece}) ON CONFLICT DO NOTHING`);
      this.#unsentLength += piece.length;
      if (this.#unsentLength > LONGEST_MESSAGE) await this.#query();
    }
  }

  /** With all that waits to be sent, in one transaction. */
  #query(
    statements: readonly Sql[] = [],
    limitMs = COMMIT_MS.night,
  ): Promise<readonly DatabaseRow[]> {
    const unsent = this.#unsent.splice(0);
    this.#unsentLength = 0;
    return this.#server.query(joinStatements(WRITING, ...unsent, ...statements), { limitMs });
  }
}
