import { millisecondsOf } from './duration.js';
import { bangkokDate, DAY_MS, parseDate, parseMoment } from './time.js';

/**
 * When, as people say it, in Bangkok: `today`, `yesterday`, or so long before or after now,
 * as `-2h` and `+5d`. undefined for all else.
 */
export function readRelative(text: string, now: number): number | undefined {
  if (text === 'today') return parseMoment(bangkokDate(now));
  if (text === 'yesterday') return parseMoment(bangkokDate(now - DAY_MS));
  const [, sign, length = ''] = /^([+-])([0-9.]+[a-z]+)$/.exec(text) ?? [];
  const ms = millisecondsOf(length);
  return ms === undefined ? undefined : now + (sign === '-' ? -ms : ms);
}

/** A moment: said as above, a day (its beginning), an ISO time, or how long ago, as `30s`. */
export function readMoment(text: string, now: number): number | undefined {
  const ago = /^[0-9.]+[a-z]+$/.test(text) ? millisecondsOf(text) : undefined;
  return readRelative(text, now) ?? parseMoment(text) ?? (ago === undefined ? ago : now - ago);
}

/** A day: said as above, or `YYYY-MM-DD`. */
export function readDay(text: string, now: number): string | undefined {
  if (parseDate(text) !== undefined) return text;
  const moment = readRelative(text, now);
  return moment === undefined ? undefined : bangkokDate(moment);
}
