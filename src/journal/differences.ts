import type { Operation } from '../bank/define.js';
import { isJsonObject, type Json, type JsonObject, stringifyJson, textOf } from '../core/json.js';
import { compareAmounts } from '../core/money.js';
import { excerpt, visible } from '../core/text.js';

const MOST_SHOWN = 3;

/**
 * In what two inputs of a charge differ, as `totalFee was 100.00 and is 200.00`. Both are masked as
 * on disk, so that a difference may be hidden: then that is said.
 */
export function differencesOf(before: JsonObject, now: JsonObject, operation: Operation): string {
  const [old, given] = [leavesOf(before), leavesOf(now)];
  const differing = [...new Set([...Object.keys(old), ...Object.keys(given)])].filter(
    (path) =>
      isDecided(path, operation) && !isSame(old[path], given[path], path === operation.amount),
  );
  if (differing.length === 0) return 'a field that the journal keeps masked';
  const shown = differing
    .slice(0, MOST_SHOWN)
    .map((path) => `${visible(path)} was ${shownAs(old[path])} and is ${shownAs(given[path])}`);
  const more = differing.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** Values by their dotted paths; lists stay whole. */
function leavesOf(input: JsonObject, prefix = ''): Record<string, Json> {
  return Object.entries(input).reduce<Record<string, Json>>((leaves, [name, value]) => {
    const path = prefix + name;
    const inner = isJsonObject(value) ? leavesOf(value, `${path}.`) : { [path]: value };
    return Object.assign(leaves, inner);
  }, {});
}

/** Times and ids that are made per call are no part of what the caller wanted. */
function isDecided(path: string, { generated = {}, reference }: Operation): boolean {
  return path !== reference && !Object.hasOwn(generated, path);
}

function isSame(a: Json | undefined, b: Json | undefined, isAmount: boolean): boolean {
  const [before, now] = [word(a), word(b)];
  return before === now || (isAmount && compareAmounts(before, now) === 0);
}

function shownAs(value: Json | undefined): string {
  return value === undefined ? 'absent' : excerpt(word(value), 40);
}

function word(value: Json | undefined): string {
  return value === undefined ? '' : (textOf(value) ?? stringifyJson(value));
}
