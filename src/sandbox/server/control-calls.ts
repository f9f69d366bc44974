import * as z from 'zod/mini';
import { DEFAULT_SETTINGS } from '../settings.js';

/**
 * The calls of `sandbox serve --control`. Their fields are the flags of the command of that name, but for
 * `ms` (`--delay`) and `pendingMs` (`--pending`), which are milliseconds.
 */

/** Below which the control calls lie, beside the bank's own paths. */
export const CONTROL_PATH = '/_sandbox/';

const word = z.string().check(z.minLength(1), z.maxLength(4096));
const count = z.int().check(z.minimum(1), z.maximum(999_999));

export const Fault = z.strictObject({
  code: z.optional(z.union([word, z.int()])),
  name: z.optional(word),
  operation: z.optional(word),
  reference: z.optional(word),
  times: z.optional(count),
  status: z.optional(count),
  probability: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  seed: z.optional(z.int()),
  atByte: z.optional(count),
  ms: z.optional(count),
  retryAfter: z.optional(word),
});

export const Pay = z.strictObject({
  target: word,
  amount: z.optional(word),
  by: z.optional(z.enum(['account', 'card'])),
  account: z.optional(word),
  fail: z.optional(z.boolean()),
  pendingMs: z.optional(count),
});

export const Clock = z.strictObject({ time: word });

export const Log = z.strictObject({
  reference: z.optional(word),
  operation: z.optional(word),
  limit: z.optional(z.string().check(z.regex(/^[0-9]{1,6}$/))),
});

/** All but `deliverTo`: to which hosts the bank may send, only who starts it says. */
const { deliverTo: _, ...CHANGEABLE } = DEFAULT_SETTINGS;
const value = z.union([z.string().check(z.maxLength(4096)), z.number(), z.boolean()]);

export const SettingChanges = z.strictObject(
  Object.fromEntries(Object.keys(CHANGEABLE).map((name) => [name, z.optional(value)])),
);

export const BuyerCode = z.strictObject({
  wallet: z.optional(z.enum(['A', 'W', 'P'])),
  balance: z.optional(word),
  pending: z.optional(word),
  fail: z.optional(z.boolean()),
});

export const Consent = z.strictObject({
  customer: z.optional(word),
  state: z.optional(word),
  codeChallenge: z.optional(word),
});

export const Approval = z.strictObject({ regRef: word, account: z.optional(word) });
export const Rejection = z.strictObject({ regRef: word, error: z.optional(word) });

export const TransferEnd = z.strictObject({
  tokenizerId: word,
  plan: z.enum(['partial', 'failed', 'failed-partial', 'processing']),
});

export const Nothing = z.strictObject({});

/**
 * The control calls, by the words of the command of that name with `/` between them; their OpenAPI document is
 * derived from this.
 */
export const CONTROL_CALLS = {
  pay: {
    method: 'POST',
    input: Pay,
    summary: 'The customer pays a QR or link, by itself, its id or its reference',
  },
  'buyer-code': { method: 'POST', input: BuyerCode, summary: 'The customer shows a code' },
  consent: { method: 'POST', input: Consent, summary: 'The customer consents at the bank' },
  'registration/approve': {
    method: 'POST',
    input: Approval,
    summary: 'The customer approves a direct debit registration',
  },
  'registration/reject': {
    method: 'POST',
    input: Rejection,
    summary: 'The customer fails a direct debit registration',
  },
  customer: {
    method: 'GET',
    input: Nothing,
    summary: 'Accounts, codes on the screen and consents that wait',
  },
  faults: { method: 'POST', input: Fault, summary: 'Set a fault by its name or code, or clear' },
  clock: { method: 'POST', input: Clock, summary: 'Move, set, stop or start the clock' },
  settings: { method: 'POST', input: SettingChanges, summary: 'Change settings and show all' },
  transfer: { method: 'POST', input: TransferEnd, summary: 'Decide how a transfer ends' },
  balance: { method: 'POST', input: Nothing, summary: 'The balance of every account' },
  reset: { method: 'POST', input: Nothing, summary: 'Start over with a new bank' },
  log: { method: 'GET', input: Log, summary: 'What really happened, oldest first' },
} as const;
