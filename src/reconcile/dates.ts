import { parseDate } from '../core/time.js';
import { NO_TIME } from './columns.js';
import { BANGKOK_MINUTES, type DateRule } from './mapping.js';

const DAY = 86_400;
/** Entries of a cache. */
const MOST_CACHED = 4096;

/** Reads the moment of a line; `date` and `time` hold it until the next one is read. */
export class DateReader {
  date = 0;
  time = NO_TIME;
  readonly #rule: DateRule;
  readonly #date: Format | undefined;
  readonly #time: Format | undefined;
  /** Days by their text: a file has few of them. */
  readonly #days = new Map<string, number>();
  /** Seconds to add, by the text that follows hour and minute: second and zone. */
  readonly #rests = new Map<string, number>();

  constructor(rule: DateRule, timeFormat: string | undefined) {
    this.#rule = rule;
    this.#date = rule.format === undefined ? undefined : compileFormat(rule.format);
    this.#time = timeFormat === undefined ? undefined : compileFormat(timeFormat, true);
  }

  /** Whether it is a date, with or without a time. */
  readDate(text: string): boolean {
    this.time = NO_TIME;
    if (text.length > ISO_DAY && this.#date === undefined) return this.#readMoment(text);
    const day = this.#days.get(text);
    if (day === undefined) return this.#readNew(text);
    this.date = day;
    return true;
  }

  /** Whether it is a time of the day; it joins the date that was read. */
  readTime(text: string): boolean {
    if (this.#time) return this.#readClock(this.#time.exec(plainDigits(text)));
    const seconds = parseClock(text, this.#rests, this.#rule.zone);
    if (!(seconds >= 0 && seconds < DAY)) return this.#carry(this.date, seconds);
    this.time = seconds;
    return true;
  }

  /** A day, `T` or a space, and a time. */
  #readMoment(text: string): boolean {
    const day = this.#days.get(text.slice(0, ISO_DAY));
    const between = text.charCodeAt(ISO_DAY);
    if (day === undefined || (between !== SPACE && between !== T)) return this.#readNew(text);
    const seconds = parseClock(text.slice(ISO_DAY + 1), this.#rests, this.#rule.zone);
    if (!(seconds >= 0 && seconds < DAY)) return this.#readNew(text);
    this.date = day;
    this.time = seconds;
    return true;
  }

  /** In another zone it may be another day. */
  #carry(day: number, seconds: number): boolean {
    if (Number.isNaN(seconds)) return false;
    const days = Math.floor(seconds / DAY);
    this.date = day + days;
    this.time = seconds - days * DAY;
    return true;
  }

  #readNew(given: string): boolean {
    const text = plainDigits(given);
    if (this.#date) return this.#formatted(text, this.#date, given);
    if (text.length <= ISO_DAY) return this.#remember(given, this.#isoDay(text));
    const day = text.slice(0, ISO_DAY);
    if (!/^[T ]/.test(text.slice(ISO_DAY)) || !this.#remember(day, this.#isoDay(day))) return false;
    return this.#carry(
      this.date,
      parseClock(text.slice(ISO_DAY + 1), this.#rests, this.#rule.zone),
    );
  }

  #isoDay(text: string): number | undefined {
    const { era } = this.#rule;
    const year = christianYear(text.slice(0, 4), era);
    return era === undefined || isLikely(year) ? parseDate(`${year}${text.slice(4)}`) : undefined;
  }

  #formatted(text: string, format: Format, given: string): boolean {
    const parts = format.exec(text);
    const day = this.#readDay(parts);
    if (!format.hasTime) return this.#remember(given, day);
    if (day === undefined) return false;
    this.date = day;
    return this.#readClock(parts);
  }

  #readDay(parts: DateParts | undefined): number | undefined {
    if (parts === undefined) return undefined;
    const { year = '', month = '', day = '' } = parts;
    const number = christianYear(year, this.#rule.era);
    const parsed = parseDate(`${number}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
    return isLikely(number) ? parsed : undefined;
  }

  #remember(text: string, day: number | undefined): boolean {
    if (day === undefined) return false;
    remember(this.#days, text, day);
    this.date = day;
    return true;
  }

  #readClock(parts: DateParts | undefined): boolean {
    return this.#carry(this.date, toSeconds(parts, this.#rule.zone));
  }
}

/** Of `YYYY-MM-DD`. */
const ISO_DAY = 10;
const SPACE = 0x20;
const T = 0x54;

const CLOCK =
  /^(?<hour>[0-9]{2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:[.,][0-9]{1,9})?)?(?: ?(?<zone>Z|[+-][0-9]{2}:?[0-9]{2}))?$/;

/** Seconds by `HH:MM`. */
const MINUTES = new Map<string, number>();
for (let minute = 0; minute < 24 * 60; minute++) {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  MINUTES.set(`${hours < 10 ? 0 : ''}${hours}:${minutes < 10 ? 0 : ''}${minutes}`, minute * 60);
}

/**
 * Seconds of the day in Bangkok, outside it where it is another day there; NaN where it is no time.
 *
 * @param rests caches the seconds to add by the text that follows hour and minute
 */
function parseClock(text: string, rests: Map<string, number>, zone: number): number {
  const minute = MINUTES.get(text.slice(0, 5));
  const rest = rests.get(text.slice(5));
  if (minute !== undefined && rest !== undefined) return minute + rest;
  const plain = plainDigits(text);
  const seconds = toSeconds(CLOCK.exec(plain)?.groups, zone);
  const start = MINUTES.get(plain.slice(0, 5)) ?? 0;
  if (!Number.isNaN(seconds)) remember(rests, plain.slice(5), seconds - start);
  return seconds;
}

function remember(cache: Map<string, number>, text: string, number: number): void {
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(text, number);
}

/** Of the day in Bangkok; NaN where there is no such time. */
function toSeconds(parts: DateParts = {}, fileZone: number): number {
  const { hour = '', minute = '', second = '0', zone } = parts;
  const h = Number(hour);
  const m = Number(minute);
  const s = Number(second);
  const minutes = zone ? zoneMinutes(zone) : fileZone;
  const isTime = hour !== '' && minute !== '' && h < 24 && m < 60 && s < 60;
  if (!isTime || minutes === undefined) return Number.NaN;
  return h * 3600 + (m + BANGKOK_MINUTES - minutes) * 60 + s;
}

const BUDDHIST_FROM = 2400;

/** Another one comes of a mapping that names the wrong era or format. */
function isLikely(year: number): boolean {
  return year >= 1950 && year <= 2200;
}

function christianYear(text: string, era: DateRule['era']): number {
  const year = Number(text);
  if (text.length === 2) return era === 'buddhist' ? 2500 + year - 543 : 2000 + year;
  const isBuddhist = era === 'buddhist' || (era === undefined && year >= BUDDHIST_FROM);
  return isBuddhist ? year - 543 : year;
}

/** Minutes of `Z`, `UTC`, `+07:00` or `Asia/Bangkok`; undefined for anything else. */
export function zoneMinutes(text: string): number | undefined {
  if (text === 'Z' || text === 'UTC') return 0;
  if (text === 'Asia/Bangkok') return BANGKOK_MINUTES;
  const [, sign, hours = '', minutes = ''] = /^([+-])([0-9]{2}):?([0-9]{2})$/.exec(text) ?? [];
  if (sign === undefined || Number(hours) > 14 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Seconds of `22:00`, up to `24:00`; undefined for anything else. */
export function clockSeconds(text: string): number | undefined {
  const [, hour, minute] = /^([0-9]{2}):([0-9]{2})$/.exec(text) ?? [];
  const seconds = Number(hour) * 3600 + Number(minute) * 60;
  return Number(minute) > 59 || !(seconds <= DAY) ? undefined : seconds;
}

export interface DateParts {
  year?: string;
  month?: string;
  day?: string;
  hour?: string;
  minute?: string;
  second?: string;
  zone?: string;
}

interface Format {
  hasTime: boolean;
  exec(text: string): DateParts | undefined;
}

const TOKEN = /YYYY|YY|MMMM|MMM|MM|M|mm|DD|D|HH|H|SS|ss|Z|[A-Za-z]+|[^A-Za-z]/g;
const TWO = '([0-9]{2})';
const SOME = '([0-9]{1,2})';
const TOKENS: Readonly<Record<string, readonly [keyof DateParts, string]>> = {
  YYYY: ['year', '([0-9]{4})'],
  YY: ['year', TWO],
  MMMM: ['month', '([^0-9]+?)'],
  MMM: ['month', '([^0-9]+?)'],
  MM: ['month', TWO],
  M: ['month', SOME],
  mm: ['minute', TWO],
  DD: ['day', TWO],
  D: ['day', SOME],
  HH: ['hour', TWO],
  H: ['hour', SOME],
  SS: ['second', TWO],
  ss: ['second', TWO],
  Z: ['zone', '(Z|[+-][0-9]{2}:?[0-9]{2})'],
};

/** The letters of a format, and what each stands for. After an hour, M means minutes. */
export function formatParts(
  format: string,
): { token: string; part?: keyof DateParts; source: string }[] {
  let after = false;
  return (format.match(TOKEN) ?? []).map((token) => {
    const field = Object.hasOwn(TOKENS, token) ? TOKENS[token] : undefined;
    if (field === undefined) return { token, source: token.replace(/[^A-Za-z0-9]/g, '\\$&') };
    const isMinute = after && token.startsWith('M');
    const part = isMinute ? 'minute' : field[0];
    if (part === 'hour') after = true;
    return { token, part, source: field[1] };
  });
}

function compileFormat(format: string, isTime = false): Format {
  const parts = formatParts(format);
  const names = parts.flatMap(({ part }) => (part === undefined ? [] : [part]));
  const pattern = new RegExp(`^${parts.map(({ source }) => source).join('')}$`);
  return {
    hasTime: isTime || names.includes('hour'),
    exec(text) {
      const match = pattern.exec(text);
      if (match === null) return undefined;
      const values: DateParts = {};
      names.forEach((name, index) => {
        values[name] = match[index + 1] ?? '';
      });
      const { month } = values;
      if (month !== undefined && !/^[0-9]/.test(month)) {
        const number = monthNumber(month);
        if (number === undefined) return undefined;
        values.month = String(number);
      }
      return values;
    },
  };
}

/** Of a month by its name in Thai or English, whole or short, with or without points. */
function monthNumber(name: string): number | undefined {
  const plain = name.trim().replaceAll('.', '').toLowerCase();
  const at = MONTHS.findIndex((names) => names.includes(plain));
  return at < 0 ? undefined : at + 1;
}

const MONTHS = [
  ['มกราคม', 'มค', 'january', 'jan'],
  ['กุมภาพันธ์', 'กพ', 'february', 'feb'],
  ['มีนาคม', 'มีค', 'march', 'mar'],
  ['เมษายน', 'เมย', 'april', 'apr'],
  ['พฤษภาคม', 'พค', 'may'],
  ['มิถุนายน', 'มิย', 'june', 'jun'],
  ['กรกฎาคม', 'กค', 'july', 'jul'],
  ['สิงหาคม', 'สค', 'august', 'aug'],
  ['กันยายน', 'กย', 'september', 'sep', 'sept'],
  ['ตุลาคม', 'ตค', 'october', 'oct'],
  ['พฤศจิกายน', 'พย', 'november', 'nov'],
  ['ธันวาคม', 'ธค', 'december', 'dec'],
];

/** Without blanks around it, in our digits. */
function plainDigits(given: string): string {
  const text = given.trim();
  if (!/[๐-๙]/.test(text)) return text;
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50));
}
