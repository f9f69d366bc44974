import { PayctlError } from '../../core/errors.js';
import type { Text } from '../../core/message.js';
import type { Clock, Files } from '../../host/host.js';
import { type Database, loadDriver, SqliteError, type SqlValue } from '../../host/sqlite.js';
import { bookStorage } from '../../messages/book-storage.js';
import type { BookRow } from '../book-rows.js';
import { checkOwn } from '../own-files.js';

/** Raised with every change that an older program would misread. */
const VERSION = 1;
/** How long another process may hold the book. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 20;

const TABLES = `
CREATE TABLE state (seq INTEGER NOT NULL, sum TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE event (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, line TEXT NOT NULL, sum TEXT NOT NULL);
CREATE TABLE file (id INTEGER PRIMARY KEY, side TEXT NOT NULL, name TEXT NOT NULL, sha256 TEXT NOT NULL,
  digest TEXT NOT NULL, from_day INTEGER, to_day INTEGER, applied INTEGER NOT NULL, replaced INTEGER);
CREATE INDEX file_name ON file (name);
CREATE INDEX file_sha256 ON file (sha256);
CREATE TABLE line (id INTEGER PRIMARY KEY, side TEXT NOT NULL, file INTEGER NOT NULL, line INTEGER NOT NULL,
  reference TEXT NOT NULL, transaction_id TEXT NOT NULL, payout TEXT NOT NULL, amount INTEGER NOT NULL,
  fee INTEGER, date INTEGER NOT NULL, time INTEGER NOT NULL, settles INTEGER NOT NULL,
  status INTEGER NOT NULL, currency TEXT NOT NULL, contents INTEGER NOT NULL, fault TEXT, waits TEXT,
  item TEXT);
CREATE INDEX line_reference ON line (reference) WHERE reference <> '';
CREATE INDEX line_transaction ON line (transaction_id) WHERE transaction_id <> '';
CREATE INDEX line_payout ON line (payout) WHERE payout <> '';
CREATE INDEX line_settles ON line (settles);
CREATE INDEX line_file ON line (file);
CREATE INDEX line_item ON line (item) WHERE item IS NOT NULL;
CREATE INDEX line_waits ON line (waits) WHERE waits IS NOT NULL;
CREATE TABLE item (id TEXT PRIMARY KEY, class TEXT NOT NULL, amount INTEGER NOT NULL, day INTEGER NOT NULL,
  first_seen TEXT NOT NULL, resolved INTEGER, decided INTEGER, decision TEXT) WITHOUT ROWID;
CREATE INDEX item_open ON item (id) WHERE resolved IS NULL;
PRAGMA user_version = ${VERSION}`;

/** Where the file of a book is. */
export interface BookPlace {
  files: Files;
  clock: Clock;
  path: string;
}

/**
 * The SQLite file of one book. It is not derived from anything: what is damaged is not made anew but
 * reported. Rejects with CONFIG, or CONFLICT where another process holds the file for half a minute.
 */
export class BookDatabase {
  readonly #place: BookPlace;
  readonly #database: Database;

  private constructor(place: BookPlace, database: Database) {
    this.#place = place;
    this.#database = database;
  }

