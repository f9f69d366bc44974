import type { Fields, Operation } from '../../src/api/operation.js';

/** Dotted names to nested fields, as flags and `-f` give them. */
export function nested(flat: Fields): Fields {
  const fields: Fields = {};
  for (const [path, value] of Object.entries(flat)) {
    if (value === undefined) continue;
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let here = fields;
    for (const key of keys) {
      const next = Object.fromEntries(Object.entries(here[key] ?? {}));
      here[key] = next;
      here = next;
    }
    here[last] = value;
  }
  return fields;
}

/** The operation's example with some fields changed; undefined leaves one out. */
export function exampleOf(operation: Operation, changes: Fields = {}): Fields {
  return nested({ ...operation.example, ...changes });
}
