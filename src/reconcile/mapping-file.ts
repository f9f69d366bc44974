import type * as z from 'zod/mini';
import { PayctlError } from '../core/errors.js';
import { jsonText } from '../core/json.js';
import type { Message, Text } from '../core/message.js';
import { nearest, visible } from '../core/text.js';
import { keysAt, mistakeText, type Path, YamlSource } from '../core/yaml.js';
import { mappingMessages as words } from '../messages/mapping.js';
import { formatFault } from './format-fault.js';
import {
  BANGKOK_MINUTES,
  COLUMNS,
  type Mapping,
  missingColumns,
  PLAIN,
  type Role,
} from './mapping.js';
import { type BANK, FILE, type SIDE } from './mapping-schema.js';

/** Reads the mapping of both sides. Throws USAGE, with line, column and the key meant, for anything else. */
export function readMapping(text: string, file: string): Record<Role, Mapping> {
  const source = new YamlSource(file, text);
  const [flaw] = source.syntaxMistakes();
  if (flaw) throw wrongError([mistakeText(flaw)]);
  let value: unknown;
  try {
    value = source.value(0);
  } catch {
    throw wrongError([words.aliases(visible(file))]);
  }
  const parsed = FILE.safeParse(value ?? {});
  const problems = parsed.success
    ? checkSides(parsed.data)
    : parsed.error.issues.flatMap((issue) => toProblems(issue, source));
  if (problems.length > 0) {
    const mistakes = problems.map(({ path, message }) => source.mistake(path, message, 'key'));
    throw wrongError(mistakes.map(mistakeText));
  }
  return { orders: toMapping(parsed.data?.orders), bank: toMapping(parsed.data?.bank) };
}

interface Problem {
  path: Path;
  message: Message;
}

function wrongError(problems: readonly Message[]): PayctlError {
  return new PayctlError('USAGE', words.several(problems), { hint: words.seeKeys });
}

function toProblems(issue: z.core.$ZodIssue, source: YamlSource): Problem[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  if (issue.code !== 'unrecognized_keys')
    return [{ path, message: describeFault(issue, path, source) }];
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

function describeFault(issue: z.core.$ZodIssue, path: Path, source: YamlSource): Message {
  const key = path.join('.');
  const written = jsonText(source.asWritten(path)) ?? '';
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
  const last = String(path.at(-1));
  if (last === 'format') return formatFault(key, text, path.at(-2) === 'time');
  return FAULTS.get(last)?.(key);
}

const { delimiter, thousands, pattern, zone, cutoff, rate } = words;
const FAULTS: ReadonlyMap<string, (key: string) => Message> = new Map(
  Object.entries({ delimiter, thousands, pattern, zone, cutoff, rate, lines: pattern }),
);

type Side = z.output<typeof SIDE> & Pick<z.output<typeof BANK>, 'settlement' | 'fees' | 'accounts'>;

/** What each key allows, but not both together. */
function checkSides(file: z.output<typeof FILE>): Problem[] {
  return (['orders', 'bank'] as const).flatMap((role) => {
    const side = file[role];
    return side === undefined
      ? []
      : findFaults(side).map((one) => ({ ...one, path: [role, ...one.path] }));
  });
}

function findFaults(side: Side): Problem[] {
  const isFixed = side.format === 'fixed';
  const { columns, records } = side;
  if (isFixed && columns === undefined) {
    return [{ path: ['format'], message: words.fixedNeedsColumns }];
  }
  if (isFixed && side.delimiter !== undefined) {
    return [{ path: ['delimiter'], message: words.fixedDelimiter }];
  }
  const [missing] = columns ? missingColumns(side, (column) => columns[column] !== undefined) : [];
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

function toMapping(side: Side | undefined): Mapping {
  if (side === undefined) return PLAIN;
  const { reference, amount, date, time, status } = side;
  return {
    encoding: side.encoding === 'tis-620' ? 'windows-874' : side.encoding,
    format: side.format,
    delimiter: side.delimiter,
    sheet: side.sheet,
    records: side.records,
    columns: side.columns,
    reference: reference ?? PLAIN.reference,
    amount: amount ?? PLAIN.amount,
    date: { ...date, zone: date?.zone ?? BANGKOK_MINUTES },
    timeFormat: time?.format,
    status: status ?? {},
    settlement: side.settlement,
    feeLines: side.fees?.lines,
    accounts: side.accounts,
  };
}
