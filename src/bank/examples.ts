import type { Operation } from './define.js';

/**
 * Examples of calls that need earlier calls: commands that can be pasted line by line into an
 * embedded bank that is still empty. By default help shows the call alone. Loaded by help only.
 */
export type Examples<Operations> = {
  readonly [Name in keyof Operations as Operations[Name] extends Operation
    ? Name
    : never]?: readonly string[];
};

/** The call, and the same with something more: two ways to use it. */
export const twice = (call: string, more: string): readonly string[] => [call, `${call} ${more}`];
