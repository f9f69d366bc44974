import * as z from 'zod/mini';
import { type ExactNumber, isLosslessNumber, number } from '../core/json.js';
import type { Message } from '../core/message.js';
import { type AmountRule, amountProblem, formatAmount, parseAmount } from '../core/money.js';
import { isPlain } from '../core/text.js';
import {
  bangkokDate,
  bangkokDateTime,
  channelDateTime,
  compactDateTime,
  parseBangkokDateTime,
  parseChannelDateTime,
  parseCompactDateTime,
  parseDate,
} from '../core/time.js';
import { field } from '../messages/bank.js';
import { rule } from './rule.js';

/** How a value is written: as a flag, in help and in JSON Schema. */
type FieldKind = 'text' | 'choice' | 'number' | 'boolean' | 'amount' | 'date' | 'datetime';

/** What a schema alone does not say of its field. */
export interface FieldFacts {
  kind: FieldKind;
  /** One line for help. */
  about: string;
  /** What may be given, in a few words for help: `up to 20 characters`. */
  limits?: string;
  /** Where the name in kebab-case would be too long. */
  flag?: string;
  /** When an optional field is required. */
  conditional?: string;
  /** Allowed values, or with `open` only the known ones. */
  choices?: readonly string[];
  open?: boolean;
  /** Has no flag, so that it never appears in a shell history or a process list. */
  secret?: boolean;
  /** A moment in the form of the field, where a person may say it otherwise: `today`, `+2h`. */
  write?: (moment: number) => string;
  /** What JSON Schema should say beyond what zod knows. */
  json?: Readonly<Record<string, unknown>>;
}

/** Keyed by the innermost schema of a field, without its `optional` and `default`. */
export const FIELD_FACTS = z.registry<FieldFacts>();

type FieldOptions = Pick<FieldFacts, 'flag' | 'conditional' | 'secret' | 'limits' | 'write'>;

interface TextRule extends FieldOptions {
  /** In characters. */
  max?: number;
  /** What the whole text must match, and the problem where it does not. */
  pattern?: readonly [RegExp, Message];
  /** Known values; others pass, because no specification closes the list. */
  known?: readonly string[];
}

/** Text that is not blank and has no control characters. */
export function text(about: string, textRule: TextRule = {}): z.ZodMiniString<string> {
  const { max, pattern, known, ...options } = textRule;
  const [shape, misshapen] = pattern ?? [];
  const schema = checkedText((value) => [
    value.trim() === '' && field.empty,
    !isPlain(value) && /\p{Cc}/u.test(value) && field.controlCharacters,
    max !== undefined && value.length > max && field.tooLong(value.length, max),
    shape?.test(value) === false && misshapen,
  ]);
  const json = {
    ...(max !== undefined && { maxLength: max }),
    ...(shape && { pattern: shape.source }),
    minLength: 1,
  };
  const facts: FieldFacts = { kind: 'text', about, json, ...options };
  if (max !== undefined) facts.limits ??= `up to ${max} characters`;
  if (known !== undefined) Object.assign(facts, { choices: known, open: true });
  return schema.register(FIELD_FACTS, facts);
}

/**
 * A text with one check for all its problems: each check of zod's own takes as much time and memory
 * as a schema, and every run makes dozens of them.
 */
function checkedText(
  problems: (value: string) => readonly (Message | false | undefined)[],
): z.ZodMiniString<string> {
  const parameters = { checks: [rule(problems)] };
  return z.string(parameters);
}

/** Exactly so many ASCII digits. */
export function digits(
  count: number,
  about: string,
  options: FieldOptions = {},
): z.ZodMiniString<string> {
  const pattern = new RegExp(`^[0-9]{${count}}$`);
  return text(about, { pattern: [pattern, field.exactDigits(count)], ...options });
}

/** ref1, ref2 or ref3 of a bill: up to 20 of A-Z and 0-9 ("POST /v2/payment/qrcode/create"). */
export function reference(about: string, options: FieldOptions = {}): z.ZodMiniString<string> {
  return text(about, {
    max: 20,
    pattern: [/^[A-Z0-9]*$/, field.capitalsAndDigits],
    limits: 'up to 20 of A-Z and 0-9',
    ...options,
  });
}

/** One of a closed list of values. */
export function choice<const Values extends readonly [string, ...string[]]>(
  values: Values,
  about: string,
  options: FieldOptions = {},
): z.ZodMiniEnum<{ [Value in Values[number]]: Value }> {
  return z
    .enum(values)
    .register(FIELD_FACTS, { kind: 'choice', about, choices: values, ...options });
}

/** A JSON boolean. */
export function yesNo(about: string, options: FieldOptions = {}): z.ZodMiniBoolean<boolean> {
  return z.boolean().register(FIELD_FACTS, { kind: 'boolean', about, ...options });
}

