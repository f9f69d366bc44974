import * as z from 'zod';
import type { Problem } from '../errors.js';
import { amountText } from './amount-fields.js';
import { fieldAt } from './check.js';
import { text } from './fields.js';
import type { Fields } from './operation.js';
import { channelDateTimeField } from './time-fields.js';

const ISO_VARIANT = 'ISO20022_CANCELLATION_REQUEST';
const END_TO_END = 'originalPaymentInformationAndReversal.originalEndToEndIdentification';

/** Public fields of qrcode/void. */
export const voidInput = z.looseObject({
  channelDateTime: channelDateTimeField('when the void is asked for'),
  bp: z.looseObject({
    reversalType: text('kind of reversal', {
      flag: '--reversal-type',
      known: ['CANCELLATION_REQUEST', 'REFUND_REQUEST', ISO_VARIANT],
    }),
    bpReference: text('reference of the payment at the payment hub', { flag: '--bp-reference' }),
  }),
  initiatingPartyId: text('id of the party that asks').optional(),
  originalPaymentInformationAndReversal: z
    .looseObject({
      originalMessageIdentification: text('message id of the payment', {
        max: 35,
        flag: '--original-message-identification',
      }).optional(),
      originalCreationDateTime: channelDateTimeField('when the payment was made', {
        flag: '--original-creation-date-time',
      }).optional(),
      originalInstructionIdentification: text('instruction id of the payment', {
        max: 35,
        flag: '--original-instruction-identification',
      }).optional(),
      originalEndToEndIdentification: text('end-to-end id of the payment', {
        max: 35,
        flag: '--original-end-to-end-identification',
        conditional: `for ${ISO_VARIANT}`,
      }).optional(),
      originalInstructedAmount: z
        .looseObject({
          transactionAmount: amountText(
            'amount of the payment',
            { digits: 13 },
            { flag: '--amount' },
          ),
          transactionCurrency: text('its currency', { max: 3, flag: '--currency' }).optional(),
        })
        .optional(),
    })
    .optional(),
});

export function checkVoid(input: Fields): Problem[] {
  if (fieldAt(input, 'bp.reversalType') !== ISO_VARIANT) return [];
  if (fieldAt(input, END_TO_END) !== undefined) return [];
  return [{ field: END_TO_END, message: `is missing; ${ISO_VARIANT} needs it` }];
}
