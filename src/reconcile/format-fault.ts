import type { Message } from '../core/message.js';
import { mappingMessages as words } from '../messages/mapping.js';
import { rejectedLines } from '../messages/rejected-lines.js';
import { type DateParts, formatParts } from './dates.js';
import type { Mapping } from './mapping.js';

/**
 * Why a format is none; undefined where it is one.
 *
 * @param key under which the mapping has it
 */
export function formatFault(key: string, format: string, isTime: boolean): Message | undefined {
  const parts = formatParts(format);
  const unknown = parts.find(({ part, token }) => part === undefined && /[A-Za-z]/.test(token));
  if (unknown) return words.formatLetters(key, JSON.stringify(unknown.token));
  const twice = parts.find(
    ({ part }, at) => part !== undefined && parts.findIndex((one) => one.part === part) < at,
  );
  if (twice?.part) return words.formatTwice(key, PART_NAMES[twice.part]);
  const wanted: (keyof DateParts)[] = isTime ? ['hour', 'minute'] : ['year', 'month', 'day'];
  const missing = wanted.find((part) => !parts.some((one) => one.part === part));
  return missing === undefined ? undefined : words.formatLacks(key, PART_NAMES[missing]);
}

const PART_NAMES: Readonly<Record<keyof DateParts, Message>> = {
  year: words.year,
  month: words.month,
  day: words.day,
  hour: words.hour,
  minute: words.minute,
  second: words.second,
  zone: words.zonePart,
};

/** What is wrong with a text that is no date, by the format and era of the mapping. */
export function dateFault(text: string, { date: { format, era } }: Mapping): Message {
  if (text === '') return rejectedLines.empty;
  if (format === undefined)
    return era === undefined ? rejectedLines.notIsoDate : rejectedLines.notIsoDateOf(era);
  return era === undefined ? rejectedLines.notDate(format) : rejectedLines.notDateOf(format, era);
}
