import * as z from 'zod/mini';
import { capitalized } from '../core/text.js';
import { optionalObject, scalar, word, words } from './answers.js';
import { nestFields } from './check.js';
import type { Fields, Operation } from './define.js';
import { EVENTS, type EventShape } from './events.js';

/** "Merchant profile record" only: the answer of the service behind it. */
const Details = z.looseObject({
  ...words('reason', 'source'),
  http_code: scalar,
  response: z.optional(z.unknown()),
  status: optionalObject({ code: scalar, description: word }),
});

/**
 * `status` of the "Common response envelope". On the merchant profile the code is a string, and
 * `details` comes.
 */
export const Status = z.looseObject({
  code: z.union([z.number(), z.string()]),
  description: z.nullish(z.string()),
  details: z.nullish(Details),
});

/** "Common response envelope", as plain values; `qrcode/cancel` answers without data. */
export const Envelope = z.looseObject({ status: Status, data: z.optional(z.unknown()) });

/** The example of an operation as input; fields may be replaced, and undefined leaves one out. */
export function exampleInput(operation: Operation, changes: Fields = {}): Fields {
  return nestFields({ ...operation.example, ...changes });
}

/** The payment confirmations whose fields are public, by kind: "Events" shows none. */
export const CONFIRMATIONS = Object.entries<EventShape>(EVENTS).flatMap(([kind, { fields }]) =>
  fields === undefined
    ? []
    : [{ kind, name: `Confirmation${capitalized(kind)}`, schema: confirmationSchema(fields) }],
);

function confirmationSchema(fields: readonly string[]) {
  return z.looseObject({
    ...{ transactionId: z.string(), amount: scalar, currencyCode: scalar },
    ...words('transactionDateandTime', 'transactionType', ...fields),
  });
}

/** What the bank expects in return; not in the specification ("Events"). */
export const ACKNOWLEDGEMENT = z.looseObject({
  resCode: z.literal('00'),
  resDesc: word,
  transactionId: word,
});
