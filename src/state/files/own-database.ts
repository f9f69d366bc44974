import { dirname } from 'node:path';
import { PayctlError } from '../../core/errors.js';
import type { Message, Text } from '../../core/message.js';
import type { Clock, Files } from '../../host/host.js';
import {
  type Database,
  hasTables,
  NoSqlite,
  retryWhileBusy,
  rollBack,
  SETTINGS,
  SqliteError,
  type SqlValue,
} from '../../host/sqlite.js';
import { bookStorage } from '../../messages/book-storage.js';
import { checkOwn } from '../own-files.js';
import type { DatabaseRow } from '../rows.js';

/** How long another process may hold the book. */
const PATIENCE_MS = 30_000;

/** What a database holds, and what people are told where it cannot be used. */
export interface Holding {
  /** Raised with every change that an older program would misread. */
  version: number;
  tables: string;
  words: {
    /** Why a file is no such database. */
    another: Text;
    noSqlite: (machine: string) => Message;
    restore: Message;
  };
}

export interface DatabasePlace {
  files: Files;
  clock: Clock;
  path: string;
  holding: Holding;
}

/**
 * A SQLite file that is the truth. It is not derived from anything: what is damaged is not made anew but
 * reported. Rejects with CONFIG, or CONFLICT where another process holds the file for half a minute.
 */
export class OwnDatabase {
  readonly #place: DatabasePlace;
  readonly #database: Database;

  private constructor(place: DatabasePlace, database: Database) {
    this.#place = place;
    this.#database = database;
  }

  /** As `open`; makes the file where there is none. SQLite itself would give it the modes of the umask. */
  static make(place: DatabasePlace): Promise<OwnDatabase> {
    const { files, path } = place;
    files.makeDirectory(dirname(path));
    if (files.stat(path) === undefined) files.create(path, new Uint8Array());
    return OwnDatabase.open(place);
  }

  /** An existing file, which may be empty: whoever was to fill it was killed. */
  static async open(place: DatabasePlace): Promise<OwnDatabase> {
    const { files, path } = place;
    // A journal that somebody else put there would be written into it.
    for (const part of [path, `${path}-journal`]) checkOwn(files, part);
    const opened = await withExplainedErrors(place, async () => {
      if (files.openDatabase) return files.openDatabase(path);
      throw new SqliteError('unavailable', 'it is in memory');
    });
    const database = new OwnDatabase(place, opened);
    try {
      // EXTRA: after a power cut the journal of a finished transaction must not come back, and undo it.
      await database.#patiently(() => opened.exec(`${SETTINGS}; PRAGMA synchronous = EXTRA`));
      await database.#check();
      return database;
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  rows(sql: string, ...values: SqlValue[]): Promise<DatabaseRow[]> {
    return this.#patiently(() => this.#database.rows(sql, ...values));
  }

  /** Does the work in one transaction; where it returns false or throws, nothing is written. */
  async write(work: (database: Database) => Promise<boolean>): Promise<boolean> {
    await this.#patiently(() => this.#database.exec('BEGIN IMMEDIATE'));
    try {
      const isDone = await withExplainedErrors(this.#place, () => work(this.#database));
      await this.#patiently(() => this.#database.exec(isDone ? 'COMMIT' : 'ROLLBACK'));
      return isDone;
    } catch (error) {
      rollBack(this.#database);
      throw error;
    }
  }

  async isEmpty(): Promise<boolean> {
    return this.#patiently(() => !hasTables(this.#database));
  }

  close(): void {
    this.#database.close();
  }

  /** A file that was cut off reads as if what is missing had never been there. */
  async #check(): Promise<void> {
    const { files, path, holding } = this.#place;
    if (await this.isEmpty()) return;
    const [version, pages, bytes] = await this.#patiently(() => {
      this.#database.exec('BEGIN');
      try {
        // Whoever reads keeps writers away, so that the file has its length.
        const [[found] = []] = this.#database.all('PRAGMA user_version');
        hasTables(this.#database);
        const [[count] = []] = this.#database.all('PRAGMA page_count');
        const [[size] = []] = this.#database.all('PRAGMA page_size');
        return [Number(found), Number(count) * Number(size), files.stat(path)?.size ?? 0];
      } finally {
        this.#database.exec('COMMIT');
      }
    });
    if (version !== undefined && version > holding.version) {
      throw new PayctlError('CONFIG', bookStorage.newer(path), {
        hint: bookStorage.update,
        executed: 'no',
      });
    }
    const isIts = version === holding.version;
    if (isIts && pages === bytes) return;
    throw damagedError(this.#place, isIts ? bookStorage.cutOff : holding.words.another);
  }

  async #patiently<T>(work: () => T): Promise<T> {
    const { clock } = this.#place;
    return withExplainedErrors(this.#place, () => retryWhileBusy(clock, PATIENCE_MS, work));
  }
}

/** The tables, to be made in the transaction that fills them. */
export function makeTables(database: Database, { tables, version }: Holding): void {
  database.exec(`${tables};\nPRAGMA user_version = ${version}`);
}

async function withExplainedErrors<T>(place: DatabasePlace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failure(place, error);
  }
}

/** A failure of SQLite as an error for people; others as they are. */
function failure(place: DatabasePlace, error: unknown): unknown {
  if (!(error instanceof SqliteError)) return error;
  const { path, holding } = place;
  const { kind, message } = error;
  const facts = { executed: 'no', cause: error } as const;
  if (error instanceof NoSqlite) {
    const hint = bookStorage.installSqlite;
    return new PayctlError('CONFIG', holding.words.noSqlite(message), { ...facts, hint });
  }
  if (kind === 'busy') {
    return new PayctlError('CONFLICT', bookStorage.held(path), {
      ...facts,
      hint: bookStorage.again,
    });
  }
  if (kind === 'damaged') {
    return damagedError(place, message, error);
  }
  return new PayctlError('CONFIG', bookStorage.notOpened(path, message), {
    ...facts,
    hint: bookStorage.seeDisk,
  });
}

function damagedError(
  { path, holding: { words } }: DatabasePlace,
  why: Text,
  cause?: SqliteError,
): PayctlError {
  return new PayctlError('CONFIG', bookStorage.damaged(path, why), {
    hint: words.restore,
    executed: 'no',
    cause,
  });
}
