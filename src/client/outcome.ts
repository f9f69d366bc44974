import type { Doubt } from '../bank/doubt.js';
import { type Executed, type ExitClass, PayctlError } from '../core/errors.js';
import { optionalField } from '../core/fields.js';
import type { Json } from '../core/json.js';
import { joinTexts, type Message, sayInCode } from '../core/message.js';
import type { FailureReason } from './transport.js';

/** The classes of the exit table (`core/errors.ts`) in which a call can end. */
export type OutcomeClass = Extract<
  ExitClass,
  | 'SUCCESS'
  | 'AUTH'
  | 'REJECTED'
  | 'NOT_FOUND'
  | 'RATE_LIMITED'
  | 'PENDING'
  | 'UNAVAILABLE'
  | 'OUTCOME_UNKNOWN'
  | 'PARTIAL'
  | 'CONFLICT'
  | 'TLS'
  | 'BAD_DATA'
>;

/** How a call ended: a value, never an exception, so that no caller forgets that it may be unknown. */
export interface Outcome {
  class: OutcomeClass;
  /** Whether the bank executed it, as far as can be proven. */
  executed: Executed;
  /** Operation id, or `api` for a call that is not in the catalogue. */
  operation: string;
  request: { method: string; url: string; requestUId: string };
  /** Absent where no complete answer came. */
  http?: { status: number; ms: number };
  /** Why no answer came. */
  network?: FailureReason;
  /** `status` of the "Common response envelope" as the bank sent it. */
  status?: { code: Json; description: Json; details?: Json };
  /** `data` of the envelope, numbers exact. */
  data?: Json;
  /** The body byte for byte. */
  raw?: Uint8Array;
  /** The inquiry went well; the class is that of the payment it found. */
  found?: true;
  /** "Not found" came with more than its code and description, so that it proves nothing. */
  showsMore?: true;
  /** Why a valid answer to an inquiry is not believed. */
  doubt?: Doubt;
  /** The bank's own word: tradeState, transfer status, … */
  state?: string;
  /** One line for a person: what happened and why. Safe to print (no control characters, no secrets). */
  message: Message;
  /** The next command. */
  hint?: Message;
  /** Business code that explains the class, where there is one. */
  code?: string;
  /** Milliseconds, from the header Retry-After. */
  retryAfterMs?: number;
  /** A note on a success, such as that a list was cut. */
  remark?: Message;
  /** Found out by an inquiry: `data` lacks the fields that the inquiry does not have. */
  recovered?: true;
  /** Answered from the journal, without a request. */
  replayed?: boolean;
}

/** An outcome for programs: its messages in English. */
export type PlainOutcome = Omit<Outcome, 'message' | 'hint' | 'remark'> & {
  message: string;
  hint?: string;
  remark?: string;
};

/** The outcome with its messages in English, for whoever writes the program. */
export function toPlainOutcome({ message, hint, remark, ...outcome }: Outcome): PlainOutcome {
  return {
    ...outcome,
    message: sayInCode(message),
    ...optionalField('hint', (hint && sayInCode(hint)) || undefined),
    ...(remark !== undefined && { remark: sayInCode(remark) }),
  };
}

/** Rejects with the same error in the words of a program. */
export function throwInCode(error: unknown): never {
  if (!(error instanceof PayctlError)) throw error;
  const { exitClass, said, facts } = error;
  const hint = facts.hint && sayInCode(facts.hint);
  throw new PayctlError(exitClass, joinTexts([sayInCode(said)]), {
    ...facts,
    hint: hint ? joinTexts([hint]) : undefined,
  });
}
