import { withoutNul } from '../../core/text.js';
import { type DatabaseRow, readNumber, readText, readTime, unexpectedValueError } from '../rows.js';

/** What a statement can hold as a value; bytes become `bytea`, lists become arrays. */
export type StatementValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly string[]
  | Sql;

/** A statement whose values are quoted. */
export class Sql {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A statement with its values quoted in it. For parameters the driver would first ask for a description,
 * which is a second round trip, and PgBouncer cannot keep prepared statements.
 */
export function sql(parts: TemplateStringsArray, ...values: readonly StatementValue[]): Sql {
  return new Sql(
    parts.reduce((text, part, index) => text + literal(values[index - 1] ?? null) + part),
  );
}

/** SQL of this program itself, unquoted. */
export function raw(text: string): Sql {
  return new Sql(text);
}

/** SQL of this program with values where it names them by their numbers: `?1` is the first. */
export function bound(text: string, values: readonly StatementValue[]): Sql {
  return new Sql(
    text.replace(/\?(\d)/g, (_, number) => literal(values[Number(number) - 1] ?? null)),
  );
}

/** Several statements in one message, which is one transaction. */
export function joinStatements(...statements: readonly Sql[]): Sql {
  return new Sql(statements.map(({ text }) => text).join(';\n'));
}

export function list(parts: readonly Sql[]): Sql {
  return new Sql(parts.map(({ text }) => text).join(', '));
}

function literal(value: StatementValue): string {
  if (value === null) return 'NULL';
  if (value instanceof Sql) return value.text;
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `(${value})` : 'NULL';
  if (value instanceof Uint8Array) return `E'\\\\x${Buffer.from(value).toString('hex')}'::bytea`;
  return `ARRAY[${value.map(quoted).join(', ')}]::text[]`;
}

/** Quotes as libpq does, whatever `standard_conforming_strings` is. */
function quoted(text: string): string {
  const plain = withoutNul(text).replaceAll("'", "''");
  return plain.includes('\\') ? ` E'${plain.replaceAll('\\', '\\\\')}'` : `'${plain}'`;
}

export { type DatabaseRow, readNumber, readText, readTime };

export function sumNumbers(rows: readonly DatabaseRow[], name: string): number {
  return rows.reduce((sum, row) => sum + readNumber(row, name), 0);
}

export function readBoolean(row: DatabaseRow | undefined, name: string): boolean {
  const value = row?.[name];
  if (typeof value === 'boolean') return value;
  throw unexpectedValueError(name);
}

export function readBytes(row: DatabaseRow | undefined, name: string): Uint8Array {
  const value = row?.[name];
  if (value instanceof Uint8Array) return value;
  throw unexpectedValueError(name);
}
