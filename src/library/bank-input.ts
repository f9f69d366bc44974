import * as z from 'zod/mini';
import { usageError } from '../core/errors.js';
import { joinTexts, type Message, type Text } from '../core/message.js';
import { joinWithOr, nearest } from '../core/text.js';
import { libraryMessages as says } from '../messages/library.js';
import { BuyerCode, Clock, Fault, Log, Pay } from '../sandbox/server/control-calls.js';

/** What the calls of `payctl/testing` take: what those of `sandbox serve --control` do, where they are alike. */
const INPUTS = {
  startBank: z.strictObject({
    seed: z.optional(z.int()),
    confirmationUrl: z.optional(z.string()),
    lenient: z.optional(z.boolean()),
  }),
  'bank.pay': z.strictObject({
    ...Pay.shape,
    amount: z.optional(z.union([z.string(), z.number()])),
  }),
  'bank.buyerCode': z.strictObject({
    ...z.omit(BuyerCode, { pending: true }).shape,
    pendingMs: Pay.shape.pendingMs,
  }),
  'bank.faults': z.strictObject({
    ...z.omit(Fault, { code: true, name: true }).shape,
    codeOrName: z.union([z.string(), z.int()]),
    moment: z.optional(z.enum(['before-commit', 'after-commit', 'late'])),
  }),
  'bank.clock': Clock,
  'bank.log': z.strictObject({
    ...z.omit(Log, { limit: true }).shape,
    since: z.optional(z.number()),
    limit: z.optional(z.int().check(z.minimum(1))),
  }),
} as const;

type Inputs = typeof INPUTS;

/**
 * Not every test is compiled, and the compiler does not see a name that is misspelt in a variable.
 * Throws PayctlError USAGE that names every problem.
 */
export function checkArguments<Call extends keyof Inputs>(
  call: Call,
  given: unknown,
): z.infer<Inputs[Call]>;
export function checkArguments(call: keyof Inputs, given: unknown): unknown {
  const schema = INPUTS[call];
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const known = Object.keys(schema.shape);
  const problems = parsed.error.issues.flatMap((issue) => toProblems(issue, known));
  throw usageError(says.wrongArguments(call, joinTexts(problems)));
}

function toProblems(issue: z.core.$ZodIssue, known: readonly string[]): Message[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => {
      const guess = nearest(name, known);
      return joinTexts([name, guess ? says.nearestField(guess) : says.unknownField], ' ');
    });
  }
  const name = issue.path.map(String).join('.') || says.itsOptions;
  return [joinTexts([name, says.mustBe(rightFor(issue))], ' ')];
}

function rightFor(issue: z.core.$ZodIssue): Text {
  if (issue.code === 'invalid_value') return joinWithOr(issue.values.map(String));
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? says.anObject;
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? says.someText : says.from(String(issue.minimum));
  if (issue.code === 'too_big')
    return issue.origin === 'string' ? says.shorterText : says.atMost(String(issue.maximum));
  return says.textOrNumber;
}

const TYPES: Partial<Record<z.core.$ZodInvalidTypeExpected, Message>> = {
  string: says.text,
  number: says.number,
  int: says.wholeNumber,
  boolean: says.trueOrFalse,
};
