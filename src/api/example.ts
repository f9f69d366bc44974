import type { Fields, Operation } from './operation.js';

/** The example of an operation as input; fields may be replaced, and undefined leaves one out. */
export function exampleInput(operation: Operation, changes: Fields = {}): Fields {
  return nest({ ...operation.example, ...changes });
}

/** Dotted names to nested fields: `{'bp.bpReference': 'X'}` → `{bp: {bpReference: 'X'}}`. */
export function nest(flat: Fields): Fields {
  const fields: Fields = {};
  for (const [path, value] of Object.entries(flat)) {
    if (value === undefined) continue;
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let here = fields;
    for (const key of keys) {
      const next: Fields = { ...asFields(here[key]) };
      here[key] = next;
      here = next;
    }
    here[last] = value;
  }
  return fields;
}

function asFields(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
