import * as z from 'zod/mini';
import { scalar, word, words } from './answers.js';

/** Of the merchant profile alone: what the service behind it said. */
const Details = z.looseObject({
  ...words('reason', 'source'),
  http_code: scalar,
  response: z.optional(z.unknown()),
  status: z.nullish(z.looseObject({ code: scalar, description: word })),
});

/** The code is an integer, a string on the merchant profile; `details` comes there only. */
export const Status = z.looseObject({
  code: z.union([z.number(), z.string()]),
  description: z.nullish(z.string()),
  details: z.nullish(Details),
});

/** "Common response envelope", as plain values; `qrcode/cancel` answers without data. */
export const Envelope = z.looseObject({ status: Status, data: z.optional(z.unknown()) });
