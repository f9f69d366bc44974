import { parseDate } from '../core/time.js';
import { NO_TIME } from './lines.js';
import { BANGKOK_MINUTES, type DateRule } from './mapping.js';

const DAY = 86_400;
const KEPT = 4096;

/** Reads the moment of a line; `date` and `time` hold it until the next one is read. */
export class DateReader {
  date = 0;
  time = NO_TIME;
  readonly #rule: DateRule;
  readonly #date: Format | undefined;
  readonly #time: Format | undefined;
  /** Days by their text: a file has few of them. */
  readonly #days = new Map<string, number>();

  constructor(rule: DateRule, timeFormat: string | undefined) {
    this.#rule = rule;
    this.#date = rule.format === undefined ? undefined : compileFormat(rule.format);
    this.#time = timeFormat === undefined ? undefined : compileFormat(timeFormat, true);
  }

  /** Whether it is a date, with or without a time. */
  readDate(given: string): boolean {
    const text = thaiDigits(given);
    this.time = NO_TIME;
    if (this.#date) return this.#formatted(text, this.#date);
    if (text.length === 10) return this.#isoDay(text);
    if (text.length === 19 && (text.charCodeAt(10) === SPACE || text.charCodeAt(10) === T)) {
      return this.#isoDay(text.slice(0, 10)) && this.#plainTime(text, 11) && this.#zoned(undefined);
    }
    const [, day = '', clock = '', zone] = ISO.exec(text) ?? [];
    if (!this.#isoDay(day)) return false;
    return this.readTime(clock, undefined) && this.#zoned(zone);
  }

  /** Whether it is a time of the day; it joins the date that was read. */
  readTime(given: string, format = this.#time): boolean {
    const text = thaiDigits(given);
    if (format) {
      const found = format.exec(text);
      return found !== undefined && this.#clock(found.hour, found.minute, found.second);
    }
    if (text.length === 8) return this.#plainTime(text, 0);
    const [, hour, minute, second] = CLOCK.exec(text) ?? [];
    return this.#clock(hour, minute, second);
  }

  /** A time that was written beside the date, in the zone of the file. */
  readTimeColumn(text: string): boolean {
    return this.readTime(text) && this.#zoned(undefined);
  }

  /** `HH:MM:SS` from a position to the end. */
  #plainTime(text: string, from: number): boolean {
    if (text.charCodeAt(from + 2) !== COLON || text.charCodeAt(from + 5) !== COLON) return false;
    const hour = twoDigits(text, from);
    const minute = twoDigits(text, from + 3);
    const second = twoDigits(text, from + 6);
    if (!(hour < 24 && minute < 60 && second < 60)) return false;
    this.time = hour * 3600 + minute * 60 + second;
    return true;
  }

  #isoDay(text: string): boolean {
    if (this.#isRemembered(text)) return true;
    const year = yearOf(text.slice(0, 4), this.#rule.era);
    return this.#remember(text, isLikely(year) ? parseDate(`${year}${text.slice(4)}`) : undefined);
  }

  #formatted(text: string, format: Format): boolean {
    if (!format.hasTime) {
      return this.#isRemembered(text) || this.#remember(text, this.#dayIn(format.exec(text)));
    }
    const found = format.exec(text);
    const day = this.#dayIn(found);
    if (found === undefined || day === undefined) return false;
    this.date = day;
    return this.#clock(found.hour, found.minute, found.second) && this.#zoned(found.zone);
  }

  #dayIn(found: Parts | undefined): number | undefined {
    if (found === undefined) return undefined;
    const { year = '', month = '', day = '' } = found;
    const number = yearOf(year, this.#rule.era);
    const parsed = parseDate(`${number}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
    return isLikely(number) ? parsed : undefined;
  }

  #isRemembered(text: string): boolean {
    const day = this.#days.get(text);
    if (day === undefined) return false;
    this.date = day;
    return true;
  }

  #remember(text: string, day: number | undefined): boolean {
    if (day === undefined) return false;
    if (this.#days.size >= KEPT) this.#days.clear();
    this.#days.set(text, day);
    this.date = day;
    return true;
  }

  #clock(hour = '', minute = '', second = '0'): boolean {
    if (hour === '' || minute === '') return false;
    const [h, m, s] = [Number(hour), Number(minute), Number(second)];
    if (h > 23 || m > 59 || s > 59) return false;
    this.time = h * 3600 + m * 60 + s;
    return true;
  }

  /** From the offset that is written, or else the zone of the file, to Bangkok. */
  #zoned(text: string | undefined): boolean {
    const minutes = text === undefined || text === '' ? this.#rule.zone : zoneMinutes(text);
    if (minutes === BANGKOK_MINUTES) return true;
    if (minutes === undefined) return false;
    const moment = this.time + (BANGKOK_MINUTES - minutes) * 60;
    this.date += Math.floor(moment / DAY);
    this.time = moment - Math.floor(moment / DAY) * DAY;
    return true;
  }
}

const BUDDHIST_FROM = 2400;
const [SPACE, T, COLON, ZERO] = [0x20, 0x54, 0x3a, 0x30];

/** NaN where they are no digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

const ISO =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(?:[.,][0-9]{1,9})?(Z|[+-][0-9]{2}:?[0-9]{2})?$/;
const CLOCK = /^([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,][0-9]{1,9})?)?$/;

/** Another one comes of the wrong era. */
function isLikely(year: number): boolean {
  return year >= 1950 && year <= 2200;
}

function yearOf(text: string, era: DateRule['era']): number {
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

interface Parts {
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
  exec(text: string): Parts | undefined;
}

const TOKEN = /YYYY|YY|MMMM|MMM|MM|M|mm|DD|D|HH|H|SS|ss|Z|[A-Za-z]+|[^A-Za-z]/g;
const TWO = '([0-9]{2})';
const SOME = '([0-9]{1,2})';
const TOKENS: Readonly<Record<string, readonly [keyof Parts, string]>> = {
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

/** Why a format is none; undefined where it is one. */
export function formatFault(format: string, isTime: boolean): string | undefined {
  const parts = partsOf(format);
  const unknown = parts.find(({ part, token }) => part === undefined && /[A-Za-z]/.test(token));
  if (unknown) return `knows no ${JSON.stringify(unknown.token)}`;
  const wanted: (keyof Parts)[] = isTime ? ['hour', 'minute'] : ['year', 'month', 'day'];
  const missing = wanted.find((part) => !parts.some((one) => one.part === part));
  const twice = parts.find(
    ({ part }, at) => part !== undefined && parts.findIndex((one) => one.part === part) < at,
  );
  if (twice) return `has the ${twice.part} twice`;
  return missing === undefined ? undefined : `has no ${missing}`;
}

/** After an hour, M means minutes. */
function partsOf(format: string): { token: string; part?: keyof Parts; source: string }[] {
  let after = false;
  return (format.match(TOKEN) ?? []).map((token) => {
    const known = Object.hasOwn(TOKENS, token) ? TOKENS[token] : undefined;
    if (known === undefined) return { token, source: token.replace(/[^A-Za-z0-9]/g, '\\$&') };
    const isMinute = after && token.startsWith('M');
    const part = isMinute ? 'minute' : known[0];
    if (part === 'hour') after = true;
    return { token, part, source: known[1] };
  });
}

function compileFormat(format: string, isTime = false): Format {
  const parts = partsOf(format);
  const names = parts.flatMap(({ part }) => (part === undefined ? [] : [part]));
  const pattern = new RegExp(`^${parts.map(({ source }) => source).join('')}$`);
  return {
    hasTime: isTime || names.includes('hour'),
    exec(text) {
      const match = pattern.exec(text);
      if (match === null) return undefined;
      const found: Parts = {};
      names.forEach((name, index) => {
        found[name] = match[index + 1] ?? '';
      });
      const { month } = found;
      if (month !== undefined && !/^[0-9]/.test(month)) {
        const number = monthNumber(month);
        if (number === undefined) return undefined;
        found.month = String(number);
      }
      return found;
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

function thaiDigits(text: string): string {
  if (!/[๐-๙]/.test(text)) return text;
  return text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50));
}
