import * as z from 'zod/mini';

/** The code is an integer, a string on the merchant profile; `details` comes there only. */
export const Status = z.looseObject({
  code: z.union([z.number(), z.string()]),
  description: z.nullish(z.string()),
  details: z.optional(z.unknown()),
});

/** "Common response envelope", as plain values; `qrcode/cancel` answers without data. */
export const Envelope = z.looseObject({ status: Status, data: z.optional(z.unknown()) });
