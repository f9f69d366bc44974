import { bangkokDate, DAY_MS, parseDate, parseMoment } from './time.js';

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `30s`, `2m`, `500ms`, `1h`, `+5d`, or a bare number of seconds, in milliseconds; undefined for anything else. */
export function millisecondsOf(text: string): number | undefined {
  const match = /^\+?([0-9]{1,9}(?:\.[0-9]{1,3})?)(ms|s|m|h|d)?$/.exec(text);
  const unit = UNITS[match?.[2] ?? 's'];
  return match && unit !== undefined ? Math.round(Number(match[1]) * unit) : undefined;
}

/** Whether a time limit of one attempt makes sense: above zero, and a day at most. */
export function isTimeLimit(ms: number): boolean {
  return ms > 0 && ms <= 86_400_000;
}

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
