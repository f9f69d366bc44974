import { isLosslessNumber, type Json } from '../core/json.js';

const ENDS = /^[\x21-\x7e](.*[\x21-\x7e])?$/s;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

/**
 * Why a value cannot name a charge: the bank may read it as another one, and two charges would be
 * made of one. undefined also where none is given.
 */
export function nameProblem(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (isLosslessNumber(value)) {
    return /^(0|[1-9]\d*)$/.test(value.toString())
      ? undefined
      : 'is a number that has two spellings';
  }
  if (typeof value !== 'string') return 'is not text';
  if (INVISIBLE.test(value)) return 'has an invisible character';
  if (ENDS.test(value)) return undefined;
  return 'begins or ends with a blank or a character that is not ASCII';
}
