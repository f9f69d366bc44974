import type { Operation } from '../bank/define.js';
import { isJsonObject, type Json, type JsonObject, jsonText, stringifyJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import { compareAmounts } from '../core/money.js';
import { excerpt, visible } from '../core/text.js';
import { charging } from '../messages/charging.js';

const MOST_SHOWN = 3;

/**
 * How two inputs of a charge differ. Both are masked as on disk, so a difference may be hidden: then the
 * message says so.
 */
export function differencesBetween(
  before: JsonObject,
  now: JsonObject,
  operation: Operation,
): Message {
  const [old, given] = [flatten(before), flatten(now)];
  const differing = [...new Set([...Object.keys(old), ...Object.keys(given)])].filter(
    (path) =>
      isDecided(path, operation) && !isSameValue(old[path], given[path], path === operation.amount),
  );
  if (differing.length === 0) return charging.maskedDiffers;
  const shown = differing.slice(0, MOST_SHOWN).map((path) => ({
    path: visible(path),
    before: shownValue(old[path]),
    now: shownValue(given[path]),
  }));
  return charging.differences(shown, differing.length - shown.length);
}

/** Values by their dotted paths; lists stay whole. */
function flatten(input: JsonObject, prefix = ''): Record<string, Json> {
  return Object.entries(input).reduce<Record<string, Json>>((leaves, [name, value]) => {
    const path = prefix + name;
    const inner = isJsonObject(value) ? flatten(value, `${path}.`) : { [path]: value };
    return Object.assign(leaves, inner);
  }, {});
}

/** Whether the caller decided the field: the reference is known, and times and ids are generated for each call. */
function isDecided(path: string, { generated = {}, reference }: Operation): boolean {
  return path !== reference && !Object.hasOwn(generated, path);
}

function isSameValue(a: Json | undefined, b: Json | undefined, isAmount: boolean): boolean {
  const [before, now] = [plainText(a), plainText(b)];
  return before === now || (isAmount && compareAmounts(before, now) === 0);
}

function shownValue(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : excerpt(plainText(value), 40);
}

function plainText(value: Json | undefined): string {
  return value === undefined ? '' : (jsonText(value) ?? stringifyJson(value));
}
