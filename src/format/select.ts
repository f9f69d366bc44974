import { type PayctlError, usageError } from '../core/errors.js';
import {
  at,
  type ExactNumber,
  fromPlain,
  isJsonObject,
  isLosslessNumber,
  type Json,
  type JsonObject,
} from '../core/json.js';
import { isLazy, lazyMap } from '../core/lazy-map.js';
import { meant } from '../core/meant.js';
import { joinTexts, type Message } from '../core/message.js';
import { output } from '../messages/terminal.js';
import { flatten, toHeading, toRecords } from './cell.js';

type Plain = null | boolean | string | number | Plain[] | { [key: string]: Plain };

/** Throws USAGE for a query that is not JMESPath. Asked before anything is sent. */
export async function checkQuery(query: string): Promise<void> {
  const why = await queryFault(query);
  if (why !== undefined) throw queryError(query, why);
}

/** Why a query is not JMESPath; undefined where it is. */
export async function queryFault(query: string): Promise<string | undefined> {
  const { compile } = await import('@jmespath-community/jmespath');
  try {
    compile(query);
    return undefined;
  } catch (error) {
    return errorReason(error);
  }
}

/** What a JMESPath query selects. Numbers that it passes on keep their digits. */
export async function select(data: Json, query: string): Promise<Json> {
  const { search } = await import('@jmespath-community/jmespath');
  const numbers = new ExactNumbers();
  try {
    return numbers.restore(search(numbers.plain(data), query));
  } catch (error) {
    throw queryError(query, errorReason(error));
  }
}

/** Whether it takes one item of a list after the other, so that it can be asked of some at a time. */
export async function selectsEach(query: string): Promise<boolean> {
  const { compile } = await import('@jmespath-community/jmespath');
  return isProjection(compile(query));
}

type Node = ReturnType<typeof import('@jmespath-community/jmespath').compile>;

/** `[*]`, `[?…]` and `[]` of the list itself, one behind the other; none that looks back at all of it. */
function isProjection(node: Node): boolean {
  if (node.type !== 'Projection' && node.type !== 'FilterProjection') return false;
  const { left } = node;
  const inner = left.type === 'Flatten' ? left.child : left;
  return (
    (inner.type === 'Identity' || isProjection(inner)) &&
    !/"type":"Root"/.test(JSON.stringify(node))
  );
}

function errorReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function queryError(query: string, why: string): PayctlError {
  return usageError(output.queryFails(JSON.stringify(query), why), output.quoteQuery);
}

/**
 * JMESPath computes with binary floats. Containers of numbers with digits of their own (100.00) are
 * swapped back whole; a bare number gets back the digits with which its value stood in the data.
 */
class ExactNumbers {
  readonly #originals = new Map<unknown, Json>();
  readonly #spellings = new Map<number, Json>();
  /** Numbers so far that a float would write otherwise. */
  #unlikeFloats = 0;

  plain(value: Json): Plain {
    if (isLosslessNumber(value)) return this.#float(value);
    if (value === null || typeof value !== 'object') return value;
    const before = this.#unlikeFloats;
    const copy = Array.isArray(value)
      ? lazyMap(value, (item) => this.plain(item))
      : this.#copy(value);
    if (this.#unlikeFloats > before || isLazy(copy)) this.#originals.set(copy, value);
    return copy;
  }

  #float(value: ExactNumber): number {
    const float = Number(value.toString());
    if (String(float) !== value.toString() || !Number.isSafeInteger(float)) this.#unlikeFloats += 1;
    if (!this.#spellings.has(float)) this.#spellings.set(float, value);
    return float;
  }

  #copy(value: JsonObject): { [key: string]: Plain } {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.plain(item)]));
  }

  restore(value: unknown): Json {
    const original = this.#originals.get(value);
    if (original !== undefined) return original;
    if (typeof value === 'number') return this.#spellings.get(value) ?? withoutFloatNoise(value);
    if (Array.isArray(value)) return lazyMap(value, (item) => this.restore(item));
    if (!isJsonObject(value)) return value === undefined ? null : fromPlain(value);
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.restore(item)]),
    );
  }
}

/** A sum of decimals without the noise of binary floats: 0.1 + 0.2 is 0.3. */
function withoutFloatNoise(value: number): Json {
  return Number.isFinite(value) ? fromPlain(Number(value.toPrecision(15))) : null;
}

/**
 * Only these fields of each record, under the names given: a path, the label of a column, or the
 * last part of a path, where one field alone is called so. What is neither in the data nor among the
 * `knownFields` throws USAGE, unless `onUnknownColumn` takes it.
 */
export function pickColumns(
  data: Json,
  columns: readonly string[],
  { knownFields = [], labels = {}, onUnknownColumn }: ColumnOptions = {},
): Json {
  const records = toRecords(data);
  const existing = listPaths(records);
  const paths = columns.map((column) => resolvePath(column, existing, labels));
  const wrong =
    records.length > 0 && unknownColumn(columns, paths, [...knownFields, ...existing], labels);
  if (wrong) {
    if (!onUnknownColumn) throw wrong;
    const { said, facts } = wrong;
    onUnknownColumn(joinTexts(facts.hint === undefined ? [said] : [said, facts.hint]));
  }
  const picked = records.map((record) => {
    return Object.fromEntries(
      columns.map((column, index) => [column, at(record, paths[index] ?? column) ?? null]),
    );
  });
  return Array.isArray(data) ? picked : (picked[0] ?? {});
}

interface ColumnOptions {
  /** Fields that may be named though this answer lacks them. */
  knownFields?: readonly string[];
  /** What a table calls them, by path. */
  labels?: Readonly<Record<string, string>>;
  onUnknownColumn?: ((why: Message) => void) | undefined;
}

/** The path that a person means, by its name or by the heading that a table gives it. */
function resolvePath(
  column: string,
  existing: readonly string[],
  labels: Readonly<Record<string, string>>,
): string {
  if (existing.includes(column)) return column;
  const isNamed = (name = '') => name === column || toHeading(name) === column;
  const labelled = Object.keys(labels).find((path) => isNamed(labels[path]));
  const whole = existing.find(isNamed);
  const called = existing.filter((path) => isNamed(path.split('.').at(-1)));
  return labelled ?? whole ?? (called.length === 1 ? called[0] : undefined) ?? column;
}

/** Of more, a message names only the first. */
const MOST_NAMES = 200;

function unknownColumn(
  columns: readonly string[],
  paths: readonly string[],
  existing: readonly string[],
  labels: Readonly<Record<string, string>>,
): PayctlError | undefined {
  const allFields = [...existing, ...Object.keys(labels)];
  const unknown = columns.find((_, index) => !allFields.includes(paths[index] ?? ''));
  if (unknown === undefined) return undefined;
  const names = [...new Set([...Object.values(labels), ...existing])];
  const fields = names.slice(0, MOST_NAMES);
  const column = JSON.stringify(unknown);
  const more = names.length - fields.length;
  return usageError(output.noColumn({ column, fields, more }), meant(unknown, names));
}

/** Every path in the records, of leaves and of what holds them. */
function listPaths(records: readonly JsonObject[]): string[] {
  const paths = new Set<string>();
  for (const record of records) {
    for (const path of flatten(record).keys()) {
      if (paths.has(path)) continue;
      const keys = path.split('.');
      for (let depth = 1; depth <= keys.length; depth++) paths.add(keys.slice(0, depth).join('.'));
    }
  }
  return [...paths];
}
