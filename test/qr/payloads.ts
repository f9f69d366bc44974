import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Vector = z.object({
  id: z.string(),
  kind: z.string(),
  payload: z.string(),
  crcValid: z.boolean(),
});
const file = new URL('../vectors/qr-payloads.json', import.meta.url);

/** Payloads seen in public, and synthetic ones: `valid`, `negative`, `synthetic`. */
export const vectors = z
  .object({ valid: z.array(Vector), negative: z.array(Vector), synthetic: z.array(Vector) })
  .parse(JSON.parse(readFileSync(file, 'utf8')));

export const goodVectors = [...vectors.valid, ...vectors.synthetic];
