import type { Host } from '../host/host.js';

/**
 * Bangkok time as UTC seven hours later: Thailand is at +07:00 all year, so no time-zone data and no
 * `TZ` of the machine can change what goes on the wire. Moments are milliseconds since the epoch,
 * dates are days since 1970-01-01.
 */

export const DAY_MS = 86_400_000;
const OFFSET_MS = 7 * 3_600_000;
/** The first and last moment that a Date can hold, from the epoch. */
const FARTHEST_MS = 8.64e15;

const THAI_MONTHS = [
  ...['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.'],
  ...['ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.'],
];

/** Replaces each `2019-06-01` in a text by the Thai date, with the Buddhist year: `1 มิ.ย. 2562`. */
export function thaiDates(text: string): string {
  return text.replace(
    /(?<![0-9A-Za-z-])(20[0-9]{2})-(0[1-9]|1[0-2])-([0-9]{2})(?![0-9-])/g,
    (_, year: string, month: string, day: string) =>
      `${Number(day)} ${THAI_MONTHS[Number(month) - 1]} ${Number(year) + 543}`,
  );
}

/** `2019-06-01T09:00:00.000+07:00`, the 29 characters of channelDateTime. */
export function channelDateTime(now: number): string {
  return `${toIso(now + OFFSET_MS).slice(0, 23)}+07:00`;
}

/** `2019-06-01`. */
export function bangkokDate(now: number): string {
  return toIso(now + OFFSET_MS).slice(0, 10);
}

/** `2019-06-01 09:00:00`, the form of expiryDate. */
export function bangkokDateTime(now: number): string {
  return toIso(now + OFFSET_MS)
    .slice(0, 19)
    .replace('T', ' ');
}

/** An ISO 8601 moment with its offset as people read it, `2019-06-01 09:00:00`; undefined for anything else. */
export function toBangkokTime(text: string): string | undefined {
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
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return undefined;
  const moment = Date.parse(`${text}T00:00:00Z`);
  // 31 April may come back as 1 May.
  const isSameDay = new Date(moment).getUTCDate() === Number(text.slice(8));
  return isSameDay ? moment / DAY_MS : undefined;
}

/** The moment of an ISO 8601 date or time, in Bangkok where it has no offset; undefined for anything else. */
export function parseMoment(text: string): number | undefined {
  const [, date = '', time = 'T00:00', zone = '+07:00'] =
    /^([0-9]{4}-[0-9]{2}-[0-9]{2})(T[0-9:.]+)?(Z|[+-][0-9]{2}:[0-9]{2})?$/.exec(text) ?? [];
  const moment = parseDate(date) === undefined ? Number.NaN : Date.parse(date + time + zone);
  return Number.isFinite(moment) ? moment : undefined;
}

/** `YYYY-MM-DD` of a day number. */
export function formatDate(day: number): string {
  return toIso(day * DAY_MS).slice(0, 10);
}

/** The first and last day of a range around a `YYYY-MM-DD`, by days before and after. */
export function daysAround(
  date: string,
  before: number,
  after: number,
): [from: string, to: string] {
  const day = parseDate(date) ?? 0;
  return [formatDate(day - before), formatDate(day + after)];
}

const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';
const BANGKOK_DATE_TIME = new RegExp(`^[0-9-]{10} ${TIME}$`);
const CHANNEL_DATE_TIME = new RegExp(
  `^[0-9-]{10}T${TIME}\\.[0-9]{3}[+-](?:0[0-9]|1[0-4]):[0-5][0-9]$`,
);

/** Moment of a calendar-valid `YYYY-MM-DD HH:MM:SS` in Bangkok. */
export function parseBangkokDateTime(text: string): number | undefined {
  return BANGKOK_DATE_TIME.test(text) ? parseMoment(text.replace(' ', 'T')) : undefined;
}

/** Moment of a calendar-valid `yyyyMMddHHmmss` in Bangkok. */
export function parseCompactDateTime(text: string): number | undefined {
  const [, year, month, day, ...time] =
    /^([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})$/.exec(text) ?? [];
  return parseBangkokDateTime(`${year}-${month}-${day} ${time.join(':')}`);
}

