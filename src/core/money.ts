import { field } from '../messages/bank.js';
import type { Message } from './message.js';

/** Exact baht: decimal text outside, satang (1/100 baht) as bigint inside. Never a binary float. */

/**
 * With a limit of digits, because a hundred thousand of them, in a message from anybody, would take
 * seconds.
 */
const DECIMAL = /^([0-9]{1,30})(?:\.([0-9]{1,2}))?$/;

/** The limits of an amount in its table of the specification. */
export interface AmountRule {
  /** Digits before the point: 13 for (13,2). */
  digits?: number;
  /** Characters of the whole text, the point included. */
  characters?: number;
}

/** Satang of `100`, `100.5` or `100.00` (zero included); undefined for any other text. */
export function parseAmount(text: string): bigint | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  return BigInt(whole + fraction.padEnd(2, '0'));
}

/** `100.00`, with a minus where the sum is below zero. */
export function formatAmount(satang: bigint): string {
  const sign = satang < 0n ? '-' : '';
  const digits = (satang < 0n ? -satang : satang).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Why the bank does not take this text as an amount; undefined where it does. */
export function amountProblem(text: string, rule: AmountRule = {}): Message | undefined {
  const satang = parseAmount(text);
  if (satang === undefined) return field.notAmount;
  const { characters, digits } = rule;
  if (characters !== undefined && text.length > characters) {
    return field.amountTooLong(text.length, characters);
  }
  const whole = text.split('.', 1).join('');
  if (digits !== undefined && whole.length > digits) {
    return field.amountTooLarge(whole.length, digits);
  }
  return satang === 0n ? field.amountZero : undefined;
}

/** -1, 0 or 1, as for sorting; undefined where either is not an amount. `100` equals `100.00`. */
export function compareAmounts(a: string, b: string): number | undefined {
  const left = parseAmount(a);
  const right = parseAmount(b);
  if (left === undefined || right === undefined) return undefined;
  return left === right ? 0 : left < right ? -1 : 1;
}
