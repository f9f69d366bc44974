import type { Message } from '../core/message.js';
import { formatAmount } from '../core/money.js';
import { rejectedLines as words } from '../messages/rejected-lines.js';
import type { AmountFormat } from './mapping.js';

/** Digits before the point, as everywhere at this bank: a sum of many stays exact. */
const DIGITS = 13;

/** Regular expressions, because a loop over the digits is faster only once it is compiled. */
const BAHT = new RegExp(`^\\s*[+-]?0*[0-9]{1,${DIGITS}}(?:\\.[0-9]{1,2})?\\s*$`);
const SATANG = new RegExp(`^\\s*[+-]?0*[0-9]{1,${DIGITS + 2}}\\s*$`);

/** Satang of a text, NaN where it is no amount. */
export function parseSatang(text: string, { unit, sign, thousands }: AmountFormat): number {
  let plain = text;
  if (sign !== 'leading' || thousands !== undefined) {
    plain = text.trim();
    const isNegative = sign === 'brackets' && /^\(.*\)$/.test(plain);
    if (isNegative) plain = `-${plain.slice(1, -1)}`;
    else if (sign === 'trailing' && /[+-]$/.test(plain)) {
      if (/^[+-]/.test(plain)) return Number.NaN;
      plain = plain.slice(-1) + plain.slice(0, -1).trimEnd();
    }
    if (thousands !== undefined && plain.includes(thousands)) {
      if (!isGrouped(plain, thousands)) return Number.NaN;
      plain = plain.replaceAll(thousands, '');
    }
  }
  if (unit === 'satang') return SATANG.test(plain) ? Number(plain) : Number.NaN;
  // Exact: with so few digits rounding always finds the right number of satang.
  return BAHT.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}

/** One to three digits, then groups of three. */
function isGrouped(text: string, thousands: string): boolean {
  const whole = (text.split('.', 1)[0] ?? '').replace(/^[+-]/, '');
  const [first = '', ...groups] = whole.split(thousands);
  return first.length >= 1 && first.length <= 3 && groups.every((group) => group.length === 3);
}

/** What is wrong with a text that is no amount, and how a mapping would say it. */
export function amountFault(text: string, rule: AmountFormat): Message {
  if (text === '') return words.empty;
  const looks = { ...rule, unit: 'baht' } as const;
  const read = (more: Partial<AmountFormat>) =>
    !Number.isNaN(parseSatang(text, { ...looks, ...more }));
  if (rule.unit === 'satang' && read({})) return words.pointInSatang;
  if (read({ thousands: ',' })) return words.thousands;
  if (read({ sign: 'trailing' })) return words.signAtEnd;
  if (read({ sign: 'brackets' })) return words.brackets;
  if (/^[+-]?[0-9.]+,[0-9]{1,2}$/.test(text)) return words.decimalComma;
  return /^[+-]?[0-9]+(\.[0-9]+)?$/.test(text) ? words.tooManyDigits(DIGITS) : words.notAmount;
}

export function baht(satang: number | bigint): string {
  return formatAmount(BigInt(satang));
}

/** A count as files have it, in digits alone; undefined where it is none. */
export function wholeNumber(text = ''): number | undefined {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}
