import * as z from 'zod/mini';
import { part, scalar, word, words } from './answers.js';
import type { Fields, Operation } from './define.js';

/** Of the merchant profile alone: what the service behind it said. */
const Details = z.looseObject({
  ...words('reason', 'source'),
  http_code: scalar,
  response: z.optional(z.unknown()),
  status: part({ code: scalar, description: word }),
});

/** The code is an integer, a string on the merchant profile; `details` comes there only. */
export const Status = z.looseObject({
  code: z.union([z.number(), z.string()]),
  description: z.nullish(z.string()),
  details: z.nullish(Details),
});

/** "Common response envelope", as plain values; `qrcode/cancel` answers without data. */
export const Envelope = z.looseObject({ status: Status, data: z.optional(z.unknown()) });

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
