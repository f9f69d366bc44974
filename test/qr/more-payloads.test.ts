import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { decode } from '../../src/qr/decode.js';
import { isPaymentTemplate } from '../../src/qr/tags.js';
import { readThaiQr, writeThaiQr } from '../../src/qr/thai-qr.js';
import { parseTlv } from '../../src/qr/tlv.js';
import { joinFields } from '../fixtures/qr.js';

/** Written by an encoder of its own (Python), each with the verdict that the standards give it. */
const payloads = z
  .array(
    z.object({
      name: z.string(),
      kind: z.string(),
      errors: z.array(z.string()),
      payload: z.string(),
    }),
  )
  .parse(
    JSON.parse(readFileSync(new URL('../vectors/more-payloads.json', import.meta.url), 'utf8')),
  );

test.each(payloads)('$name: $kind, errors $errors', ({ payload, kind, errors }) => {
  const decoded = decode(payload);
  expect(decoded.kind).toBe(kind);
  expect(decoded.errors.map(({ code, path }) => `${code} ${path}`)).toEqual(errors);
});

const good = payloads.filter(
  ({ errors, kind }) => errors.length === 0 && !/slip|barcode/.test(kind),
);

test.each(good)('$name is written again as it was read', ({ payload }) => {
  const text = payload.replace(/^\uFEFF/, '').trim();
  expect(joinFields(parseTlv(text, isPaymentTemplate).fields)).toBe(text);
  const meant = readThaiQr(text);
  // Reading is more patient than writing.
  if (meant.amount === '.5' || meant.amount === '0.00') return;
  expect(decode(writeThaiQr(meant)).errors).toEqual([]);
});
