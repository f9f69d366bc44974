import * as z from 'zod/mini';
import { configError, usageError } from '../core/errors.js';
import { joinTexts, type Message, type Text } from '../core/message.js';
import { joinWithOr, nearest } from '../core/text.js';
import { libraryMessages as says } from '../messages/library.js';

/**
 * What a call of the library is given: not every program is compiled, and the compiler does not see a name that
 * is misspelt in a variable. Throws PayctlError USAGE that names every problem.
 */
export function readArguments<Schema extends z.ZodMiniObject>(
  call: string,
  schema: Schema,
  given: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw usageError(says.wrongArguments(call, joinTexts(describeProblems(parsed.error, schema))));
}

export function aFunction() {
  return z.custom((value) => typeof value === 'function');
}

/** The same for settings. Throws CONFIG. */
export function checkSettings(schema: z.ZodMiniObject, given: unknown): void {
  const { error } = schema.safeParse(given);
  if (error) throw configError(joinTexts(describeProblems(error, schema)));
}

function describeProblems({ issues }: z.core.$ZodError, schema: z.ZodMiniObject): Message[] {
  const known = Object.keys(schema.shape);
  return issues.flatMap((issue) => toProblems(issue, known));
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
  if (issue.code === 'custom') return says.aFunction;
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
  AbortSignal: says.signal,
};
