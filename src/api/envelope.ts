import * as z from 'zod';

/**
 * "Common response envelope", as plain values. The code is an integer, a string on the merchant
 * profile; `details` comes on the merchant profile only; `qrcode/cancel` answers without data.
 */
export const Envelope = z.looseObject({
  status: z.looseObject({
    code: z.union([z.number(), z.string()]),
    description: z.string().nullish(),
    details: z.unknown().optional(),
  }),
  data: z.unknown().optional(),
});

export type Envelope = z.infer<typeof Envelope>;
