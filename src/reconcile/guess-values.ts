import type { Message } from '../core/message.js';
import { DateReader } from './dates.js';
import { BANGKOK_MINUTES, type ColumnName, type EntryField } from './mapping.js';

/** What could be told of a file by looking at its beginning, as keys of a mapping. */
export interface Guess {
  encoding?: 'windows-874';
  /** Where it is one: its format, and which field looks like the reference. */
  statement?: { format: string; from: EntryField };
  format: 'csv' | 'fixed' | 'xlsx';
  delimiter?: string;
  records?: Partial<Record<'header' | 'detail' | 'trailer', { at: string; is: string }>>;
  columns: Partial<Record<ColumnName, string>>;
  amount: Partial<Record<'unit' | 'sign' | 'thousands', string>>;
  date: Partial<Record<'format' | 'era', string>>;
  time?: string;
  /** What a person must still decide. */
  remarks: Message[];
}

export function guessAmount(values: readonly string[]): Guess['amount'] {
  const amount: Guess['amount'] = {};
  if (values.some((value) => /^\(.*\)$/.test(value))) amount.sign = 'brackets';
  else if (values.some((value) => /[+-]$/.test(value))) amount.sign = 'trailing';
  if (values.some((value) => /,[0-9]{3}(?![0-9])/.test(value))) amount.thousands = ',';
  return amount;
}

export function looksLikeAmounts(values: readonly string[]): boolean {
  return (
    values.length > 0 &&
    values.every((value) => /^[(+-]?[0-9][0-9,]*(?:\.[0-9]{1,2})?[)+-]?$/.test(value))
  );
}

export function isIso(values: readonly string[]): boolean {
  return reads({}, values);
}

const DATES =
  'DD/MM/YYYY,DD-MM-YYYY,DD.MM.YYYY,DDMMYYYY,YYYYMMDD,YYYY/MM/DD,D/M/YYYY,DD/MM/YY,DD-MM-YY,DDMMYY,D MMM YYYY,D MMM YY,D-MMM-YYYY,D-MMM-YY,MM/DD/YYYY'.split(
    ',',
  );

const TIMES = ['', ' HH:MM:SS', ' HH:MM', 'THH:MM:SS', 'HHMMSS'];

export function guessTimes(
  dates: readonly string[],
  times: readonly string[],
): Pick<Guess, 'date' | 'time'> {
  const date: Guess['date'] = {};
  if (dates.length > 0 && !isIso(dates)) {
    const formats = TIMES.flatMap((time) => DATES.map((format) => format + time));
    const format = formats.find((one) => reads({ format: one }, dates));
    if (format !== undefined) {
      date.format = format;
      // A two-digit year that would lie after 2049 is taken for a Buddhist one.
      const isShort = /(^|[^Y])YY([^Y]|$)/.test(format);
      const isBuddhist = isShort
        ? !dates.every((text) => isRecent(text, format))
        : dates.every((text) => /2[4-6][0-9]{2}/.test(text));
      if (isBuddhist) date.era = 'buddhist';
    }
  }
  const clock = ['HHMMSS', 'HHMM', 'HH.MM'].find((format) => {
    return times.length > 0 && times.every((time) => new DateReader(RULE, format).readTime(time));
  });
  return { date, ...(clock !== undefined && { time: clock }) };
}

export const RULE = { zone: BANGKOK_MINUTES };

function reads(rule: { format?: string }, dates: readonly string[]): boolean {
  const reader = new DateReader({ ...RULE, ...rule }, undefined);
  return dates.length > 0 && dates.every((date) => reader.readDate(date));
}

/** Whether the date, read as a Christian year, lies before 2050. */
function isRecent(text: string, format: string): boolean {
  const reader = new DateReader({ ...RULE, format, era: 'christian' }, undefined);
  return reader.readDate(text) && reader.date < FAR;
}

/** 2050-01-01. */
const FAR = 29_220;
