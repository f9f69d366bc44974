import type { Sqlite, SqlValue } from '../../host/sqlite.js';

/** A value of a column as the code has it. */
type Value = SqlValue | boolean;

/** One column: its type in SQLite, and how its value is read. */
export interface ColumnType<T> {
  sql: string;
  read(value: SqlValue): T;
  /** The expression to select, if it is not the column itself. */
  select?: (name: string) => string;
}

export const text: ColumnType<string> = {
  sql: 'TEXT NOT NULL',
  read: (value) => (typeof value === 'string' ? value : wrongType(value)),
};

/** A whole number that JavaScript holds exactly. */
export const whole: ColumnType<number> = {
  sql: 'INTEGER NOT NULL',
  read: (value) => (typeof value === 'number' ? value : wrongType(value)),
};

export const flag: ColumnType<boolean> = { ...whole, read: (value) => value === 1 };

export const satang: ColumnType<bigint> = {
  ...whole,
  read: (value) => BigInt(value ?? wrongType(value)),
};

/** A sum of amounts, which may exceed 2^53 and is therefore read as text. */
export const total: ColumnType<bigint> = { ...satang, select: (name) => `CAST(${name} AS TEXT)` };

/** The number of a row, which SQLite assigns. */
export const rowId: ColumnType<number> = { ...whole, sql: 'INTEGER PRIMARY KEY' };

/** Text by which rows are found. */
export const key: ColumnType<string> = { ...text, sql: 'TEXT PRIMARY KEY' };

/** The same, or NULL. */
export function orNull<T>(column: ColumnType<T>): ColumnType<T | null> {
  const sql = column.sql.replace(' NOT NULL', '');
  return { ...column, sql, read: (value) => (value === null ? null : column.read(value)) };
}

/** The same, in one row at most. */
export function unique<T>(column: ColumnType<T>): ColumnType<T> {
  return { ...column, sql: `${column.sql} UNIQUE` };
}

function wrongType(value: SqlValue): never {
  throw new TypeError(`a column holds ${value}, which is not of its type`);
}

/** Columns that a new row may leave out: null then, or a number that SQLite assigns. */
type Optional<R> = {
  [Name in keyof R]: null extends R[Name]
    ? Name
    : Name extends 'id'
      ? R[Name] extends number
        ? Name
        : never
      : never;
}[keyof R];

type NewRow<R> = Omit<R, Optional<R>> & { [Name in Optional<R>]?: R[Name] | undefined };

export type RowOf<T> = T extends LedgerTable<infer R> ? R : never;

/**
 * A table by its columns: its definition, the statements and the type of a row follow from them.
 * `expiresAt` of a row is the column `expires_at`.
 */
export class LedgerTable<R extends { [Name in keyof R]: Value }> {
  readonly definition: string;
  readonly #name: string;
  readonly #columns: { readonly [Name in keyof R]: ColumnType<R[Name]> };
  readonly #names: readonly Extract<keyof R, string>[];
  readonly #select: string;
  readonly #insert: string;

  /** `end` is what follows the columns: a key of several, the options of the table. */
  constructor(
    name: string,
    columns: { readonly [Name in keyof R]: ColumnType<R[Name]> },
    end = ')',
  ) {
    const names: Extract<keyof R, string>[] = [];
    for (const column in columns) names.push(column);
    const definitions = names.map((column) => `${columnName(column)} ${columns[column].sql}`);
    const selected = names.map(
      (column) => columns[column].select?.(columnName(column)) ?? columnName(column),
    );
    const marks = names.map(() => '?').join(', ');
    this.definition = `CREATE TABLE ${name} (${definitions.join(', ')}${end}`;
    this.#name = name;
    this.#columns = columns;
    this.#names = names;
    this.#select = `SELECT ${selected.join(', ')} FROM ${name} `;
    this.#insert = `INTO ${name} (${names.map(columnName).join(', ')}) VALUES (${marks})`;
  }

  insert(store: Sqlite, row: NewRow<R>, conflict: '' | 'OR IGNORE' | 'OR REPLACE' = ''): number {
    const values = this.#names.map((name) => toSqlValue(Reflect.get(row, name)));
    return store.insert(`INSERT ${conflict} ${this.#insert}`, ...values);
  }

  find(store: Sqlite, where: Partial<R>): R | undefined {
    return this.first(store, `WHERE ${assignments(where, ' AND ')}`, ...toSqlValues(where));
  }

  first(store: Sqlite, condition: string, ...values: SqlValue[]): R | undefined {
    const row = store.one(this.#select + condition, ...values);
    return row && this.#row(row);
  }

  all(store: Sqlite, condition: string, ...values: SqlValue[]): R[] {
    return store.all(this.#select + condition, ...values).map((row) => this.#row(row));
  }

  count(store: Sqlite, condition: string, ...values: SqlValue[]): number {
    const row = store.one(`SELECT COUNT(*) FROM ${this.#name} ${condition}`, ...values);
    return Number(row?.[0]);
  }

  update(store: Sqlite, where: Partial<R>, changes: Partial<R>): number {
    const sql = `UPDATE ${this.#name} SET ${assignments(changes, ', ')} WHERE ${assignments(where, ' AND ')}`;
    return store.run(sql, ...toSqlValues(changes), ...toSqlValues(where));
  }

  remove(store: Sqlite, where: Partial<R>): number {
    const sql = `DELETE FROM ${this.#name} WHERE ${assignments(where, ' AND ')}`;
    return store.run(sql, ...toSqlValues(where));
  }

  #row(values: readonly SqlValue[]): R {
    const row: Partial<R> = {};
    let index = 0;
    for (const name of this.#names) {
      row[name] = this.#columns[name].read(values[index++] ?? null);
    }
    if (!this.#isWhole(row)) throw new TypeError(`a row of ${this.#name} lacks columns`);
    return row;
  }

  /** They were read in turn, so that with the last one all are there. */
  #isWhole(row: Partial<R>): row is R {
    const last = this.#names.at(-1);
    return last !== undefined && last in row;
  }
}

function assignments(values: object, between: string): string {
  let sql = '';
  for (const name in values) sql += `${sql && between}${columnName(name)} = ?`;
  return sql;
}

function toSqlValues(values: Readonly<Record<string, Value | undefined>>): SqlValue[] {
  return Object.values(values).map(toSqlValue);
}

function toSqlValue(value: Value | undefined): SqlValue {
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}

const SNAKE = new Map<string, string>();

function columnName(name: string): string {
  let column = SNAKE.get(name);
  if (column === undefined) {
    column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    SNAKE.set(name, column);
  }
  return column;
}
