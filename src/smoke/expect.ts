import { EXIT, type ExitClass } from '../core/errors.js';
import {
  isJsonObject,
  isLosslessNumber,
  type Json,
  jsonText,
  stringifyJson,
} from '../core/json.js';
import type { Message, Text } from '../core/message.js';
import { compareAmounts } from '../core/money.js';
import { excerpt } from '../core/text.js';
import { select } from '../format/select.js';
import { smokeMessages as words } from '../messages/smoke.js';
import type { Expectation } from './plan.js';

/** How a call of a step ended. */
export interface CallObservation {
  exit: number;
  class: ExitClass;
  code?: string;
  state?: string;
  httpStatus?: number;
  requestUId?: string;
  data: Json;
  ms: number;
  /** What went over the wire, without secrets. */
  exchange: Text;
}

/** Something that is not as it was expected. */
export interface ExpectationMismatch {
  what: 'exit' | 'code' | 'state' | 'query' | 'save' | 'within';
  /** The JMESPath query, where there is one. */
  path?: string;
  expected: Text;
  /** Absent where there was nothing. */
  seen?: string;
}

export function failureText({ what, path, expected, seen }: ExpectationMismatch): Message {
  if (what === 'save') return words.unsaved(path ?? expected);
  return words.unlike({
    what: path ?? what,
    expected: typeof expected === 'string' ? excerpt(expected, 200) : expected,
    seen: seen === undefined ? words.none : excerpt(seen, 200),
  });
}

/** What is not as it was expected. */
export async function checkExpectation(
  expect: Expectation,
  seen: CallObservation,
): Promise<ExpectationMismatch[]> {
  const { exit, code, state, query, withinMs } = expect;
  const failures: ExpectationMismatch[] = [];
  const differs = (what: ExpectationMismatch['what'], expected: Text, actual: string | undefined) =>
    failures.push({ what, expected, seen: actual });
  const isFree = code !== undefined || state !== undefined;
  const exits = exit ?? (isFree ? undefined : (['SUCCESS'] as const));
  if (exits && !exits.includes(seen.class)) {
    const expected = words.anyOf(exits.map((name) => `${EXIT[name]} (${name})`));
    differs('exit', expected, `${seen.exit} (${seen.class})`);
  }
  if (code !== undefined && code !== seen.code) differs('code', code, seen.code);
  if (state !== undefined && state !== seen.state) differs('state', state, seen.state);
  for (const [path, expected] of query) {
    const actual = await selected(seen.data, path);
    if (agrees(expected, actual)) continue;
    const texts = { expected: stringifyJson(expected), seen: stringifyJson(actual) };
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

/**
 * Scalars agree by their text: a plan need not know whether the bank writes "10.00" or 10.00. A number
 * agrees by its value, too: 10 is 10.00.
 */
function agrees(expected: Json, actual: Json): boolean {
  const text = jsonText(expected);
  if (text !== undefined) {
    const seen = typeof actual === 'boolean' ? String(actual) : jsonText(actual);
    if (text === seen) return true;
    return isLosslessNumber(actual) && compareAmounts(text, actual.toString()) === 0;
  }
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((item, index) => agrees(item, actual[index] ?? null))
    );
  }
  if (!isJsonObject(expected)) return expected === actual;
  if (!isJsonObject(actual)) return false;
  const keys = Object.keys(expected);
  return (
    keys.length === Object.keys(actual).length &&
    keys.every(
      (key) => Object.hasOwn(actual, key) && agrees(expected[key] ?? null, actual[key] ?? null),
    )
  );
}
