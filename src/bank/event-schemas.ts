import * as z from 'zod/mini';
import { capitalized } from '../core/text.js';
import { scalar, word, words } from './answers.js';
import { EVENTS, type EventShape } from './events.js';

/** The messages about payments whose fields are public, by kind. The specification shows none of them. */
export const CONFIRMATIONS = Object.entries<EventShape>(EVENTS).flatMap(([kind, { fields }]) =>
  fields === undefined
    ? []
    : [{ kind, name: `Confirmation${capitalized(kind)}`, schema: schemaOf(fields) }],
);

function schemaOf(fields: readonly string[]) {
  return z.looseObject({
    ...{ transactionId: z.string(), amount: scalar, currencyCode: scalar },
    ...words('transactionDateandTime', 'transactionType', ...fields),
  });
}

/** What the bank expects in return. */
export const ACKNOWLEDGEMENT = z.looseObject({
  resCode: z.literal('00'),
  resDesc: word,
  transactionId: word,
});
