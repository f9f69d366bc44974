import * as z from 'zod/mini';
import { type ExactNumber, isLosslessNumber, number } from '../json.js';
import { type Extra, FIELD_FACTS, NOT_TEXT } from './fields.js';
import { type AmountRule, amountProblem, formatAmount, parseAmount } from './money.js';

/** A number as a flag, as exact JSON or as code gives it. */
type Decimal = string | number | ExactNumber;

/** An amount that travels as the text it was given in. */
export function amountText(
  about: string,
  rule: AmountRule,
  extra: Extra = {},
): z.ZodMiniString<string> {
  return z
    .string({ error: `${NOT_TEXT}, for example "100.00"` })
    .check(
      z.refine<string>((value) => amountProblem(value, rule) === undefined, {
        error: ({ input }) => amountProblem(String(input), rule),
      }),
    )
    .register(FIELD_FACTS, {
      kind: 'amount',
      about,
      limits: limitsOf(rule),
      json: {
        pattern: '^[0-9]+(\\.[0-9]{1,2})?$',
        maxLength: rule.characters ?? (rule.digits ?? 0) + 3,
      },
      ...extra,
    });
}

/** An amount that travels as a JSON number with two decimals, digit by digit exact. */
export function amountNumber(about: string, places: number, extra: Extra = {}) {
  const rule = { digits: places };
  const schema = z.pipe(
    z.custom<Decimal>(
      (value) =>
        typeof value !== 'boolean' && amountProblem(decimalText(value), rule) === undefined,
      { error: ({ input }) => amountProblem(decimalText(input), rule) },
    ),
    z.transform((value: Decimal) => number(formatAmount(parseAmount(decimalText(value)) ?? 0n))),
  );
  return schema.register(FIELD_FACTS, {
    kind: 'amount',
    about,
    limits: limitsOf(rule),
    json: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: Number(`${'9'.repeat(places)}.99`),
    },
    ...extra,
  });
}

/** A whole number between two bounds; travels as a JSON number. */
export function wholeNumber(about: string, least: number, most: number, extra: Extra = {}) {
  const within = (value: unknown): boolean =>
    /^[0-9]{1,9}$/.test(decimalText(value)) &&
    Number(decimalText(value)) >= least &&
    Number(decimalText(value)) <= most;
  const schema = z.pipe(
    z.custom<Decimal>(within, {
      error: `must be a whole number from ${least} to ${most}`,
    }),
    z.transform((value: Decimal) => Number(decimalText(value))),
  );
  return schema.register(FIELD_FACTS, {
    kind: 'number',
    about,
    limits: `${least} to ${most}`,
    json: { type: 'integer', minimum: least, maximum: most },
    ...extra,
  });
}

function limitsOf({ characters, digits }: AmountRule): string {
  return characters === undefined
    ? `up to ${digits} digits before the point`
    : `up to ${characters} characters with the point`;
}

/** Digits of a number in any of its forms; what is none fails every rule. */
function decimalText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || isLosslessNumber(value)
    ? String(value)
    : '';
}
