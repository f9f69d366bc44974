import type { Fields } from '../bank/define.js';
import { PayctlError } from '../core/errors.js';
import { isJsonObject } from '../core/json.js';

/** A name, or the end of a list. */
type Step = string | typeof APPEND;
const APPEND = Symbol('append');

/**
 * The fields with one more, by its path: `a.b` or `a[b]` is nested, `a[]` is one more item of a
 * list, and `a[][b]` a field of its last item, or of a new one where that has it already.
 */
export function withField(fields: Fields, path: string, value: unknown): Fields {
  const [name, ...rest] = stepsOf(path);
  if (typeof name !== 'string') throw noName(path);
  return { ...fields, [name]: placed(fields[name], rest, value, path) };
}

function stepsOf(path: string): Step[] {
  return path.split('.').flatMap((part) => {
    const [, name, brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(part) ?? [];
    if (name === undefined) throw noName(path);
    const inner = [...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key || APPEND);
    const steps = [name, ...inner];
    if (steps.includes('__proto__')) throw noName(path);
    return steps;
  });
}

function placed(
  here: unknown,
  [step, ...rest]: readonly Step[],
  value: unknown,
  path: string,
): unknown {
  if (step === undefined) return value;
  const current = here === null ? undefined : here;
  if (step === APPEND) {
    if (current !== undefined && !Array.isArray(current)) throw taken(path);
    const list: readonly unknown[] = current ?? [];
    const last = list.at(-1);
    const [next] = rest;
    const joins = isJsonObject(last) && typeof next === 'string' && !Object.hasOwn(last, next);
    if (joins) return [...list.slice(0, -1), placed(last, rest, value, path)];
    return [...list, placed(undefined, rest, value, path)];
  }
  if (current !== undefined && !isJsonObject(current)) throw taken(path);
  return { ...current, [step]: placed(current?.[step], rest, value, path) };
}

function noName(path: string): PayctlError {
  return new PayctlError('USAGE', `${JSON.stringify(path)} is not a field name`, {
    hint: 'a field is name, one inside it name.inner, an item of a list name[]',
  });
}

function taken(path: string): PayctlError {
  return new PayctlError(
    'USAGE',
    `${JSON.stringify(path)} is given, and so is a value in the place of what holds it`,
    { hint: 'give one of them' },
  );
}
