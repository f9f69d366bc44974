import { millisecondsOf } from './duration.js';
import { bangkokDate, DAY_MS, parseDate, parseMoment } from './time.js';

/**
 * A relative moment in Bangkok time: `today` and `yesterday` (their beginning), or a distance from
 * now, e.g. `-2h` or `+5d`. undefined for anything else.
 */
export function readRelative(text: string, now: number): number | undefined {
  if (text === 'today') return parseMoment(bangkokDate(now));
  if (text === 'yesterday') return parseMoment(bangkokDate(now - DAY_MS));
  const [, sign, length = ''] = /^([+-])([0-9.]+[a-z]+)$/.exec(text) ?? [];
  const ms = millisecondsOf(length);
  return ms === undefined ? undefined : now + (sign === '-' ? -ms : ms);
}

/** A moment: a relative one, a day (its beginning), an ISO time, or how long ago, e.g. `30s`. */
export function readMoment(text: string, now: number): number | undefined {
  const ago = /^[0-9.]+[a-z]+$/.test(text) ? millisecondsOf(text) : undefined;
  return readRelative(text, now) ?? parseMoment(text) ?? (ago === undefined ? ago : now - ago);
}

/** A day: a relative one, or `YYYY-MM-DD`. */
export function readDay(text: string, now: number): string | undefined {
  if (parseDate(text) !== undefined) return text;
  const moment = readRelative(text, now);
  return moment === undefined ? undefined : bangkokDate(moment);
}
