import { isJsonObject, type Json, type JsonObject } from '../json.js';

/** A record's leaves by dotted path, in order; empty lists and objects are leaves too. */
export function flatten(
  record: JsonObject,
  isLeaf: (value: Json) => boolean = () => false,
): Map<string, Json> {
  const leaves = new Map<string, Json>();
  const walk = (value: Json, path: string): void => {
    const children = isLeaf(value) ? [] : childrenOf(value);
    if (children.length === 0) leaves.set(path, value);
    for (const [key, child] of children) walk(child, path === '' ? key : `${path}.${key}`);
  };
  for (const [key, value] of Object.entries(record)) walk(value, key);
  return leaves;
}

function childrenOf(value: Json): [string, Json][] {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item]);
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** The records of a result: the items of a list, or the one object; a bare value gets the name `value`. */
export function recordsOf(data: Json): JsonObject[] {
  const items = Array.isArray(data) ? data : [data];
  return items.map((item) => (isJsonObject(item) ? item : { value: item }));
}
