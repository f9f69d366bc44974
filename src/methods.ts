import type * as z from 'zod/mini';
import type { Fields, Operation } from './api/operation.js';
import type { CallOptions } from './client/caller.js';
import type { Outcome } from './client/outcome.js';
import type { Json } from './json.js';

/** An outcome whose data has the operation's shape; `exact` keeps every number digit by digit. */
export type Result<Data> = Omit<Outcome, 'data'> & { data?: Data; exact?: Json };

/**
 * Checks the input and makes the call. Rejects with PayctlError USAGE that lists every problem, or
 * CONFIG; what the bank or the network does is in the result.
 */
export type Method<Record> =
  Record extends Operation<infer Input, infer Data>
    ? (input: z.input<Input>, options?: CallOptions) => Promise<Result<z.output<Data>>>
    : never;

/** A method for every operation that a family of the catalogue exports, under the same name. */
export type Methods<Family> = {
  [Name in keyof Family as Family[Name] extends Operation ? Name : never]: Method<Family[Name]>;
};

type Call = (
  operation: Operation,
  fields: Fields,
  options?: CallOptions,
) => Promise<Result<unknown>>;

/** The methods of one family, each a call of its operation. */
export function methodsOf<Family extends object>(family: Family, call: Call): Methods<Family> {
  const methods: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(family)) {
    if (!isOperation(member)) continue;
    methods[name] = (input: Fields, options?: CallOptions) => call(member, input, options);
  }
  assertComplete(methods, family);
  return methods;
}

function isOperation(member: unknown): member is Operation {
  return typeof member === 'object' && member !== null && 'effect' in member && 'input' in member;
}

function assertComplete<Family extends object>(
  methods: Record<string, unknown>,
  family: Family,
): asserts methods is Methods<Family> & Record<string, unknown> {
  for (const [name, member] of Object.entries(family)) {
    if (isOperation(member) && typeof methods[name] !== 'function') {
      throw new TypeError(`no method for ${member.id}`);
    }
  }
}
