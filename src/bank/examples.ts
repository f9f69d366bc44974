import type { Operation } from './define.js';

/**
 * Examples of calls that need earlier calls, by operation: commands that can be pasted line by line
 * and run against an empty embedded bank. Loaded by help only.
 */
export type Examples<Operations> = {
  readonly [Name in keyof Operations as Operations[Name] extends Operation
    ? Name
    : never]?: readonly string[];
};

/** The call, and the same with more options. */
export const twice = (call: string, more: string): readonly string[] => [call, `${call} ${more}`];
