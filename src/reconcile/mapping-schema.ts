import * as z from 'zod/mini';
import { parseDate } from '../core/time.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import { clockSeconds, zoneMinutes } from './dates.js';
import { formatFault } from './format-fault.js';
import { ENTRY_FIELDS } from './mapping.js';

const name = z.string().check(z.minLength(1));
const position = z.int().check(z.minimum(1), z.maximum(100_000));
const place = z.union([
  name,
  z.tuple([position, position]).check(z.refine(([first, last]) => first <= last)),
]);
/** YAML reads a bare H as text, but 1 as a number. */
const mark = z.union([name, z.pipe(z.number(), z.transform(String))]);
const account = z.optional(mark);
const wordList = z.array(z.union([z.string(), z.pipe(z.number(), z.transform(String))]));

/** A text that means something; what it should be is said by `faultOfText`. */
function meaning<T>(read: (text: string) => T | undefined) {
  return z.pipe(
    z.string(),
    z.transform((text, context) => {
      const value = read(text);
      if (value === undefined) context.issues.push({ code: 'custom', input: text });
      return value;
    }),
  );
}

const format = (isTime: boolean) =>
  z.string().check(z.refine((text) => formatFault('', text, isTime) === undefined));

export const SIDE = z.strictObject({
  encoding: z.optional(z.enum(['utf-8', 'windows-874', 'tis-620'])),
  format: z.optional(z.enum(['csv', 'fixed'])),
  sheet: z.optional(name),
  delimiter: z.optional(z.string().check(z.refine((text) => /^[^"\r\n]$/.test(text)))),
  records: z.optional(
    z.strictObject({
      header: z.optional(z.strictObject({ at: place, is: mark })),
      detail: z.optional(z.strictObject({ at: place, is: mark })),
      trailer: z.optional(
        z.strictObject({ at: place, is: mark, count: z.optional(place), total: z.optional(place) }),
      ),
    }),
  ),
  columns: z.optional(
    z.strictObject({
      reference: z.optional(place),
      transactionId: z.optional(place),
      amount: z.optional(place),
      credit: z.optional(place),
      debit: z.optional(place),
      fee: z.optional(place),
      date: z.optional(place),
      time: z.optional(place),
      status: z.optional(place),
      payout: z.optional(place),
      currency: z.optional(place),
    }),
  ),
  reference: z.optional(
    z.strictObject({
      trim: z._default(z.boolean(), true),
      case: z.optional(z.enum(['upper', 'lower'])),
      prefix: z.optional(name),
      pattern: z.optional(meaning(parsePattern)),
      from: z.optional(z.enum(ENTRY_FIELDS)),
    }),
  ),
  amount: z.optional(
    z.strictObject({
      unit: z._default(z.enum(['baht', 'satang']), 'baht'),
      sign: z._default(z.enum(['leading', 'trailing', 'brackets']), 'leading'),
      thousands: z.optional(z.string().check(z.refine((text) => /^[^0-9.+-]$/.test(text)))),
    }),
  ),
  date: z.optional(
    z.strictObject({
      format: z.optional(format(false)),
      era: z.optional(z.enum(['buddhist', 'christian'])),
      zone: z.optional(meaning(zoneMinutes)),
      cutoff: z.optional(meaning(clockSeconds)),
    }),
  ),
  time: z.optional(z.strictObject({ format: format(true) })),
  status: z.optional(
    z.strictObject({
      paid: z.optional(wordList),
      reversed: z.optional(wordList),
      open: z.optional(wordList),
    }),
  ),
});

export const BANK = z.extend(SIDE, {
  settlement: z.optional(
    z.strictObject({
      by: z.optional(z.enum(['payout', 'day'])),
      fees: z._default(z.enum(['netted', 'separate']), 'netted'),
      rate: z.optional(meaning(parseRate)),
      round: z._default(z.enum(['half-up', 'half-even', 'up', 'down']), 'half-up'),
      per: z._default(z.enum(['line', 'order']), 'line'),
      days: z._default(z.int().check(z.minimum(0), z.maximum(31)), 0),
      holidays: z._default(
        z.pipe(z.array(meaning(parseDate)), z.transform(toDaySet)),
        toDaySet([]),
      ),
    }),
  ),
  fees: z.optional(z.strictObject({ lines: meaning(parsePattern) })),
  accounts: z.optional(
    z.strictObject({
      cash: account,
      receivable: account,
      fees: account,
      refunds: account,
      'write-offs': account,
      suspense: account,
    }),
  ),
});

/** A mapping as a person writes it. */
export const FILE = z.strictObject({ orders: z.optional(SIDE), bank: z.optional(BANK) });

function toDaySet(days: (number | undefined)[]): ReadonlySet<number> {
  return new Set(days.flatMap((day) => day ?? []));
}

/** Millionths of `1.5%`. */
function parseRate(text: string): number | undefined {
  const [, percent] = /^([0-9]{1,2}(?:\.[0-9]{1,4})?) ?%$/.exec(text.trim()) ?? [];
  return percent === undefined ? undefined : Math.round(Number(percent) * 10_000);
}

function parsePattern(text: string): RegExp | undefined {
  return tryOrUndefined(() => new RegExp(text, 'u'));
}
