import type Libsql from 'libsql';
import { SCHEMA, SCHEMA_VERSION } from './schema.js';

export type SqlValue = string | number | bigint | null;
export type Row = Record<string, SqlValue>;

/** How long a process waits for another one's transaction. */
const BUSY_MS = 30_000;

/**
 * The state of the bank in one SQLite file, shared by processes. Statements are prepared once;
 * values always travel as one array, because the driver misreads a lone null.
 */
export class Store {
  readonly #database: Libsql.Database;
  readonly #statements = new Map<string, Libsql.Statement<unknown[]>>();
  readonly #dataVersion: Libsql.Statement<unknown[]>;

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

  one(sql: string, ...values: SqlValue[]): Row | undefined {
    const row = this.#statement(sql).get(values);
    return isRow(row) ? row : undefined;
  }

  all(sql: string, ...values: SqlValue[]): Row[] {
    return this.#statement(sql).all(values).filter(isRow);
  }

  /** Runs the work as one transaction that no other process can interleave; a throw undoes it. */
  write<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      this.run('ROLLBACK');
      throw error;
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
    this.#database.close();
  }

  #statement(sql: string): Libsql.Statement<unknown[]> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Opens the file, making it on first use; `seed` fills a new one inside the same transaction. */
export async function openStore(path: string, seed: (store: Store) => void): Promise<Store> {
  const { default: Database } = await import('libsql');
  const database = new Database(path, { timeout: BUSY_MS });
  // A killed process loses nothing under NORMAL; only a power cut could, and that is no bank's truth here.
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL');
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

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`);
  return value;
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

export function whole(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`column ${column} holds no number`);
  return value;
}

export function wholeOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : whole(row, column);
}

/** One amount; sums may pass 2^53 and are read as text. */
export function satang(row: Row, column: string): bigint {
  const value = row[column];
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return BigInt(value);
  throw new TypeError(`column ${column} holds no amount`);
}
