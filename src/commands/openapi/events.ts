import * as z from 'zod/mini';
import { scalar, word, words } from '../../bank/answers.js';
import { capitalized } from '../../core/text.js';
import { type JsonSchema, jsonSchema } from './schemas.js';

/** What all confirmations hold. The specification shows none of it: these are public facts. */
const paid = { transactionId: z.string(), amount: scalar, currencyCode: scalar };
const when = words('transactionDateandTime', 'transactionType');

/** A message that the bank sends by itself, by what was paid. */
const CONFIRMATIONS = {
  qr30: z.looseObject({
    ...paid,
    ...when,
    ...words('payeeProxyId', 'payeeProxyType', 'payeeAccountNumber', 'payeeName'),
    ...words('payerProxyId', 'payerProxyType', 'payerAccountNumber', 'payerName'),
    ...words('sendingBankCode', 'receivingBankCode', 'channelCode'),
    ...words('billPaymentRef1', 'billPaymentRef2', 'billPaymentRef3'),
  }),
  card: z.looseObject({
    ...paid,
    ...when,
    ...words('merchantPAN', 'consumerPAN', 'merchantId', 'terminalId', 'qrId', 'invoice', 'note'),
    ...words('traceNo', 'authorizeCode', 'paymentMethod', 'channelCode'),
  }),
  wallet: z.looseObject({
    ...paid,
    ...when,
    ...words('merchantId', 'terminalId', 'qrId', 'companyId'),
    ...words('exchangeRate', 'equivalentAmount', 'equivalentCurrencyCode'),
  }),
} as const;

const ACKNOWLEDGED = z.looseObject({
  resCode: z.literal('00'),
  resDesc: word,
  transactionId: word,
});

/** Schemas of the messages, for `components`. */
export function eventSchemas(): Record<string, JsonSchema> {
  const confirmations = Object.entries(CONFIRMATIONS).map(([kind, schema]) => {
    return [nameOf(kind), jsonSchema(schema)] as const;
  });
  return { ...Object.fromEntries(confirmations), Acknowledgement: jsonSchema(ACKNOWLEDGED) };
}

/** `webhooks` of the document: what the partner's address receives. */
export function webhooks(messages: Readonly<Record<string, object>>): object {
  const kinds = Object.keys(CONFIRMATIONS);
  const examples = kinds.map((kind) => [kind, { value: messages[kind] }] as const);
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
              schema: { anyOf: kinds.map((kind) => ({ $ref: refOf(nameOf(kind)) })) },
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

function nameOf(kind: string): string {
  return `Confirmation${capitalized(kind)}`;
}
