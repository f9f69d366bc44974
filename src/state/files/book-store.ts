import { join } from 'node:path';
import { readPages } from '../../core/pages.js';
import { tolerate } from '../../core/tolerate.js';
import type { Host } from '../../host/host.js';
import { type Database, hasTables, type SqlValue } from '../../host/sqlite.js';
import { checkBookName, isBookName } from '../book-names.js';
import {
  type BookSql,
  type BookTable,
  EVENTS,
  FILES,
  ITEMS,
  LINES,
  previousSum,
} from '../book-rows.js';
import type { Book, BookChange, BookEvent, BookHead, StoredBooks } from '../books.js';
import { statePath } from '../paths.js';
import { type DatabaseRow, readInteger, readText } from '../rows.js';
import { StoredBook } from '../stored-book.js';
import { BOOK } from './book-tables.js';
import { type DatabasePlace, makeTables, OwnDatabase } from './own-database.js';

const ENDING = '.db';
const TABLES = ['state', 'event', 'file', 'line', 'item'];

/** A SQLite file for each book. Touches no file before its first use. */
export class FileBooks implements StoredBooks {
  readonly #host: Pick<Host, 'files' | 'clock'>;
  readonly #directory: string;

  constructor(host: Pick<Host, 'files' | 'clock'>, stateDir: string) {
    this.#host = host;
    this.#directory = statePath(stateDir, 'books');
  }

  async create(name: string, first: BookChange): Promise<boolean> {
    const database = await this.#database(name);
    try {
      return await database.write(async (tables) => {
        if (hasTables(tables)) return isWritten(tables, first.event);
        makeTables(tables, BOOK);
        await apply(tables, first);
        return true;
      });
    } finally {
      database.close();
    }
  }

  /** A damaged book has a name, too: whoever opens it hears of the damage. */
  async names(): Promise<string[]> {
    const names: string[] = [];
    for (const file of this.#host.files.list(this.#directory)) {
      const name = file.slice(0, -ENDING.length);
      if (!file.endsWith(ENDING) || !isBookName(name)) continue;
      if (await this.#isMade(name)) names.push(name);
    }
    return names;
  }

  async open(name: string): Promise<Book | undefined> {
    checkBookName(name);
    const place = this.#place(name);
    if (this.#host.files.stat(place.path) === undefined) return undefined;
    const database = await OwnDatabase.open(place);
    if (!(await database.isEmpty())) return new FileBook(name, database);
    database.close();
    return undefined;
  }

  async replace(book: Book, head: BookHead, before: BookHead | undefined): Promise<boolean> {
    const database = await this.#database(book.name);
    try {
      return await database.write(async (tables) => {
        if (!hasTables(tables)) makeTables(tables, BOOK);
        const [[sum] = []] = tables.all('SELECT sum FROM state');
        if (sum !== before?.sum) return false;
        for (const name of TABLES) tables.run(`DELETE FROM ${name}`);
        await fill(tables, book, head);
        return (await book.head()).sum === head.sum;
      });
    } finally {
      database.close();
    }
  }

  async #isMade(name: string): Promise<boolean> {
    return tolerate(
      async () => {
        const book = await this.open(name);
        await book?.close();
        return book !== undefined;
      },
      () => true,
    );
  }

  /** The file of a book, made where there is none. */
  #database(name: string): Promise<OwnDatabase> {
    checkBookName(name);
    return OwnDatabase.make(this.#place(name));
  }

  #place(name: string): DatabasePlace {
    return { ...this.#host, path: join(this.#directory, name + ENDING), holding: BOOK };
  }
}

const FROM = {
  ...{ event: 'event WHERE', file: 'file WHERE' },
  ...{ line: 'line WHERE', item: 'item WHERE' },
};

class FileBook extends StoredBook {
  readonly #database: OwnDatabase;

  constructor(name: string, database: OwnDatabase) {
    super(name);
    this.#database = database;
  }

  async head(): Promise<BookHead> {
    const [row] = await this.#database.rows('SELECT seq, sum, text FROM state');
    return {
      seq: readInteger(row, 'seq'),
      sum: readText(row, 'sum'),
      state: readText(row, 'text'),
    };
  }

  commit(change: BookChange): Promise<boolean> {
    return this.#database.write(async (tables) => {
      if (isWritten(tables, change.event)) return true;
      const [[seq, sum] = []] = tables.all('SELECT seq, sum FROM state');
      const { event } = change;
      if (seq !== event.seq - 1 || sum !== previousSum(event)) return false;
      await apply(tables, change);
      return true;
    });
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  protected async rows(
    make: (sql: BookSql) => string | undefined,
  ): Promise<readonly DatabaseRow[]> {
    const values: SqlValue[] = [];
    const text = make({
      from: FROM,
      list(keys) {
        values.push(JSON.stringify(keys));
        return 'SELECT value FROM json_each(?)';
      },
      lookUp: (wanted, from, condition, keys) =>
        `SELECT ${wanted.join()} FROM ${from} ${condition} IN (${keys})`,
    });
    return text === undefined ? [] : await this.#database.rows(text, ...values);
  }
}

/** Whether this very event is there: its writer was told of a failure after it was written. */
function isWritten(tables: Database, { seq, sum }: BookEvent): boolean {
  return tables.all('SELECT 1 FROM event WHERE seq = ? AND sum = ?', seq, sum).length > 0;
}

async function apply(tables: Database, change: BookChange): Promise<void> {
  const { event } = change;
  tables.run('DELETE FROM state');
  insertHead(tables, { ...event, state: change.state });
  await insert(tables, 'event', EVENTS, [event]);
  await each(change.removeLines, (id) => tables.run('DELETE FROM line WHERE id = ?', id));
  await insert(tables, 'file', FILES, change.addFiles);
  await each(change.replaceFiles, (id) =>
    tables.run('UPDATE file SET replaced = ? WHERE id = ?', event.seq, id),
  );
  await insert(tables, 'line', LINES, change.addLines);
  await each(change.changeLines, ({ id, file, line, item, waits }) =>
    tables.run(
      'UPDATE line SET file = ?, line = ?, item = ?, waits = ? WHERE id = ?',
      ...[file, line, item, waits, id],
    ),
  );
  await insert(tables, 'item', ITEMS, change.putItems, 'INSERT OR REPLACE');
}

async function fill(tables: Database, book: Book, head: BookHead): Promise<void> {
  insertHead(tables, head);
  for await (const page of book.events()) await insert(tables, 'event', EVENTS, page);
  await insert(tables, 'file', FILES, await book.files());
  for await (const page of book.allLines()) await insert(tables, 'line', LINES, page);
  for await (const page of book.allItems()) await insert(tables, 'item', ITEMS, page);
}

function insertHead(tables: Database, { seq, sum, state }: BookHead): void {
  tables.run('INSERT INTO state (seq, sum, text) VALUES (?, ?, ?)', seq, sum, state);
}

/** Adds rows, and lets signals be handled in between. */
async function insert<T>(
  tables: Database,
  name: string,
  { columns, cells }: BookTable<T>,
  values: Iterable<T> | undefined,
  verb = 'INSERT',
): Promise<void> {
  const marks = columns.map(() => '?').join();
  const text = `${verb} INTO ${name} (${columns.join()}) VALUES (${marks})`;
  await each(values, (value) => tables.run(text, ...cells(value)));
}

async function each<T>(values: Iterable<T> | undefined, work: (value: T) => void): Promise<void> {
  for await (const batch of readPages(values ?? [])) batch.forEach(work);
}
