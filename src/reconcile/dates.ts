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
  /** Seconds by the text of hour and minute, and by that of what follows: second and zone. */
  readonly #clocks = new Map<string, number>();

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
    if (day === undefined) return this.#readNew(thaiDigits(text));
    this.date = day;
    return true;
  }

  /** Whether it is a time of the day; it joins the date that was read. */
  readTime(text: string): boolean {
    if (this.#time) return this.#clockIn(this.#time.exec(thaiDigits(text)));
    return this.#recall(this.date, text) || this.#readClock(thaiDigits(text));
  }

  /** A day, `T` or a space, and a time. */
  #readMoment(text: string): boolean {
    const day = this.#days.get(text.slice(0, ISO_DAY));
    const between = text.charCodeAt(ISO_DAY);
    const isKnown = day !== undefined && (between === SPACE || between === T);
    return (
      (isKnown && this.#recall(day, text.slice(ISO_DAY + 1))) || this.#readNew(thaiDigits(text))
    );
  }

  /** Whether both parts of a time are remembered. */
  #recall(day: number, text: string): boolean {
    const minute = this.#clocks.get(text.slice(0, HH_MM));
    const rest = this.#clocks.get(text.slice(HH_MM));
    if (minute === undefined || rest === undefined) return false;
    this.#set(day, minute + rest);
    return true;
  }

  /** In another zone it may be another day. */
  #set(day: number, seconds: number): void {
    const days = Math.floor(seconds / DAY);
    this.date = day + days;
    this.time = seconds - days * DAY;
  }

  #readNew(text: string): boolean {
    if (this.#date) return this.#formatted(text, this.#date);
    if (text.length === ISO_DAY) return this.#isoDay(text);
    const between = text.charAt(ISO_DAY);
    if (between !== 'T' && between !== ' ') return false;
    return this.#isoDay(text.slice(0, ISO_DAY)) && this.#readClock(text.slice(ISO_DAY + 1));
  }

  #isoDay(text: string): boolean {
    const year = yearOf(text.slice(0, 4), this.#rule.era);
    return this.#remember(text, isLikely(year) ? parseDate(`${year}${text.slice(4)}`) : undefined);
  }

  #formatted(text: string, format: Format): boolean {
    const found = format.exec(text);
    const day = this.#dayIn(found);
    if (!format.hasTime) return this.#remember(text, day);
    if (day === undefined) return false;
    this.date = day;
    return this.#clockIn(found);
  }

  #dayIn(found: Parts | undefined): number | undefined {
    if (found === undefined) return undefined;
    const { year = '', month = '', day = '' } = found;
    const number = yearOf(year, this.#rule.era);
    const parsed = parseDate(`${number}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
    return isLikely(number) ? parsed : undefined;
  }

  #remember(text: string, day: number | undefined): boolean {
    if (day === undefined) return false;
    keep(this.#days, text, day);
    this.date = day;
    return true;
  }

  /** `HH:MM`, `HH:MM:SS`, either with a zone. */
  #readClock(text: string): boolean {
    return this.#clockIn(CLOCK.exec(text)?.groups, text);
  }

  /** @param text to be remembered */
  #clockIn(found: Parts | undefined, text?: string): boolean {
    const seconds = secondsOf(found);
    const shift = this.#shift(found);
    if (seconds === undefined || shift === undefined) return false;
    this.#set(this.date, seconds + shift);
    if (text === undefined) return true;
    const past = seconds % 60;
    keep(this.#clocks, text.slice(0, HH_MM), seconds - past);
    keep(this.#clocks, text.slice(HH_MM), past + shift);
    return true;
  }

  /** Seconds from the zone that is written, or else that of the file, to Bangkok. */
  #shift(found: Parts | undefined): number | undefined {
    const minutes = found?.zone ? zoneMinutes(found.zone) : this.#rule.zone;
    return minutes === undefined ? undefined : (BANGKOK_MINUTES - minutes) * 60;
  }
}

const [ISO_DAY, HH_MM] = ['YYYY-MM-DD'.length, 'HH:MM'.length];
const [SPACE, T] = [0x20, 0x54];

const CLOCK =
  /^(?<hour>[0-9]{2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:[.,][0-9]{1,9})?)?(?: ?(?<zone>Z|[+-][0-9]{2}:?[0-9]{2}))?$/;

function keep(known: Map<string, number>, text: string, number: number): void {
  if (known.size >= KEPT) known.clear();
  known.set(text, number);
}

/** Of the day; undefined where there is no such time. */
function secondsOf({ hour = '', minute = '', second = '0' }: Parts = {}): number | undefined {
  if (hour === '' || minute === '') return undefined;
  const h = Number(hour);
  const m = Number(minute);
  const s = Number(second);
  return h > 23 || m > 59 || s > 59 ? undefined : h * 3600 + m * 60 + s;
}

const BUDDHIST_FROM = 2400;

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
