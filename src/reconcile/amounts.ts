import { formatAmount } from '../core/money.js';
import type { AmountRule } from './mapping.js';

/** Digits before the point, as everywhere at this bank: a sum of many stays exact. */
const DIGITS = 13;

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

/** By the engine's own code: a loop over the digits pays only once it is compiled. */
function signed(text: string, { unit }: AmountRule): number {
  if (!(unit === 'baht' ? BAHT : SATANG).test(text)) return Number.NaN;
  const number = Number(text);
  // Of so few digits the nearest whole number is the right one.
  return (unit === 'baht' ? Math.round(number * 100) : number) + 0;
}

const BAHT = new RegExp(`^[+-]?0*[0-9]{1,${DIGITS}}(?:\\.[0-9]{1,2})?$`);
const SATANG = new RegExp(`^[+-]?0*[0-9]{1,${DIGITS + 2}}$`);

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
