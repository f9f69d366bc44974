import * as z from 'zod/mini';
import { Message } from '../core/message.js';

/** A rule of a schema whose issues carry a sentence of ours; `saidBy` takes it out again. */
export function rule<T>(
  problems: (value: T) => readonly (Message | false | undefined)[],
  path?: readonly string[],
) {
  return z.check<T>(({ value, issues }) => {
    for (const message of problems(value)) {
      if (message)
        issues.push({
          code: 'custom',
          params: { said: message },
          input: value,
          path: path && [...path],
        });
    }
  });
}

/** undefined for what the library itself finds wrong: its own sentences are another file to load. */
export function messageOf(issue: z.core.$ZodIssue): Message | undefined {
  const message: unknown = issue.code === 'custom' ? issue.params?.said : undefined;
  return message instanceof Message ? message : undefined;
}
