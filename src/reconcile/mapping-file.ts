import * as z from 'zod/mini';
import { PayctlError } from '../core/errors.js';
import { textOf } from '../core/json.js';
import type { Message, Text } from '../core/message.js';
import { nearest, visible } from '../core/text.js';
import { parseDate } from '../core/time.js';
import { keysAt, mistakeText, type Path, YamlSource } from '../core/yaml.js';
import { mappingMessages as words } from '../messages/mapping.js';
import { clockSeconds, zoneMinutes } from './dates.js';
import { formatFault } from './format-fault.js';
import {
  BANGKOK_MINUTES,
  COLUMNS,
  type Mapping,
  missingIn,
  PLAIN,
  type Role,
  type SettlementRule,
} from './mapping.js';
import { ENTRY_FIELDS } from './statement/entry.js';

const name = z.string().check(z.minLength(1));
const position = z.int().check(z.minimum(1), z.maximum(100_000));
const place = z.union([
  name,
  z.tuple([position, position]).check(z.refine(([first, last]) => first <= last)),
]);
/** YAML reads a bare H as text, but 1 as a number. */
const mark = z.union([name, z.pipe(z.number(), z.transform(String))]);
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

const SIDE = z.strictObject({
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
      trim: z.optional(z.boolean()),
      case: z.optional(z.enum(['upper', 'lower'])),
      prefix: z.optional(name),
      pattern: z.optional(meaning(patternOf)),
      from: z.optional(z.enum(ENTRY_FIELDS)),
    }),
  ),
  amount: z.optional(
    z.strictObject({
      unit: z.optional(z.enum(['baht', 'satang'])),
      sign: z.optional(z.enum(['leading', 'trailing', 'brackets'])),
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

const BANK = z.extend(SIDE, {
  settlement: z.optional(
    z.strictObject({
      by: z.optional(z.enum(['payout', 'day'])),
      fees: z.optional(z.enum(['netted', 'separate'])),
      rate: z.optional(meaning(millionthsOf)),
      round: z.optional(z.enum(['half-up', 'half-even', 'up', 'down'])),
      per: z.optional(z.enum(['line', 'order'])),
      days: z.optional(z.int().check(z.minimum(0), z.maximum(31))),
      holidays: z.optional(z.array(meaning(parseDate))),
    }),
  ),
  fees: z.optional(z.strictObject({ lines: meaning(patternOf) })),
});

const FILE = z.strictObject({ orders: z.optional(SIDE), bank: z.optional(BANK) });

/** Millionths of `1.5%`. */
function millionthsOf(text: string): number | undefined {
  const [, percent] = /^([0-9]{1,2}(?:\.[0-9]{1,4})?) ?%$/.exec(text.trim()) ?? [];
  return percent === undefined ? undefined : Math.round(Number(percent) * 10_000);
}

function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text, 'u');
  } catch {
    return undefined;
  }
}

/** Reads the mapping of both sides. Throws USAGE, with line, column and the key meant, for anything else. */
export function readMapping(text: string, file: string): Record<Role, Mapping> {
  const source = new YamlSource(file, text);
  const [flaw] = source.syntaxMistakes();
  if (flaw) throw wrong([mistakeText(flaw)]);
  let value: unknown;
  try {
    value = source.value(0);
  } catch {
    throw wrong([words.aliases(visible(file))]);
  }
  const parsed = FILE.safeParse(value ?? {});
  const problems = parsed.success
    ? faultsIn(parsed.data)
    : parsed.error.issues.flatMap((issue) => problemsIn(issue, source));
  if (problems.length > 0) {
    const mistakes = problems.map(({ path, message }) => source.mistake(path, message, 'key'));
    throw wrong(mistakes.map(mistakeText));
  }
  return { orders: mappingOf(parsed.data?.orders), bank: mappingOf(parsed.data?.bank) };
}

interface Problem {
  path: Path;
  message: Message;
}

function wrong(problems: readonly Message[]): PayctlError {
  return new PayctlError('USAGE', words.several(problems), { hint: words.seeKeys });
}

function problemsIn(issue: z.core.$ZodIssue, source: YamlSource): Problem[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  if (issue.code !== 'unrecognized_keys') return [{ path, message: faultIn(issue, path, source) }];
  const knownKeys = keysAt(FILE, path);
  return issue.keys.map((key) => ({
    path: [...path, key],
    message: words.unknownKey({
      key: visible(JSON.stringify(key)),
      within: path.join('.'),
      guess: nearest(key, knownKeys),
      known: knownKeys,
    }),
  }));
}

