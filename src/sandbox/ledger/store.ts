import type Libsql from 'libsql';
import { cached, loadDriver, sqliteErrorKind } from '../../host/sqlite.js';

/** What a column of SQLite holds here. */
export type SqlValue = string | number | bigint | null;

/** How long a process waits for another one's transaction. */
const BUSY_MS = 30_000;
const MAPPED_BYTES = 4 * 2 ** 30;
/** Two are enough, unless a third process has the lock by then. */
const WAL_ATTEMPTS = 10;
/** Pages that gather beside the file before they go into it: that waits for the disk, so it should be rare. */
const CHECKPOINT_PAGES = 4000;

/**
 * The state of the bank in one SQLite file, shared by processes. Statements are prepared once;
 * values always travel as one array, because the driver misreads a lone null.
 */
export class Store {
  readonly #database: Libsql.Database;
  readonly #statements = new Map<string, Libsql.Statement<unknown[]>>();
  /** Those whose rows come as bare arrays, which the driver makes in two thirds of the time of objects. */
  readonly #queries = new Map<string, Libsql.Statement<unknown[]>>();
  readonly #dataVersion: Libsql.Statement<unknown[]>;
  /** How often this process has changed what all of them keep in memory. */
  touches = 0;

  constructor(database: Libsql.Database) {
    this.#database = database;
    this.#dataVersion = database.prepare('PRAGMA data_version').raw();
  }

  /** Number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number {
    return this.#statement(sql).run(values).changes;
  }

  /** Row id of the new row. */
  insert(sql: string, ...values: SqlValue[]): number {
    return Number(this.#statement(sql).run(values).lastInsertRowid);
  }

  /** The first row, in the order of its columns. */
  one(sql: string, ...values: SqlValue[]): SqlValue[] | undefined {
    const row = this.#query(sql).get(values);
    return isRow(row) ? row : undefined;
  }

  all(sql: string, ...values: SqlValue[]): SqlValue[][] {
    return this.#query(sql).all(values).filter(isRow);
  }

  /** Runs the work as one transaction that no other process can interleave; a throw undoes it. */
  write<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    try {
      this.run('ROLLBACK');
    } catch {
      // SQLite has done so by itself, as on a full disk.
    }
  }

  /** Undoes what the work did when it throws, inside a running transaction. */
  attempt<T>(work: () => T): T {
    this.run('SAVEPOINT attempt');
    try {
      return work();
    } catch (error) {
      this.run('ROLLBACK TO attempt');
      throw error;
    } finally {
      this.run('RELEASE attempt');
    }
  }

  /** Changes whenever another connection has committed. */
  dataVersion(): number {
    const row = this.#dataVersion.get([]);
    return Array.isArray(row) ? Number(row[0]) : 0;
  }

  close(): void {
    this.#statements.clear();
    this.#queries.clear();
    this.#database.close();
  }

  #statement(sql: string): Libsql.Statement<unknown[]> {
    return cached(this.#statements, sql, () => this.#database.prepare(sql));
  }

  #query(sql: string): Libsql.Statement<unknown[]> {
    return cached(this.#queries, sql, () => this.#database.prepare(sql).raw());
  }
}

function isRow(row: unknown): row is SqlValue[] {
  return Array.isArray(row);
}

/** Opens the file, creating it on first use. */
export async function openStore(path: string): Promise<Store> {
  const Database = await loadDriver();
  const database = new Database(path, { timeout: BUSY_MS });
  switchToWal(database);
  // A killed process loses nothing under NORMAL; only a power cut could, which a sandbox can bear.
  // A large store is read where the kernel keeps it: a call costs the same with a million trades as
  // with a thousand. The file never shrinks, so no page goes away from under a reader.
  database.exec(
    `PRAGMA synchronous=NORMAL; PRAGMA mmap_size=${MAPPED_BYTES};
     PRAGMA wal_autocheckpoint=${CHECKPOINT_PAGES}`,
  );
  return new Store(database);
}

/** Whether another connection has the file open: then it cannot leave WAL mode. */
export async function isInUse(path: string): Promise<boolean> {
  const Database = await loadDriver();
  const database = new Database(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode=DELETE');
    return false;
  } catch (error) {
    if (sqliteErrorKind(error) === 'busy') return true;
    // A file that is no database any more serves nobody.
    return false;
  } finally {
    database.close();
  }
}

/**
 * SQLite ignores the timeout here: of two processes that switch a new file at the same moment, both
 * hold a read lock and want the write lock, and one gets SQLITE_BUSY at once. It waits for the other
 * as for any writer, and finds the file switched.
 */
function switchToWal(database: Libsql.Database): void {
  for (let attempt = 1; ; attempt++) {
    try {
      database.exec('PRAGMA journal_mode=WAL');
      return;
    } catch (error) {
      if (sqliteErrorKind(error) !== 'busy' || attempt === WAL_ATTEMPTS) throw error;
    }
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
  }
}
