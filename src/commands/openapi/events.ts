import * as z from 'zod/mini';
import { scalar, word, words } from '../../bank/answers.js';
import { EVENTS, type EventShape } from '../../bank/events.js';
import { capitalized } from '../../core/text.js';
import { type JsonSchema, jsonSchema } from './schemas.js';

/** The messages about payments, by kind. The specification shows none of their fields: these are public facts. */
const CONFIRMATIONS = Object.entries<EventShape>(EVENTS).flatMap(([kind, { fields }]) =>
  fields === undefined ? [] : [{ kind, name: `Confirmation${capitalized(kind)}`, fields }],
);

function schemaOf(fields: readonly string[]) {
  return z.looseObject({
    ...{ transactionId: z.string(), amount: scalar, currencyCode: scalar },
    ...words('transactionDateandTime', 'transactionType', ...fields),
  });
}

const ACKNOWLEDGED = z.looseObject({
  resCode: z.literal('00'),
  resDesc: word,
  transactionId: word,
});

/** Schemas of the messages, for `components`. */
export function eventSchemas(): Record<string, JsonSchema> {
  const confirmations = CONFIRMATIONS.map(({ name, fields }) => {
    return [name, jsonSchema(schemaOf(fields))] as const;
  });
  return { ...Object.fromEntries(confirmations), Acknowledgement: jsonSchema(ACKNOWLEDGED) };
}

/** `webhooks` of the document: what the partner's address receives. */
export function webhooks(messages: Readonly<Record<string, object>>): object {
  const examples = CONFIRMATIONS.map(({ kind }) => [kind, { value: messages[kind] }] as const);
  return {
    paymentConfirmation: {
      post: {
        operationId: 'paymentConfirmation',
        summary: 'The bank tells that a customer has paid',
        description:
          'The specification names the event and shows nothing of it: the fields come from public documents and may differ. Nothing in it is signed; ask the bank before anything is shipped.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { anyOf: CONFIRMATIONS.map(({ name }) => ({ $ref: refOf(name) })) },
              examples: Object.fromEntries(examples),
            },
          },
        },
        responses: {
          200: {
            description: 'Taken; anything else is sent again',
            content: {
              'application/json': {
                schema: { $ref: refOf('Acknowledgement') },
                example: { resCode: '00', resDesc: 'success', transactionId: 'as it came' },
              },
            },
          },
        },
        'x-payctl-command': 'payctl listen',
      },
    },
  };
}

export function refOf(schema: string): string {
  return `#/components/schemas/${schema}`;
}
