import type Libsql from 'libsql';
import { isValues, type Row, type SqlValue, text, whole } from './row.js';
import { SCHEMA, SCHEMA_VERSION } from './schema.js';

/** How long a process waits for another one's transaction. */
const BUSY_MS = 30_000;
const MAPPED_BYTES = 4 * 2 ** 30;

/**
 * The state of the bank in one SQLite file, shared by processes. Statements are prepared once;
 * values always travel as one array, because the driver misreads a lone null.
 */
export class Store {
  readonly #database: Libsql.Database;
  readonly #statements = new Map<string, Libsql.Statement<unknown[]>>();
  readonly #queries = new Map<string, Query>();
  readonly #dataVersion: Libsql.Statement<unknown[]>;
  #transaction: 'none' | 'looking' | 'writing' = 'none';
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

  one(sql: string, ...values: SqlValue[]): Row | undefined {
    this.#look();
    const { statement, columns } = this.#query(sql);
    const found = statement.get(values);
    return isValues(found) ? { columns, values: found } : undefined;
  }

  all(sql: string, ...values: SqlValue[]): Row[] {
    this.#look();
    const { statement, columns } = this.#query(sql);
    return statement
      .all(values)
      .filter(isValues)
      .map((found) => ({ columns, values: found }));
  }

  /** Runs the work as one transaction that no other process can interleave; a throw undoes it. */
  write<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    this.#transaction = 'writing';
    this.#turn += 1;
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      this.run('ROLLBACK');
      throw error;
    } finally {
      this.#transaction = 'none';
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
    if (this.#transaction !== 'looking') return;
    this.#statement('COMMIT').run([]);
    this.#transaction = 'none';
  }

  #statement(sql: string): Libsql.Statement<unknown[]> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Rows come as bare arrays, which the driver makes in two thirds of the time of objects. */
  #query(sql: string): Query {
    let query = this.#queries.get(sql);
    if (query === undefined) {
      const statement = this.#database.prepare(sql).raw();
      const names = statement.columns().map(({ name }, index) => [name, index] as const);
      query = { statement, columns: new Map(names) };
      this.#queries.set(sql, query);
    }
    return query;
  }
}

interface Query {
  statement: Libsql.Statement<unknown[]>;
  columns: ReadonlyMap<string, number>;
}

/** Opens the file, making it on first use; `seed` fills a new one inside the same transaction. */
export async function openStore(path: string, seed: (store: Store) => void): Promise<Store> {
  const { default: Database } = await import('libsql');
  const database = new Database(path, { timeout: BUSY_MS });
  // A killed process loses nothing under NORMAL; only a power cut could, and that is no bank's truth here.
  // A large store is read where the kernel keeps it: a call costs the same with a million trades as
  // with a thousand. The file never shrinks, so no page goes away from under a reader.
  database.exec(
    `PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=${MAPPED_BYTES}`,
  );
  const store = new Store(database);
  if (versionOf(store) !== SCHEMA_VERSION) {
    store.write(() => {
      if (versionOf(store) === SCHEMA_VERSION) return;
      rebuild(store);
      seed(store);
    });
  }
  return store;
}

/** Deletes every row; the caller seeds anew. */
export function empty(store: Store): void {
  for (const table of tablesOf(store)) store.run(`DELETE FROM "${table}"`);
}

function rebuild(store: Store): void {
  for (const table of tablesOf(store)) store.run(`DROP TABLE "${table}"`);
  for (const statement of SCHEMA) store.run(statement);
  store.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
}

function tablesOf(store: Store): string[] {
  const sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  return store.all(sql).map((table) => text(table, 'name'));
}

function versionOf(store: Store): number {
  const row = store.one('PRAGMA user_version');
  return row === undefined ? 0 : whole(row, 'user_version');
}
