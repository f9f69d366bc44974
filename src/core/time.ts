/**
 * Bangkok time by plain arithmetic: Thailand is at +07:00 all year, so no time-zone data and no
 * `TZ` of the machine can change what goes on the wire. Moments are milliseconds since the epoch,
 * dates are days since 1970-01-01.
 */

export const DAY_MS = 86_400_000;
const OFFSET_MS = 7 * 3_600_000;

interface Civil {
  year: number;
  month: number;
  day: number;
}

/** `2019-06-01T09:00:00.000+07:00`, the 29 characters of channelDateTime. */
export function channelDateTime(now: number): string {
  const { date, time, ms } = clockOf(now);
  return `${date}T${time}.${pad(ms, 3)}+07:00`;
}

/** `2019-06-01`. */
export function bangkokDate(now: number): string {
  return clockOf(now).date;
}

/** `2019-06-01 09:00:00`, the form of expiryDate. */
export function bangkokDateTime(now: number): string {
  const { date, time } = clockOf(now);
  return `${date} ${time}`;
}

/** An ISO 8601 moment with its offset as people read it, `2019-06-01 09:00:00`; undefined for anything else. */
export function bangkokTimeOf(text: string): string | undefined {
  const [, moment, zone] =
    /^([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?)(Z|[+-][0-9]{2}:?[0-9]{2})$/.exec(
      text,
    ) ?? [];
  const now = Date.parse(`${moment}${zone?.replace(/([0-9]{2})([0-9]{2})$/, '$1:$2')}`);
  return Number.isFinite(now) ? bangkokDateTime(now) : undefined;
}

/** `20190601090000` (yyyyMMddHHmmss). */
export function compactDateTime(now: number): string {
  return bangkokDateTime(now).replace(/[^0-9]/g, '');
}

/** Day number of a calendar-valid `YYYY-MM-DD`; undefined for anything else. */
export function parseDate(text: string): number | undefined {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  return match === null ? undefined : dayOf(match[1], match[2], match[3]);
}

/** Moment of an ISO date or time as people type it; in Bangkok where it has no zone. */
export function parseMoment(text: string): number | undefined {
  const [, date = '', time = 'T00:00', zone = '+07:00'] =
    /^([0-9]{4}-[0-9]{2}-[0-9]{2})(T[0-9:.]+)?(Z|[+-][0-9]{2}:[0-9]{2})?$/.exec(text) ?? [];
  const moment = parseDate(date) === undefined ? Number.NaN : Date.parse(date + time + zone);
  return Number.isFinite(moment) ? moment : undefined;
}

/** `YYYY-MM-DD` of a day number. */
export function formatDate(day: number): string {
  const { year, month, day: dayOfMonth } = civilOf(day);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}`;
}

/** First and last day of a range around a `YYYY-MM-DD`. */
export function daysAround(
  date: string,
  before: number,
  after: number,
): [from: string, to: string] {
  const day = parseDate(date) ?? 0;
  return [formatDate(day - before), formatDate(day + after)];
}

/** Moment of a calendar-valid `YYYY-MM-DD HH:MM:SS` in Bangkok. */
export function parseBangkokDateTime(text: string): number | undefined {
  const match = /^([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9]{2}):([0-9]{2}):([0-9]{2})$/.exec(text);
  return match === null
    ? undefined
    : momentOf(match[1], match[2], match[3], match[4], '0', OFFSET_MS);
}

/** Moment of a calendar-valid `yyyyMMddHHmmss` in Bangkok. */
export function parseCompactDateTime(text: string): number | undefined {
  const parts = /^([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})$/.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  return parseBangkokDateTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`);
}

/** Moment of the 29-character form with any offset; undefined where it is not calendar-valid. */
export function parseChannelDateTime(text: string): number | undefined {
  const match =
    /^([0-9-]{10})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})([+-])([0-9]{2}):([0-9]{2})$/.exec(
      text,
    );
  if (match === null) return undefined;
  const [, date, hour, minute, second, ms, sign, offsetHour, offsetMinute] = match;
  if (Number(offsetHour) > 14 || Number(offsetMinute) > 59) return undefined;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000;
  return momentOf(date, hour, minute, second, ms, sign === '-' ? -offset : offset);
}

/** Hour of the day in Bangkok, 0 to 23. */
export function bangkokHour(now: number): number {
  return Math.floor(modulo(now + OFFSET_MS, DAY_MS) / 3_600_000);
}

function momentOf(
  date = '',
  hour = '',
  minute = '',
  second = '',
  ms = '',
  offset = 0,
): number | undefined {
  const day = parseDate(date);
  if (day === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return day * DAY_MS + seconds * 1000 + Number(ms) - offset;
}

function clockOf(now: number): { date: string; time: string; ms: number } {
  const local = Math.floor(now) + OFFSET_MS;
  const ofDay = modulo(local, DAY_MS);
  const seconds = Math.floor(ofDay / 1000);
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => pad(part, 2))
    .join(':');
  return { date: formatDate(Math.floor(local / DAY_MS)), time, ms: ofDay % 1000 };
}

function dayOf(year = '', month = '', day = ''): number | undefined {
  const civil = { year: Number(year), month: Number(month), day: Number(day) };
  if (civil.month < 1 || civil.month > 12 || civil.day < 1) return undefined;
  const number = daysFromCivil(civil);
  // 31 April would come back as 1 May.
  return civilOf(number).day === civil.day ? number : undefined;
}

/** Days since 1970-01-01 of the proleptic Gregorian calendar, counted in years that begin in March. */
function daysFromCivil({ year, month, day }: Civil): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leaps = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * 146_097 + yearOfEra * 365 + leaps + dayOfYear - 719_468;
}

function civilOf(days: number): Civil {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const correction =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - correction) / 365);
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function modulo(value: number, base: number): number {
  return ((value % base) + base) % base;
}
