export type SqlValue = string | number | bigint | null;

/** One row of a result; `columns` says where each name stands. */
export interface Row {
  readonly columns: ReadonlyMap<string, number>;
  readonly values: readonly SqlValue[];
}

export function text(row: Row, column: string): string {
  const value = valueIn(row, column);
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`);
  return value;
}

export function textOrNull(row: Row, column: string): string | null {
  return valueIn(row, column) === null ? null : text(row, column);
}

export function whole(row: Row, column: string): number {
  const value = valueIn(row, column);
  if (typeof value !== 'number') throw new TypeError(`column ${column} holds no number`);
  return value;
}

export function wholeOrNull(row: Row, column: string): number | null {
  return valueIn(row, column) === null ? null : whole(row, column);
}

/** One amount; sums may pass 2^53 and are read as text. */
export function satang(row: Row, column: string): bigint {
  return BigInt(valueIn(row, column) ?? '');
}

export function satangOrNull(row: Row, column: string): bigint | null {
  return valueIn(row, column) === null ? null : satang(row, column);
}

/** What the driver returns for a row that was asked for as an array. */
export function isValues(value: unknown): value is SqlValue[] {
  return Array.isArray(value);
}

function valueIn({ columns, values }: Row, column: string): SqlValue {
  const value = values[columns.get(column) ?? -1];
  if (value === undefined) throw new TypeError(`there is no column ${column}`);
  return value;
}
