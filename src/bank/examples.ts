import type { Operation } from './define.js';

/**
 * What help shows of the calls that stand on others: a story that can be pasted line by line, on an
 * embedded bank that knows nothing yet. By default help shows the call alone. Loaded by help only.
 */
export type Examples<Operations> = {
  readonly [Name in keyof Operations as Operations[Name] extends Operation
    ? Name
    : never]?: readonly string[];
};

/** The call, and the same with something more: two ways to use it. */
export const twice = (call: string, more: string): readonly string[] => [call, `${call} ${more}`];