/** A number as a flag, as exact JSON or as code gives it. */
type Decimal = string | number | ExactNumber;

/** An amount that travels as the text it was given in: baht with at most two decimals, above zero. */
export function amountText(
  about: string,
  limit: AmountRule,
  options: FieldOptions = {},
): z.ZodMiniString<string> {
  return checkedText((value) => [amountProblem(value, limit)]).register(FIELD_FACTS, {
    kind: 'amount',
    about,
    limits: amountLimits(limit),
    json: {
      pattern: '^[0-9]+(\\.[0-9]{1,2})?$',
      maxLength: limit.characters ?? (limit.digits ?? 0) + 3,
    },
    ...options,
  });
}

/**
 * An amount that travels as a JSON number with two decimals, exact in every digit; `places` before
 * the point.
 */
export function amountNumber(about: string, places: number, options: FieldOptions = {}) {
  const limit = { digits: places };
  const schema = z.pipe(
    z.custom<Decimal>().check(rule((value) => [amountProblem(decimalText(value), limit)])),
    z.transform((value: Decimal) => number(formatAmount(parseAmount(decimalText(value)) ?? 0n))),
  );
  return schema.register(FIELD_FACTS, {
    kind: 'amount',
    about,
    limits: amountLimits(limit),
    json: { type: 'number', exclusiveMinimum: 0, maximum: Number(`${'9'.repeat(places)}.99`) },
    ...options,
  });
}

/** A whole number between two bounds; travels as a JSON number. */
export function wholeNumber(about: string, least: number, most: number) {
  const within = (value: unknown): boolean =>
    /^[0-9]{1,9}$/.test(decimalText(value)) &&
    Number(decimalText(value)) >= least &&
    Number(decimalText(value)) <= most;
  const schema = z.pipe(
    z
      .custom<Decimal>()
      .check(rule((value) => [!within(value) && field.wholeNumberWithin(least, most)])),
    z.transform((value: Decimal) => Number(decimalText(value))),
  );
  return schema.register(FIELD_FACTS, {
    kind: 'number',
    about,
    limits: `${least} to ${most}`,
    json: { type: 'integer', minimum: least, maximum: most },
  });
}

function amountLimits({ characters, digits }: AmountRule): string {
  return characters === undefined
    ? `up to ${digits} digits before the point`
    : `up to ${characters} characters with the point`;
}

/** The digits of a number in any of its forms; '' for anything else, which fails every rule. */
function decimalText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || isLosslessNumber(value)
    ? String(value)
    : '';
}

/** A text that says a day or a moment in one form, which `isValid` knows. */
function dateText(
  isValid: (text: string) => boolean,
  problem: Message,
  facts: FieldFacts,
): z.ZodMiniString<string> {
  const schema = checkedText((value) => [!isValid(value) && problem]);
  return schema.register(FIELD_FACTS, facts);
}

/** A day of the calendar, `YYYY-MM-DD`. */
export function date(about: string, options: FieldOptions = {}): z.ZodMiniString<string> {
  return dateText((text) => parseDate(text) !== undefined, field.notDate, {
    kind: 'date',
    about,
    write: bangkokDate,
    json: { format: 'date' },
    ...options,
  });
}

/** channelDateTime: the 29 characters `YYYY-MM-DD'T'hh:mm:ss.sss+hh:mm` ("Transfer record"). */
export function channelDateTimeField(
  about: string,
  options: FieldOptions = {},
): z.ZodMiniString<string> {
  const pattern =
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}[+-][0-9]{2}:[0-9]{2}$';
  const json = { minLength: 29, maxLength: 29, pattern };
  return dateText((text) => parseChannelDateTime(text) !== undefined, field.notChannelDateTime, {
    kind: 'datetime',
    about,
    write: channelDateTime,
    json,
    ...options,
  });
}

/** expiryDate: Bangkok time as `YYYY-MM-DD HH:MM:SS` ("POST /v2/payment/qrcode/create"). */
export function bangkokDateTimeField(
  about: string,
  options: FieldOptions = {},
): z.ZodMiniString<string> {
  const json = { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' };
  return dateText((text) => parseBangkokDateTime(text) !== undefined, field.notDateTime, {
    kind: 'datetime',
    about,
    write: bangkokDateTime,
    json,
    ...options,
  });
}

/** refDateTime of direct debit: Bangkok time as `yyyyMMddHHmmss`; not in the specification. */
export function refDateTimeField(about: string): z.ZodMiniString<string> {
  const pattern = [/^[0-9]{14}$/, field.notCompactDateTime] as const;
  return text(about, { pattern, write: compactDateTime }).check(
    rule<string>((value) => [
      /^[0-9]{14}$/.test(value) && parseCompactDateTime(value) === undefined && field.noSuchMoment,
    ]),
  );
}
