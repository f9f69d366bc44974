import * as z from 'zod';
import { at, type Json, textOf } from '../json.js';

/**
 * Building blocks of answers: unknown fields pass, absent and null ones too, so that an answer is
 * refused only where it contradicts its table. They judge plain values.
 */
export const word = z.string().nullish();
export const words = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, word]));
/** Amounts and codes come as text or as numbers, whatever the table says. */
export const scalar = z.union([z.string(), z.number()]).nullish();
export const money = z.looseObject({ amount: scalar, currency: word }).nullish();

/** Text at a path of an answer; undefined where it is absent or empty. */
export function textAt(data: Json, path: string): string | undefined {
  return textOf(at(data, path)) || undefined;
}
