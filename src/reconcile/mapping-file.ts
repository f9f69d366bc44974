import * as z from 'zod/mini';
import { PayctlError } from '../core/errors.js';
import { textOf } from '../core/json.js';
import { nearest, visible } from '../core/text.js';
import { keysAt, mistakeText, type Path, Source } from '../core/yaml.js';
import { clockSeconds, formatFault, zoneMinutes } from './dates.js';
import { BANGKOK_MINUTES, COLUMNS, type Mapping, PLAIN } from './mapping.js';
import type { Role } from './read.js';

const name = z.string().check(z.minLength(1));
const position = z.int().check(z.minimum(1), z.maximum(100_000));
const place = z.union([
  name,
  z
    .tuple([position, position])
    .check(
      z.refine(
        ([first, last]) => first <= last,
        'gives the first and the last character, in this order',
      ),
    ),
]);
/** YAML reads a bare H as text, but 1 as a number. */
const mark = z.union([name, z.pipe(z.number(), z.transform(String))]);
const words = z.array(z.union([z.string(), z.pipe(z.number(), z.transform(String))]));

function said<T>(read: (text: string) => T | undefined, problem: string) {
  return z.pipe(
    z.string(),
    z.transform((text, context) => {
      const value = read(text);
      if (value === undefined)
        context.issues.push({ code: 'custom', message: problem, input: text });
      return value;
    }),
  );
}

const format = (isTime: boolean) =>
  z.string().check(
    z.superRefine((text, context) => {
      const fault = formatFault(text, isTime);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault, input: text });
    }),
  );

const SIDE = z.strictObject({
  encoding: z.optional(z.enum(['utf-8', 'windows-874', 'tis-620'])),
  format: z.optional(z.enum(['csv', 'fixed'])),
  delimiter: z.optional(
    z.string().check(z.refine((text) => /^[^"\r\n]$/.test(text), 'is one character, not a quote')),
  ),
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
      pattern: z.optional(said(patternOf, 'is not a regular expression')),
    }),
  ),
  amount: z.optional(
    z.strictObject({
      unit: z.optional(z.enum(['baht', 'satang'])),
      sign: z.optional(z.enum(['leading', 'trailing', 'brackets'])),
      thousands: z.optional(
        z.string().check(z.refine((text) => /^[^0-9.+-]$/.test(text), 'is one character')),
      ),
    }),
  ),
  date: z.optional(
    z.strictObject({
      format: z.optional(format(false)),
      era: z.optional(z.enum(['buddhist', 'christian'])),
      zone: z.optional(said(zoneMinutes, 'is an offset, for example "+07:00", or UTC')),
      cutoff: z.optional(said(clockSeconds, 'is a time of the day in quotes, for example "22:00"')),
    }),
  ),
  time: z.optional(z.strictObject({ format: format(true) })),
  status: z.optional(
    z.strictObject({
      paid: z.optional(words),
      reversed: z.optional(words),
      open: z.optional(words),
    }),
  ),
});

const FILE = z.strictObject({ orders: z.optional(SIDE), bank: z.optional(SIDE) });

function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text, 'u');
  } catch {
    return undefined;
  }
}

/** Reads the mapping of both sides. Throws USAGE, with line, column and the key meant, for anything else. */
export function readMapping(text: string, file: string): Record<Role, Mapping> {
  const source = new Source(file, text);
  const [flaw] = source.flaws();
  if (flaw) throw wrong([String(mistakeText(flaw))]);
  let value: unknown;
  try {
    value = source.value(0);
  } catch {
    throw wrong([`${visible(file)}: anchors and aliases are not read`]);
  }
  const parsed = FILE.safeParse(value ?? {});
  const problems = parsed.success
    ? faultsIn(parsed.data)
    : parsed.error.issues.flatMap((issue) => toldOf(issue, source));
  if (problems.length > 0) {
    const told = problems.map(({ path, message }) => source.mistake(path, message, 'key'));
    throw wrong(told.map((mistake) => String(mistakeText(mistake))));
  }
  return { orders: mappingOf(parsed.data?.orders), bank: mappingOf(parsed.data?.bank) };
}

interface Problem {
  path: Path;
  message: string;
}

function wrong(problems: readonly string[]): PayctlError {
  const [first = '', ...more] = problems;
  const others = more.length === 0 ? '' : `; and ${more.join('; ')}`;
  return new PayctlError('USAGE', `${first}${others}`, {
    hint: 'docs/reconciling.md has every key; payctl reconcile guess FILE prints a mapping',
  });
}

function toldOf(issue: z.core.$ZodIssue, source: Source): Problem[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  const named = path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const known = keysAt(FILE, path);
      const guess = nearest(key, known);
      const meant = guess === undefined ? `; give ${known.join(', ')}` : `; did you mean ${guess}?`;
      const where = named === '' ? '' : ` in ${named}`;
      return {
        path: [...path, key],
        message: `unknown key ${JSON.stringify(key)}${where}${meant}`,
      };
    });
  }
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String);
    const guess = nearest(textOf(source.asWritten(path)) ?? '', choices);
    const meant = guess === undefined ? '' : `; did you mean ${guess}?`;
    return [{ path, message: `${named} is ${choices.join(' or ')}${meant}` }];
  }
  if (issue.code === 'invalid_union') {
    const custom = issue.errors.flat().find(({ code }) => code === 'custom');
    const what = custom?.message ?? 'is a header, or [first, last] characters from 1';
    return [{ path, message: `${named} ${what}` }];
  }
  if (issue.code === 'invalid_type') {
    const what = path.length === 0 ? 'the mapping' : named;
    return [{ path, message: `${what} is not ${EXPECTED[issue.expected] ?? issue.expected}` }];
  }
  return [{ path, message: `${named} ${issue.message}` }];
}

const EXPECTED: Readonly<Record<string, string>> = {
  object: 'a block of keys',
  string: 'text; put it in quotes',
  array: 'a list',
  boolean: 'true or false',
};

type Side = z.output<typeof SIDE>;

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
    return [{ path: ['format'], message: 'a fixed file needs columns' }];
  }
  if (isFixed && side.delimiter !== undefined) {
    return [{ path: ['delimiter'], message: 'a fixed file has no delimiter' }];
  }
  const missing =
    columns && (['reference', 'amount', 'date'] as const).find((one) => columns[one] === undefined);
  if (missing !== undefined) return [{ path: ['columns'], message: `columns lack ${missing}` }];
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
    const what = isFixed
      ? 'is [first, last] in a fixed file'
      : 'is the name of a column; positions are for format: fixed';
    return { path, message: `${path.join('.')} ${what}` };
  });
}

function mappingOf(side: Side | undefined): Mapping {
  if (side === undefined) return PLAIN;
  const { reference, amount, date, time, status } = side;
  return {
    encoding: side.encoding === 'tis-620' ? 'windows-874' : side.encoding,
    format: side.format ?? 'csv',
    delimiter: side.delimiter,
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
  };
}
