import { PayctlError } from '../core/errors.js';
import { stateMessages } from '../messages/state.js';

/** A row as a database returned it, its values not checked yet. The functions below throw CONFIG for a value of another type. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

export function readText(row: DatabaseRow | undefined, name: string): string {
  const value = row?.[name];
  if (typeof value === 'string') return value;
  throw unexpectedValueError(name);
}

export function readNumber(row: DatabaseRow | undefined, name: string): number {
  const value = row?.[name];
  // The driver of PostgreSQL returns numbers of more than 32 bits as text.
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number === 'number' && !Number.isNaN(number)) return number;
  throw unexpectedValueError(name);
}

export function readInteger(row: DatabaseRow | undefined, name: string): number {
  const number = readNumber(row, name);
  if (Number.isSafeInteger(number)) return number;
  throw unexpectedValueError(name);
}

export function oneOf<T extends string>(row: DatabaseRow, name: string, known: readonly T[]): T {
  const found = known.find((one) => one === row[name]);
  if (found !== undefined) return found;
  throw unexpectedValueError(name);
}

export function orNull<T>(
  row: DatabaseRow,
  name: string,
  read: (row: DatabaseRow, name: string) => T,
): T | null {
  return row[name] === null ? null : read(row, name);
}

/** ISO 8601 in UTC: what SQLite has as text, PostgreSQL's driver returns as a Date. */
export function readTime(row: DatabaseRow | undefined, name: string): string {
  const value = row?.[name];
  return value instanceof Date ? value.toISOString() : readText(row, name);
}

/** The error for a row that payctl did not write. */
export function unexpectedValueError(column: string): PayctlError {
  return new PayctlError('CONFIG', stateMessages.oddValue(column), {
    hint: stateMessages.restore,
    executed: 'no',
  });
}