/** Moment of the 29-character form with any offset; undefined where it is not calendar-valid. */
export function parseChannelDateTime(text: string): number | undefined {
  return CHANNEL_DATE_TIME.test(text) ? parseMoment(text) : undefined;
}

/** Hour of the day in Bangkok, 0 to 23. */
export function bangkokHour(now: number): number {
  return Number(bangkokDateTime(now).slice(11, 13));
}

/** `2019-06-01T09:00:00.000Z`; beyond four-digit years the result is no such date. */
function toIso(moment: number): string {
  if (Number.isNaN(moment)) return '';
  return new Date(Math.max(-FARTHEST_MS, Math.min(FARTHEST_MS, Math.floor(moment)))).toISOString();
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
};

/**
 * `30s`, `2m`, `500ms`, `1h`, `+5d`, or a bare number of seconds, in milliseconds; undefined for
 * anything else.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^\+?([0-9]{1,9}(?:\.[0-9]{1,3})?)(ms|s|m|h|d)?$/.exec(text);
  const unit = UNITS[match?.[2] ?? 's'];
  return match && unit !== undefined ? Math.round(Number(match[1]) * unit) : undefined;
}

/** Whether a number of milliseconds can be a time limit: above zero, and a day at most. */
export function isTimeLimit(ms: number): boolean {
  return ms > 0 && ms <= DAY_MS;
}

/**
 * A relative moment in Bangkok time: `today` and `yesterday` (their beginning), or a distance from
 * now, e.g. `-2h` or `+5d`. undefined for anything else.
 */
export function readRelative(text: string, now: number): number | undefined {
  if (text === 'today') return parseMoment(bangkokDate(now));
  if (text === 'yesterday') return parseMoment(bangkokDate(now - DAY_MS));
  const [, sign, length = ''] = /^([+-])([0-9.]+[a-z]+)$/.exec(text) ?? [];
  const ms = parseDuration(length);
  const moment = ms === undefined ? Number.NaN : now + (sign === '-' ? -ms : ms);
  return FIRST_MOMENT <= moment && moment <= LAST_MOMENT ? moment : undefined;
}

/** Dates before and after these are not written with a year of four digits. */
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00+07:00');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999+07:00');

/** A moment as people give it: relative, a day (its beginning), an ISO 8601 time, or how long ago (`30s`). */
export function readMoment(text: string, now: number): number | undefined {
  const ago = /^[0-9.]+[a-z]+$/.test(text) ? parseDuration(text) : undefined;
  return readRelative(text, now) ?? parseMoment(text) ?? (ago === undefined ? ago : now - ago);
}

/** A day as people give it, relative or `YYYY-MM-DD`; as `YYYY-MM-DD`. */
export function readDay(text: string, now: number): string | undefined {
  if (parseDate(text) !== undefined) return text;
  const moment = readRelative(text, now);
  return moment === undefined ? undefined : bangkokDate(moment);
}

type Clocks = Pick<Host, 'clock' | 'process'>;

/** Clocks that differ by more contradict one another. */
const TOLERANCE_MS = 2_000;

/**
 * A stopwatch in milliseconds, by the clock that shows the most: one counts sleep, another cannot be
 * set. undefined where the clocks contradict one another, because one was set or the machine slept.
 */
export function elapsed(host: Clocks): () => number | undefined {
  const read = stopwatches(host);
  return () => {
    const passed = read();
    const most = Math.max(...passed);
    return most - Math.min(...passed) > TOLERANCE_MS ? undefined : most;
  };
}

/** The same where the most counts, whatever the other clocks show: no clock that is set back prolongs it. */
export function longestElapsed(host: Clocks): () => number {
  const read = stopwatches(host);
  return () => Math.max(...read());
}

function stopwatches(host: Clocks): () => number[] {
  const clocks = [
    () => host.process.uptime(),
    () => host.clock.now(),
    () => host.process.sinceBoot(),
  ];
  const begun = clocks.map((read) => read());
  return () =>
    clocks.flatMap((read, index) => {
      const [then, now] = [begun[index], read()];
      return then === undefined || now === undefined ? [] : [now - then];
    });
}
