import * as z from 'zod/mini';
import { Message } from '../core/message.js';

/** A rule of a schema whose issues carry a sentence of ours; `saidBy` takes it out again. */
export function rule<T>(
  problems: (value: T) => readonly (Message | false | undefined)[],
  path?: readonly string[],
) {
  return z.check<T>(({ value, issues }) => {
    for (const said of problems(value)) {
      if (said)
        issues.push({ code: 'custom', params: { said }, input: value, path: path && [...path] });
    }
  });
}

/** undefined for what the library itself finds wrong: its own sentences are another file to load. */
export function saidBy(issue: z.core.$ZodIssue): Message | undefined {
  const said: unknown = issue.code === 'custom' ? issue.params?.said : undefined;
  return said instanceof Message ? said : undefined;
}
