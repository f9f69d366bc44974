import * as z from 'zod/mini';
import { listed } from '../text.js';

/** How a value is written: as a flag, in help and in JSON Schema. */
export type FieldKind = 'text' | 'choice' | 'number' | 'boolean' | 'amount' | 'date' | 'datetime';

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
  /** Has no flag, so that it never stands in a shell history or a process list. */
  secret?: boolean;
  /** A moment in the form of the field, where a person may say it otherwise: `today`, `+2h`. */
  write?: (moment: number) => string;
  /** What JSON Schema should say beyond what zod knows. */
  json?: Readonly<Record<string, unknown>>;
}

/** Keyed by the innermost schema of a field, without its `optional` and `default`. */
export const FIELD_FACTS = z.registry<FieldFacts>();

/** What any kind of field may say besides. */
export type Extra = Pick<FieldFacts, 'flag' | 'conditional' | 'secret' | 'limits' | 'write'>;

/** What a text may hold. */
export interface TextRule extends Extra {
  max?: number;
  /** What the whole text must match, and the sentence that says so. */
  pattern?: readonly [RegExp, string];
  /** Known values; others pass, because no specification closes the list. */
  known?: readonly string[];
}

/** Says so of every field that travels as text. */
export const NOT_TEXT = 'is not text; write it as a string';

/** Text that is not blank and has no control characters. */
export function text(about: string, rule: TextRule = {}): z.ZodMiniString<string> {
  const { max, pattern, known, ...extra } = rule;
  const checks = [
    z.refine<string>((value) => value.trim() !== '', { error: 'is empty' }),
    z.refine<string>((value) => !/\p{Cc}/u.test(value), {
      error:
        'has control characters (a line break or a tab, for example); only printable ones are allowed',
    }),
  ];
  if (max !== undefined) checks.push(z.maxLength(max, { error: tooLong(max) }));
  if (pattern !== undefined) checks.push(z.regex(pattern[0], { error: pattern[1] }));
  const facts: FieldFacts = { kind: 'text', about, json: { minLength: 1 }, ...extra };
  if (max !== undefined) facts.limits ??= `up to ${max} characters`;
  if (known !== undefined) Object.assign(facts, { choices: known, open: true });
  return z
    .string({ error: NOT_TEXT })
    .check(...checks)
    .register(FIELD_FACTS, facts);
}

/** Exactly so many ASCII digits. */
export function digits(count: number, about: string, extra: Extra = {}): z.ZodMiniString<string> {
  const pattern = new RegExp(`^[0-9]{${count}}$`);
  return text(about, { pattern: [pattern, `must be exactly ${count} digits`], ...extra });
}

/** A reference of bill payments: up to 20 of A-Z and 0-9. */
export function reference(about: string, extra: Extra = {}): z.ZodMiniString<string> {
  return text(about, {
    max: 20,
    pattern: [/^[A-Z0-9]*$/, 'may hold only A-Z and 0-9'],
    limits: 'up to 20 of A-Z and 0-9',
    ...extra,
  });
}

/** One of a closed list of values. */
export function choice<const Values extends readonly [string, ...string[]]>(
  values: Values,
  about: string,
  extra: Extra = {},
): z.ZodMiniEnum<{ [Value in Values[number]]: Value }> {
  const allowed = values.length === 1 ? `only ${values[0]} is allowed` : `use ${listed(values)}`;
  return z
    .enum(values, { error: ({ input }) => `is ${shown(input)}; ${allowed}` })
    .register(FIELD_FACTS, { kind: 'choice', about, choices: values, ...extra });
}

export function yesNo(about: string, extra: Extra = {}): z.ZodMiniBoolean<boolean> {
  return z
    .boolean({ error: 'must be true or false' })
    .register(FIELD_FACTS, { kind: 'boolean', about, ...extra });
}

function tooLong(max: number) {
  return ({ input }: { input?: unknown }): string =>
    `has ${String(input).length} characters; at most ${max} are allowed`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 20)) : 'not text';
}
