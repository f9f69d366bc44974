import { PayctlError } from '../core/errors.js';

/**
 * Satang of an amount in baht, exactly. Undefined for anything but ASCII digits with at most one
 * point and two decimals; `10.` and `.5` pass, as the standard allows the point without decimals.
 */
export function satangOf(baht: string): bigint | undefined {
  const match = /^([0-9]*)(?:\.([0-9]{0,2}))?$/.exec(baht);
  if (match === null || !/[0-9]/.test(baht)) return undefined;
  const [, whole = '', decimals = ''] = match;
  return BigInt(whole + decimals.padEnd(2, '0'));
}

/** Baht with two decimals. */
export function bahtOf(satang: bigint): string {
  const digits = satang.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * An amount as tag 54 carries it: two decimals, above zero, at most 13 characters.
 * Throws USAGE for anything else: nothing is ever rounded.
 */
export function writeAmount(baht: string): string {
  const satang = /^[0-9]/.test(baht) ? satangOf(baht) : undefined;
  if (satang === undefined || satang === 0n) {
    const message = `the amount ${JSON.stringify(baht)} is not digits above zero with at most two decimals`;
    throw new PayctlError('USAGE', message, { hint: 'write it like 100 or 100.50' });
  }
  const text = bahtOf(satang);
  if (text.length > 13) {
    throw new PayctlError('USAGE', `the amount ${text} has more than 13 characters`);
  }
  return text;
}

/** Whether two amounts are the same money, however they are written. */
export function sameAmount(one: string, other: string): boolean {
  const satang = satangOf(one);
  return satang !== undefined && satang === satangOf(other);
}
