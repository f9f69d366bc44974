import { formatAmount } from '../core/money.js';
import type { AmountRule } from './mapping.js';

/** Digits before the point, as everywhere at this bank: a sum of many stays exact. */
const DIGITS = 13;
const MOST = 10 ** (DIGITS + 2);

/** Satang of a text, NaN where it is no amount. */
export function satangOf(text: string, rule: AmountRule): number {
  const { sign, thousands } = rule;
  if (sign === 'leading' && thousands === undefined) return signed(text, rule);
  let plain = text;
  if (sign === 'brackets' && /^\(.*\)$/.test(text)) plain = `-${text.slice(1, -1)}`;
  else if (sign === 'trailing' && /[+-]$/.test(text)) {
    if (/^[+-]/.test(text)) return Number.NaN;
    plain = text.slice(-1) + text.slice(0, -1).trimEnd();
  }
  if (thousands !== undefined && plain.includes(thousands)) {
    const whole = (plain.split('.', 1)[0] ?? '').replace(/^[+-]/, '');
    const [first = '', ...groups] = whole.split(thousands);
    const regular = first.length >= 1 && first.length <= 3 && groups.every((g) => g.length === 3);
    if (!regular) return Number.NaN;
    plain = plain.replaceAll(thousands, '');
  }
  return signed(plain, rule);
}

function signed(text: string, { unit }: AmountRule): number {
  const first = text.charCodeAt(0);
  if (first === MINUS) return -unsigned(text, 1, unit) + 0;
  return unsigned(text, first === PLUS ? 1 : 0, unit);
}

const [MINUS, PLUS, POINT, ZERO] = [0x2d, 0x2b, 0x2e, 0x30];

function unsigned(text: string, start: number, unit: AmountRule['unit']): number {
  let satang = 0;
  let at = start;
  for (; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) break;
    satang = satang * 10 + digit;
    if (satang >= MOST) return Number.NaN;
  }
  if (at === start) return Number.NaN;
  if (unit === 'satang') return at === text.length ? satang : Number.NaN;
  satang *= 100;
  if (at < text.length) {
    const decimals = text.length - at - 1;
    const tens = text.charCodeAt(at + 1) - ZERO;
    const ones = decimals === 2 ? text.charCodeAt(at + 2) - ZERO : 0;
    const isDecimal = text.charCodeAt(at) === POINT && (decimals === 1 || decimals === 2);
    if (!isDecimal || tens < 0 || tens > 9 || ones < 0 || ones > 9) return Number.NaN;
    satang += tens * 10 + ones;
  }
  return satang < MOST ? satang : Number.NaN;
}

/** What is wrong with a text that is no amount, and how a mapping would say it. */
export function amountFault(text: string, rule: AmountRule): string {
  if (text === '') return 'is empty';
  const looks = { ...rule, unit: 'baht' } as const;
  const read = (more: Partial<AmountRule>) => !Number.isNaN(satangOf(text, { ...looks, ...more }));
  const mapped = (setting: string) => `; if it is right, a mapping says amount: { ${setting} }`;
  if (rule.unit === 'satang' && read({})) return 'has a point, but the mapping says satang';
  if (read({ thousands: ',' })) return `has thousands${mapped('thousands: ","')}`;
  if (read({ sign: 'trailing' })) return `has its sign at the end${mapped('sign: trailing')}`;
  if (read({ sign: 'brackets' })) return `stands in brackets${mapped('sign: brackets')}`;
  if (/^[+-]?[0-9]+(\.[0-9]+)?$/.test(text)) {
    return `is not an amount: at most ${DIGITS} digits and two decimals`;
  }
  return 'is not an amount: use digits with at most two decimals, for example 100.00';
}

export function baht(satang: number): string {
  return formatAmount(BigInt(satang));
}
