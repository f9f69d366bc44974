import { tryOrUndefined } from './try-or-undefined.js';

/** Input or data fields by their name in the specification. */
export type Fields = Record<string, unknown>;

/** Without the fields that have no value. */
export function withoutUndefined<T>(
  fields: Readonly<Record<string, T | undefined>>,
): Record<string, Exclude<T, undefined>> {
  return Object.fromEntries(Object.entries(fields).filter(isDefined<T>));
}

function isDefined<T>(entry: [string, T | undefined]): entry is [string, Exclude<T, undefined>] {
  return entry[1] !== undefined;
}

/** One optional field, for spreading: nothing at all where it has no value. */
export function optionalField<Name extends string, T>(
  name: Name,
  value: T | undefined,
): { [key in Name]?: T } {
  const field: { [key in Name]?: T } = {};
  if (value !== undefined) field[name] = value;
  return field;
}

/** The value where it is a text. */
export function stringOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** An object with names, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in JSON text of ours, numbers as doubles; undefined where there is none. */
export function parseRecord(
  json: string | Uint8Array | undefined,
): Record<string, unknown> | undefined {
  if (json === undefined) return undefined;
  const value: unknown = tryOrUndefined(() => JSON.parse(Buffer.from(json).toString()));
  return isRecord(value) ? value : undefined;
}

/** One item for each key: the last, at the position of the first. */
export function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** Items by their key, as `Map.groupBy` of newer engines. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/**
 * `outTradeNo` → `--out-trade-no`, `payer.taxId` → `--payer-tax-id`, `partnerTransactionID` →
 * `--partner-transaction-id`.
 */
export function flagName(field: string): string {
  const kebab = field
    .replaceAll('.', '-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2');
  return `--${kebab.toLowerCase()}`;
}
