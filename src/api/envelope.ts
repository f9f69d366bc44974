import * as z from 'zod';

/** The code is an integer, a string on the merchant profile; `details` comes there only. */
export const Status = z.looseObject({
  code: z.union([z.number(), z.string()]),
  description: z.string().nullish(),
  details: z.unknown().optional(),
});

/** "Common response envelope", as plain values; `qrcode/cancel` answers without data. */
export const Envelope = z.looseObject({ status: Status, data: z.unknown().optional() });
