import type Libsql from 'libsql';

export type SqlValue = string | number | bigint | null;

/** How long a process waits for another one's transaction. */
const BUSY_MS = 30_000;
const MAPPED_BYTES = 4 * 2 ** 30;
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
  #transaction: 'none' | 'looking' | 'writing' = 'none';
  /** Writes share one transaction at present. */
  #together = false;
  #turn = 0;

  constructor(database: Libsql.Database) {
    this.#database = database;
    this.#dataVersion = database.prepare('PRAGMA data_version').raw();
  }

  /** Number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number {
    this.#stopLooking();
    return this.#statement(sql).run(values).changes;
  }

  /** Row id of the new row. */
  insert(sql: string, ...values: SqlValue[]): number {
    this.#stopLooking();
    return Number(this.#statement(sql).run(values).lastInsertRowid);
  }

  /** The first row, in the order of its columns. */
  one(sql: string, ...values: SqlValue[]): SqlValue[] | undefined {
    this.#look();
    const found = this.#query(sql).get(values);
    return isValues(found) ? found : undefined;
  }

  all(sql: string, ...values: SqlValue[]): SqlValue[][] {
    this.#look();
    return this.#query(sql).all(values).filter(isValues);
  }

  /** Runs the work as one transaction that no other process can interleave; a throw undoes it. */
  write<T>(work: () => T): T {
    if (this.#together) {
      if (this.#transaction !== 'writing') this.#begin();
      return this.attempt(work);
    }
    this.#begin();
    return this.#commitAfter(work);
  }

  /** All that the work writes is committed at its end, as one; each write can still be undone alone. */
  together(work: () => void): void {
    this.#together = true;
    try {
      this.#commitAfter(work);
    } finally {
      this.#together = false;
    }
  }

  #begin(): void {
    this.run('BEGIN IMMEDIATE');
    this.#transaction = 'writing';
    this.#turn += 1;
  }

  #commitAfter<T>(work: () => T): T {
    try {
      const result = work();
      this.#end('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#transaction = 'none';
    }
  }

  #end(how: 'COMMIT' | 'ROLLBACK'): void {
    if (this.#transaction !== 'none') this.#statement(how).run([]);
    this.#transaction = 'none';
  }

  #rollBack(): void {
    try {
      this.#end('ROLLBACK');
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

  get isWriting(): boolean {
    return this.#transaction === 'writing';
  }

  /** Of the state that is read at present; what was known of another one may be out of date. */
  get turn(): number | undefined {
    return this.#transaction === 'none' ? undefined : this.#turn;
  }

  /** Changes whenever another connection has committed. */
  dataVersion(): number {
    this.#look();
    const row = this.#dataVersion.get([]);
    return Array.isArray(row) ? Number(row[0]) : 0;
  }

  close(): void {
    this.#stopLooking();
    this.#statements.clear();
    this.#queries.clear();
    this.#database.close();
  }

  /**
   * What is read in one turn of the event loop is read from one state: taking and leaving the locks
   * of SQLite for each look-up costs as much as the look-up.
   */
  #look(): void {
    if (this.#transaction !== 'none') return;
    this.#statement('BEGIN').run([]);
    this.#transaction = 'looking';
    this.#turn += 1;
    setImmediate(() => this.#stopLooking());
  }

  #stopLooking(): void {
    if (this.#transaction === 'looking') this.#end('COMMIT');
  }

  #statement(sql: string): Libsql.Statement<unknown[]> {
    return kept(this.#statements, sql, () => this.#database.prepare(sql));
  }

  #query(sql: string): Libsql.Statement<unknown[]> {
    return kept(this.#queries, sql, () => this.#database.prepare(sql).raw());
  }
}

function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

function isValues(found: unknown): found is SqlValue[] {
  return Array.isArray(found);
}

/** Opens the file, creating it on first use. */
export async function openStore(path: string): Promise<Store> {
  const { default: Database } = await import('libsql');
  const database = new Database(path, { timeout: BUSY_MS });
  // A killed process loses nothing under NORMAL; only a power cut could, which a sandbox can bear.
  // A large store is read where the kernel keeps it: a call costs the same with a million trades as
  // with a thousand. The file never shrinks, so no page goes away from under a reader.
  database.exec(
    `PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=${MAPPED_BYTES};
     PRAGMA wal_autocheckpoint=${CHECKPOINT_PAGES}`,
  );
  return new Store(database);
}
