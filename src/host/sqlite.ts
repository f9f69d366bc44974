import type Driver from 'libsql';

export type SqlValue = string | number | null;

/** busy: another connection holds it for now; damaged: it is not what was written. */
type Trouble = 'busy' | 'unavailable' | 'damaged';

export class SqliteError extends Error {
  override readonly name = 'SqliteError';
  readonly trouble: Trouble;

  constructor(trouble: Trouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** How long the event loop blocks for another connection; a caller that can wait longer tries again. */
const BUSY_MS = 100;
const SETTINGS =
  'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA temp_store = FILE';

/**
 * One connection to a SQLite file of which nothing depends: after a power cut it may be damaged.
 * Values travel as one array, because the driver misreads a lone null.
 */
class Sqlite {
  readonly #database: Driver.Database;
  readonly #statements = new Map<string, Driver.Statement<unknown[]>>();
  readonly #queries = new Map<string, Driver.Statement<unknown[]>>();

  constructor(database: Driver.Database) {
    this.#database = database;
  }

  /** Throws SqliteError, as all of these. */
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

export type Database = Pick<Sqlite, 'all' | 'run' | 'exec' | 'close'>;

/** A file that is there, or `:memory:`. Rejects with SqliteError. */
export async function openDatabase(path: string): Promise<Database> {
  const { default: Libsql } = await import('libsql').catch((error: unknown) => {
    throw new SqliteError('unavailable', 'libsql cannot be loaded', { cause: error });
  });
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

function cached<T>(known: Map<string, T>, key: string, make: () => T): T {
  const statement = known.get(key) ?? make();
  known.set(key, statement);
  return statement;
}

function isRow(found: unknown): found is SqlValue[] {
  return Array.isArray(found);
}

function withSqliteErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new SqliteError(troubleOf(error), message, { cause: error });
  }
}

const UNAVAILABLE = ['READONLY', 'IOERR', 'CANTOPEN', 'FULL', 'NOMEM', 'PERM', 'AUTH', 'NOLFS'];

/** A table that is missing, or has other columns, is damage, too: its statements are our own. */
function troubleOf(error: unknown): Trouble {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!code.startsWith('SQLITE_')) return 'unavailable';
  const [, name = ''] = code.split('_');
  if (name === 'BUSY' || name === 'LOCKED') return 'busy';
  return UNAVAILABLE.includes(name) ? 'unavailable' : 'damaged';
}
