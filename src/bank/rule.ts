import * as z from 'zod/mini';
import { Message } from '../core/message.js';

/** A check of a zod schema whose issues carry a message; `ruleMessage` takes it out again. */
export function rule<T>(
  problems: (value: T) => readonly (Message | false | undefined)[],
  path?: readonly string[],
) {
  return z.check<T>(({ value, issues }) => {
    for (const message of problems(value)) {
      if (message)
        issues.push({
          code: 'custom',
          params: { message },
          input: value,
          path: path && [...path],
        });
    }
  });
}

/** The message of an issue of `rule`; undefined for zod's own issues, whose sentences are not loaded. */
export function ruleMessage(issue: z.core.$ZodIssue): Message | undefined {
  const message: unknown = issue.code === 'custom' ? issue.params?.message : undefined;
  return message instanceof Message ? message : undefined;
}
