import { arabicDigits } from './text.js';
import { formatDate, parseDate, parseMoment, readDay, readMoment } from './time.js';

/**
 * Amounts and days as people type or paste them, for commands and pages that look for something.
 * Where money moves only the plain spelling is taken, so that no two readers can differ about it.
 */

const MARK = '(?:฿|THB|baht|บาท)';
const AMOUNT = new RegExp(
  `^(?:${MARK}\\s*)?((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,13})(?:\\.[0-9]{1,2})?)(?:\\s*${MARK})?$`,
  'i',
);

/** `1250.00` of `1,250.00`, `฿1250.00` or `1,250.00 บาท`; undefined for anything else. */
export function typedAmount(text: string): string | undefined {
  return AMOUNT.exec(arabicDigits(text).trim())?.[1]?.replaceAll(',', '');
}

/** So many digits without anything else are a reference. */
const DIGITS_OF_REFERENCE = /^[0-9]{7,}$/;

/** As `typedAmount`, of a text that may be a reference as well. */
export function likelyAmount(text: string): string | undefined {
  return DIGITS_OF_REFERENCE.test(text.trim()) ? undefined : typedAmount(text);
}

/** Years of the Buddhist era begin so many earlier; no Gregorian year that people type is as high. */
const BUDDHIST_YEARS = 543;
const FIRST_BUDDHIST = 2400;

/** `YYYY-MM-DD` of `22/11/2026`, `22/11/2569`, `2569-11-22`, `today` or `-2h`; undefined for anything else. */
export function typedDay(text: string, now: number): string | undefined {
  const typed = arabicDigits(text).trim().toLowerCase();
  return writtenDay(typed) ?? readDay(typed, now);
}

/** As `typedDay`, the beginning of that day; or a moment as `readMoment` takes it. */
export function typedMoment(text: string, now: number): number | undefined {
  const typed = arabicDigits(text).trim();
  const day = writtenDay(typed);
  return day === undefined ? readMoment(typed, now) : parseMoment(day);
}

/** With slashes the day comes first, as in Thailand and most of the world. */
function writtenDay(text: string): string | undefined {
  const [, day, month, year] = /^([0-9]{1,2})\/([0-9]{1,2})\/([0-9]{4})$/.exec(text) ?? [];
  const [, first, second, third] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? [];
  const [y, m, d] = [Number(year ?? first), month ?? second, day ?? third];
  if (!y || m === undefined || d === undefined) return undefined;
  const gregorian = y >= FIRST_BUDDHIST ? y - BUDDHIST_YEARS : y;
  const number = parseDate(`${gregorian}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`);
  return number === undefined ? undefined : formatDate(number);
}