  /** An existing file, which may be empty: whoever was to fill it was killed. */
  static async open(place: BookPlace): Promise<BookDatabase> {
    const { files, path } = place;
    // A journal that somebody else put there would be written into the book.
    for (const part of [path, `${path}-journal`]) checkOwn(files, part);
    await needDriver();
    const opened = await explained(place, async () => {
      if (files.openDatabase) return files.openDatabase(path);
      throw new SqliteError('unavailable', 'it is in memory');
    });
    const book = new BookDatabase(place, opened);
    try {
      // EXTRA: after a power cut the journal of a finished transaction must not come back, and undo it.
      // Whoever waits for another process sleeps, so that signals are handled.
      await book.#patiently(() =>
        opened.exec('PRAGMA synchronous = EXTRA; PRAGMA busy_timeout = 0'),
      );
      await book.#check();
      return book;
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  async rows(columns: readonly string[], sql: string, ...values: SqlValue[]): Promise<BookRow[]> {
    const rows = await this.#patiently(() => this.#database.all(sql, ...values));
    return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
  }

  /** Does the work in one transaction; where it returns false or throws, nothing is written. */
  async write(work: (database: Database) => Promise<boolean>): Promise<boolean> {
    await this.#patiently(() => this.#database.exec('BEGIN IMMEDIATE'));
    try {
      const isDone = await explained(this.#place, () => work(this.#database));
      await this.#patiently(() => this.#database.exec(isDone ? 'COMMIT' : 'ROLLBACK'));
      return isDone;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Whether nobody has made the book yet. */
  async isEmpty(): Promise<boolean> {
    const rows = await this.#patiently(() =>
      this.#database.all('SELECT 1 FROM sqlite_master LIMIT 1'),
    );
    return rows.length === 0;
  }

  close(): void {
    this.#database.close();
  }

  /** A file that was cut off reads as if what is missing had never been there. */
  async #check(): Promise<void> {
    const { files, path } = this.#place;
    if (await this.isEmpty()) return;
    const [version, pages, bytes] = await this.#patiently(() => {
      this.#database.exec('BEGIN');
      try {
        // Whoever reads keeps writers away, so that the file has its length.
        const [[found] = []] = this.#database.all('PRAGMA user_version');
        this.#database.all('SELECT 1 FROM sqlite_master LIMIT 1');
        const [[count] = []] = this.#database.all('PRAGMA page_count');
        const [[size] = []] = this.#database.all('PRAGMA page_size');
        return [Number(found), Number(count) * Number(size), files.stat(path)?.size ?? 0];
      } finally {
        this.#database.exec('COMMIT');
      }
    });
    if (version !== undefined && version > VERSION) {
      throw new PayctlError('CONFIG', bookStorage.newer(path), {
        hint: bookStorage.update,
        executed: 'no',
      });
    }
    if (version === VERSION && pages === bytes) return;
    throw damaged(path, version === VERSION ? bookStorage.cutOff : bookStorage.noBook);
  }

  async #patiently<T>(work: () => T): Promise<T> {
    const { clock } = this.#place;
    for (let waited = 0; ; waited += PAUSE_MS) {
      try {
        return work();
      } catch (error) {
        const isBusy = error instanceof SqliteError && error.kind === 'busy';
        if (!isBusy || waited >= PATIENCE_MS) throw failure(this.#place, error);
      }
      await clock.sleep(PAUSE_MS);
    }
  }

  /** On a full disk SQLite has rolled back by itself. */
  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK');
    } catch (error) {
      if (!(error instanceof SqliteError)) throw error;
    }
  }
}

/** The tables of a new book, to be made in the transaction that fills them. */
export function makeTables(database: Database): void {
  database.exec(TABLES);
}

async function needDriver(): Promise<void> {
  try {
    await loadDriver();
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    throw new PayctlError('CONFIG', bookStorage.noSqlite(error.message), {
      hint: bookStorage.installSqlite,
      executed: 'no',
      cause: error,
    });
  }
}

async function explained<T>(place: BookPlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failure(place, error);
  }
}

/** A failure of SQLite as an error for people; others as they are. */
function failure({ path }: BookPlace, error: unknown): unknown {
  if (!(error instanceof SqliteError)) return error;
  const { kind, message } = error;
  const facts = { executed: 'no', cause: error } as const;
  if (kind === 'busy') {
    return new PayctlError('CONFLICT', bookStorage.held(path), {
      ...facts,
      hint: bookStorage.again,
    });
  }
  if (kind === 'damaged') {
    return damaged(path, message, error);
  }
  return new PayctlError('CONFIG', bookStorage.notOpened(path, message), {
    ...facts,
    hint: bookStorage.seeDisk,
  });
}

function damaged(path: string, why: Text, cause?: SqliteError): PayctlError {
  return new PayctlError('CONFIG', bookStorage.damaged(path, why), {
    hint: bookStorage.restore,
    executed: 'no',
    cause,
  });
}
