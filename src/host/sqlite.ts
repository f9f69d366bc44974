import type Driver from 'libsql';

/** What a column holds. */
export type SqlValue = string | number | null;

/** `busy`: another connection has it locked for now; `damaged`: it does not hold what was written. */
type SqliteErrorKind = 'busy' | 'unavailable' | 'damaged';

/** Why a statement failed. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError';
  readonly kind: SqliteErrorKind;

  constructor(kind: SqliteErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** How long a statement blocks the event loop while another connection has the lock. */
const BUSY_MS = 100;
const SETTINGS =
  'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA temp_store = FILE';

/**
 * One connection to a SQLite file that can be built anew: after a power cut it may be damaged. Values
 * are passed as one array, because the driver misreads a single null.
 */
class Sqlite {
  readonly #database: Driver.Database;
  readonly #statements = new Map<string, Driver.Statement<unknown[]>>();
  readonly #queries = new Map<string, Driver.Statement<unknown[]>>();

  constructor(database: Driver.Database) {
    this.#database = database;
  }

  /** The rows of a query. Throws SqliteError, as all of these. */
  all(sql: string, ...values: SqlValue[]): SqlValue[][] {
    return withSqliteErrors(() =>
      cached(this.#queries, sql, () => this.#database.prepare(sql).raw())
        .all(values)
        .filter(isRow),
    );
  }

  run(sql: string, ...values: SqlValue[]): void {
    withSqliteErrors(() =>
      cached(this.#statements, sql, () => this.#database.prepare(sql)).run(values),
    );
  }

  exec(sql: string): void {
    withSqliteErrors(() => this.#database.exec(sql));
  }

  close(): void {
    this.#statements.clear();
    this.#queries.clear();
    this.#database.close();
  }
}

/** A connection to a database. */
export type Database = Pick<Sqlite, 'all' | 'run' | 'exec' | 'close'>;

/** Rejects with SqliteError, whose message is the kind of machine, where the driver has no build for it. */
export async function loadDriver(): Promise<typeof Driver> {
  try {
    return (await import('libsql')).default;
  } catch (error) {
    const machine = `${process.platform}-${process.arch}`;
    throw new SqliteError('unavailable', machine, { cause: error });
  }
}

/** Opens an existing file, or `:memory:`. Rejects with SqliteError. */
export async function openDatabase(path: string): Promise<Database> {
  const Libsql = await loadDriver();
  const database = withSqliteErrors(() => new Libsql(path, { timeout: BUSY_MS }));
  const sqlite = new Sqlite(database);
  try {
    sqlite.exec(SETTINGS);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Whether anybody has made tables in it. */
export function hasTables(database: Pick<Database, 'all'>): boolean {
  return database.all('SELECT 1 FROM sqlite_master LIMIT 1').length > 0;
}

const PAUSE_MS = 20;

/**
 * Repeats work while another connection holds the database, for so long; signals are handled in between.
 * Rejects with SqliteError.
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
export function cached<T>(cache: Map<string, T>, key: string, make: () => T): T {
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
export function sqliteErrorKind(error: unknown): SqliteErrorKind {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!code.startsWith('SQLITE_')) return 'unavailable';
  const [, name = ''] = code.split('_');
  if (name === 'BUSY' || name === 'LOCKED') return 'busy';
  return UNAVAILABLE.includes(name) ? 'unavailable' : 'damaged';
}
