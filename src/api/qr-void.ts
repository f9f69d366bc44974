import * as z from 'zod/mini';
import type { Problem } from '../errors.js';
import { amountText } from './amount-fields.js';
import { fieldAt, lacking } from './check.js';
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
  initiatingPartyId: z.optional(text('id of the party that asks')),
  originalPaymentInformationAndReversal: z.optional(
    z.looseObject({
      originalMessageIdentification: z.optional(
        text('message id of the payment', {
          max: 35,
          flag: '--original-message-identification',
        }),
      ),
      originalCreationDateTime: z.optional(
        channelDateTimeField('when the payment was made', {
          flag: '--original-creation-date-time',
        }),
      ),
      originalInstructionIdentification: z.optional(
        text('instruction id of the payment', {
          max: 35,
          flag: '--original-instruction-identification',
        }),
      ),
      originalEndToEndIdentification: z.optional(
        text('end-to-end id of the payment', {
          max: 35,
          flag: '--original-end-to-end-identification',
          conditional: `for ${ISO_VARIANT}`,
        }),
      ),
      originalInstructedAmount: z.optional(
        z.looseObject({
          transactionAmount: amountText(
            'amount of the payment',
            { digits: 13 },
            { flag: '--amount' },
          ),
          transactionCurrency: z.optional(text('its currency', { max: 3, flag: '--currency' })),
        }),
      ),
    }),
  ),
});

/** The ISO 20022 variant names the payment by its end-to-end id. */
export function checkVoid(input: Fields): Problem[] {
  if (fieldAt(input, 'bp.reversalType') !== ISO_VARIANT) return [];
  return lacking(input, [END_TO_END], ISO_VARIANT);
}
