import type Driver from 'libsql';
import { isRecord } from '../core/fields.js';
import { errorCode } from './disk.js';

export type SqlValue = string | number | bigint | null;

type Row = Record<string, unknown>;

/** `busy`: another connection has it locked for now; `damaged`: it does not hold what was written. */
type SqliteErrorKind = 'busy' | 'unavailable' | 'damaged';

export class SqliteError extends Error {
  override readonly name = 'SqliteError';
  readonly kind: SqliteErrorKind;

  constructor(kind: SqliteErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** The driver has no build for this machine, whose kind is the message. */
export class NoSqlite extends SqliteError {
  constructor(cause: unknown) {
    super('unavailable', `${process.platform}-${process.arch}`, { cause });
  }
}

/** Of a large database that can be made anew. They read the file, so that another connection may hold it. */
export const SETTINGS =
  'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA temp_store = FILE';

/**
 * One connection to a SQLite file. Statements are prepared once; values are passed as one array, because
 * the driver misreads a single null. All methods throw SqliteError.
 */
export class Sqlite {
  readonly #database: Driver.Database;
  readonly #statements = new Map<string, Driver.Statement<unknown[]>>();
  readonly #queries = new Map<string, Driver.Statement<unknown[]>>();

  constructor(database: Driver.Database) {
    this.#database = database;
  }

  /** The rows of a query, by the names of their columns. */
  rows(sql: string, ...values: SqlValue[]): Row[] {
    return withSqliteErrors(() => this.#statement(sql).all(values).filter(isRecord));
  }

  /** The rows of a query, as arrays in the order of its columns, which costs less. */
  all(sql: string, ...values: SqlValue[]): SqlValue[][] {
    return withSqliteErrors(() => this.#query(sql).all(values).filter(isRow));
  }

  /** The first row of a query. */
  one(sql: string, ...values: SqlValue[]): SqlValue[] | undefined {
    const row = withSqliteErrors(() => this.#query(sql).get(values));
    return isRow(row) ? row : undefined;
  }

  /** How many rows have changed. */
  run(sql: string, ...values: SqlValue[]): number {
    return this.#run(sql, values).changes;
  }

  /** The number of the new row. */
  insert(sql: string, ...values: SqlValue[]): number {
    return Number(this.#run(sql, values).lastInsertRowid);
  }

  exec(sql: string): void {
    withSqliteErrors(() => this.#database.exec(sql));
  }

  /** Does the work as one transaction that no other process can interleave; a throw undoes it. */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      rollBack(this);
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

  close(): void {
    this.#statements.clear();
    this.#queries.clear();
    this.#database.close();
  }

  #run(sql: string, values: SqlValue[]): Driver.RunResult {
    return withSqliteErrors(() => this.#statement(sql).run(values));
  }

  #statement(sql: string): Driver.Statement<unknown[]> {
    return cached(this.#statements, sql, () => this.#database.prepare(sql));
  }

  #query(sql: string): Driver.Statement<unknown[]> {
    return cached(this.#queries, sql, () => this.#database.prepare(sql).raw());
  }
}

/** A connection to a database that may be derived from others, or in memory. */
export type Database = Pick<Sqlite, 'all' | 'rows' | 'run' | 'exec' | 'close'>;

/** Rejects with NoSqlite. */
export async function loadDriver(): Promise<typeof Driver> {
  try {
    return (await import('libsql')).default;
  } catch (error) {
    throw new NoSqlite(error);
  }
}

/**
 * Opens an existing file, or `:memory:`, without reading it. A statement never waits for another connection:
 * that would block the event loop; `retryWhileBusy` waits. Rejects with SqliteError.
 */
export async function openDatabase(path: string): Promise<Database> {
  return openSqlite(path, 0, () => undefined);
}

/**
 * Opens a file with statements to begin with; a statement waits `busyMs` for others. Rejects with
 * SqliteError.
 */
export async function openSqlite(
  path: string,
  busyMs: number,
  begin: (database: Sqlite) => void,
): Promise<Sqlite> {
  const Libsql = await loadDriver();
  const database = new Sqlite(withSqliteErrors(() => new Libsql(path, { timeout: busyMs })));
  try {
    begin(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function hasTables(database: Pick<Database, 'all'>): boolean {
  return database.all('SELECT 1 FROM sqlite_master LIMIT 1').length > 0;
}

const PAUSE_MS = 20;

/**
 * Repeats work while another connection holds a database of `openDatabase`, for so long; signals are handled
 * in between. Rejects with SqliteError.
 */
export async function retryWhileBusy<T>(
  clock: { sleep(ms: number): Promise<unknown> },
  patienceMs: number,
  work: () => T,
): Promise<T> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return work();
    } catch (error) {
      const isBusy = error instanceof SqliteError && error.kind === 'busy';
      if (!isBusy || waited >= patienceMs) throw error;
    }
    await clock.sleep(PAUSE_MS);
  }
}

/** Undoes a transaction; on a full disk SQLite has done so by itself. */
export function rollBack(database: Pick<Database, 'exec'>): void {
  try {
    database.exec('ROLLBACK');
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
  }
}

/** The value of a key, made when it is first asked for. */
function cached<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const value = cache.get(key) ?? make();
  cache.set(key, value);
  return value;
}

function isRow(value: unknown): value is SqlValue[] {
  return Array.isArray(value);
}

function withSqliteErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new SqliteError(sqliteErrorKind(error), message, { cause: error });
  }
}

const UNAVAILABLE = ['READONLY', 'IOERR', 'CANTOPEN', 'FULL', 'NOMEM', 'PERM', 'AUTH', 'NOLFS'];

/** A missing table or column is damage, too, because all statements are our own. */
function sqliteErrorKind(error: unknown): SqliteErrorKind {
  const code = errorCode(error) ?? '';
  if (!code.startsWith('SQLITE_')) return 'unavailable';
  const [, name = ''] = code.split('_');
  if (name === 'BUSY' || name === 'LOCKED') return 'busy';
  return UNAVAILABLE.includes(name) ? 'unavailable' : 'damaged';
}
