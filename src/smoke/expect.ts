import { EXIT, type ExitClass } from '../core/errors.js';
import { optional } from '../core/fields.js';
import { isJsonObject, type Json, stringifyJson, textOf } from '../core/json.js';
import { excerpt, listed } from '../core/text.js';
import { select } from '../format/select.js';
import type { Expectation } from './plan.js';

/** How a call of a step ended. */
export interface Seen {
  exit: number;
  class: ExitClass;
  code?: string;
  state?: string;
  httpStatus?: number;
  requestUId?: string;
  data: Json;
  ms: number;
  /** What went over the wire, without secrets. */
  exchange: string;
}

/** Something that is not as it was expected. */
export interface Failure {
  what: 'exit' | 'code' | 'state' | 'query' | 'save' | 'within';
  /** The JMESPath query, where there is one. */
  path?: string;
  expected: string;
  /** Absent where there was nothing. */
  seen?: string;
}

export function failureText({ what, path, expected, seen }: Failure): string {
  const found = seen === undefined ? 'none' : excerpt(seen, 200);
  if (what === 'save') return `save: the data has no ${path ?? expected}`;
  return `${path ?? what}: expected ${excerpt(expected, 200)}, seen ${found}`;
}

/** What is not as it was expected. */
export async function failuresOf(expect: Expectation, seen: Seen): Promise<Failure[]> {
  const { exit, code, state, query, withinMs } = expect;
  const failures: Failure[] = [];
  const differs = (what: Failure['what'], expected: string, found: string | undefined) =>
    failures.push({ what, expected, ...optional('seen', found) });
  const isFree = code !== undefined || state !== undefined;
  const exits = exit ?? (isFree ? undefined : (['SUCCESS'] as const));
  if (exits && !exits.includes(seen.class)) {
    const expected = listed(exits.map((name) => `${EXIT[name]} (${name})`));
    differs('exit', expected, `${seen.exit} (${seen.class})`);
  }
  if (code !== undefined && code !== seen.code) differs('code', code, seen.code);
  if (state !== undefined && state !== seen.state) differs('state', state, seen.state);
  for (const [path, expected] of query) {
    const found = await selected(seen.data, path);
    if (agrees(expected, found)) continue;
    const texts = { expected: stringifyJson(expected), seen: stringifyJson(found) };
    failures.push({ what: 'query', path, ...texts });
  }
  if (withinMs !== undefined && seen.ms > withinMs) {
    differs('within', `${withinMs} ms`, `${seen.ms} ms`);
  }
  return failures;
}

/** What a query selects; a query that fails on this data selects nothing. */
export async function selected(data: Json, query: string): Promise<Json> {
  try {
    return await select(data, query);
  } catch {
    return null;
  }
}

/** Scalars agree by their text: a plan need not know whether the bank writes "10.00" or 10.00. */
function agrees(expected: Json, found: Json): boolean {
  const text = textOf(expected);
  if (text !== undefined)
    return text === (textOf(found) ?? (typeof found === 'boolean' ? String(found) : undefined));
  if (Array.isArray(expected)) {
    return (
      Array.isArray(found) &&
      expected.length === found.length &&
      expected.every((item, index) => agrees(item, found[index] ?? null))
    );
  }
  if (!isJsonObject(expected)) return expected === found;
  if (!isJsonObject(found)) return false;
  const keys = Object.keys(expected);
  return (
    keys.length === Object.keys(found).length &&
    keys.every(
      (key) => Object.hasOwn(found, key) && agrees(expected[key] ?? null, found[key] ?? null),
    )
  );
}
