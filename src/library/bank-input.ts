import * as z from 'zod/mini';
import { readArguments } from '../client/arguments.js';
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

export function checkArguments<Call extends keyof Inputs>(
  call: Call,
  given: unknown,
): z.infer<Inputs[Call]>;
export function checkArguments(call: keyof Inputs, given: unknown): unknown {
  return readArguments(call, INPUTS[call], given);
}