function faultIn(issue: z.core.$ZodIssue, path: Path, source: YamlSource): Message {
  const key = path.join('.');
  const written = textOf(source.asWritten(path)) ?? '';
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String);
    return words.oneOf({ key, choices, guess: nearest(written, choices) });
  }
  if (issue.code === 'invalid_union') {
    const isPair = issue.errors.flat().some(({ code }) => code === 'custom');
    return isPair ? words.order(key) : words.place(key);
  }
  if (issue.code === 'invalid_type') {
    return typeFault(path.length === 0 ? words.whole : key, issue.expected);
  }
  if (issue.code === 'custom') return faultOfText(path, written) ?? words.order(key);
  return words.other(key, issue.message);
}

function typeFault(what: Text, expected: string): Message {
  if (expected === 'object') return words.notBlock(what);
  if (expected === 'string') return words.notText(what);
  if (expected === 'array') return words.notList(what);
  return expected === 'boolean' ? words.notBoolean(what) : words.notOfType(what, expected);
}

/** What a text should be, by the last key of its place; undefined where it is a pair of positions. */
function faultOfText(path: Path, text: string): Message | undefined {
  const key = path.join('.');
  if (path.at(-2) === 'holidays') return words.holiday(key);
  switch (String(path.at(-1))) {
    case 'delimiter':
      return words.delimiter(key);
    case 'thousands':
      return words.thousands(key);
    case 'pattern':
      return words.pattern(key);
    case 'zone':
      return words.zone(key);
    case 'cutoff':
      return words.cutoff(key);
    case 'rate':
      return words.rate(key);
    case 'lines':
      return words.pattern(key);
    case 'format':
      return formatFault(key, text, path.at(-2) === 'time');
    default:
      return undefined;
  }
}

type Side = z.output<typeof SIDE> & Pick<z.output<typeof BANK>, 'settlement' | 'fees'>;

/** What each key allows, but not both together. */
function faultsIn(file: z.output<typeof FILE>): Problem[] {
  return (['orders', 'bank'] as const).flatMap((role) => {
    const side = file[role];
    return side === undefined
      ? []
      : faultsOf(side).map((one) => ({ ...one, path: [role, ...one.path] }));
  });
}

function faultsOf(side: Side): Problem[] {
  const isFixed = side.format === 'fixed';
  const { columns, records } = side;
  if (isFixed && columns === undefined) {
    return [{ path: ['format'], message: words.fixedNeedsColumns }];
  }
  if (isFixed && side.delimiter !== undefined) {
    return [{ path: ['delimiter'], message: words.fixedDelimiter }];
  }
  const [missing] = columns ? missingIn(side, (column) => columns[column] !== undefined) : [];
  if (missing !== undefined) return [{ path: ['columns'], message: words.columnsLack(missing) }];
  const { from } = side.reference ?? {};
  if (from !== undefined && (side.format !== undefined || columns !== undefined)) {
    return [{ path: ['reference', 'from'], message: words.fromOfStatements }];
  }
  const { header, detail, trailer } = records ?? {};
  const places: [Path, unknown][] = [
    ...COLUMNS.map((column): [Path, unknown] => [['columns', column], columns?.[column]]),
    [['records', 'header', 'at'], header?.at],
    [['records', 'detail', 'at'], detail?.at],
    [['records', 'trailer', 'at'], trailer?.at],
    [['records', 'trailer', 'count'], trailer?.count],
    [['records', 'trailer', 'total'], trailer?.total],
  ];
  return places.flatMap(([path, at]) => {
    if (at === undefined || isFixed === (typeof at !== 'string')) return [];
    const key = path.join('.');
    return { path, message: isFixed ? words.fixedPlace(key) : words.csvPlace(key) };
  });
}

function mappingOf(side: Side | undefined): Mapping {
  if (side === undefined) return PLAIN;
  const { reference, amount, date, time, status } = side;
  return {
    encoding: side.encoding === 'tis-620' ? 'windows-874' : side.encoding,
    format: side.format,
    delimiter: side.delimiter,
    sheet: side.sheet,
    records: side.records,
    columns: side.columns,
    reference: { ...reference, trim: reference?.trim ?? true },
    amount: {
      unit: amount?.unit ?? 'baht',
      sign: amount?.sign ?? 'leading',
      thousands: amount?.thousands,
    },
    date: { ...date, zone: date?.zone ?? BANGKOK_MINUTES },
    timeFormat: time?.format,
    status: status ?? {},
    settlement: side.settlement && settlementOf(side.settlement),
    feeLines: side.fees?.lines,
  };
}

function settlementOf(settlement: NonNullable<Side['settlement']>): SettlementRule {
  const { by, rate, fees, round, per, days, holidays } = settlement;
  return {
    by,
    rate,
    fees: fees ?? 'netted',
    round: round ?? 'half-up',
    per: per ?? 'line',
    days: days ?? 0,
    holidays: new Set(holidays?.flatMap((day) => day ?? [])),
  };
}
