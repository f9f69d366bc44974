import * as z from 'zod/mini';
import { at, type Json, textOf } from '../core/json.js';
import type { Message } from '../core/message.js';

/** How a valid answer stands, by the states table of the contract. */
export interface Standing {
  class: 'SUCCESS' | 'REJECTED' | 'PENDING' | 'PARTIAL';
  /** The bank's own word for it, shown as it came. */
  state?: string;
  /** Code and text where the bank explains a refusal inside the data. */
  code?: string;
  reason?: string;
  /** What an inquiry has found, in our words, where the class alone would say it badly. */
  found?: Message;
  /** What to do about it. */
  hint?: Message;
}

/** The call whose answer is judged. */
export interface Asked {
  input: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Building blocks of answers: unknown fields pass, absent and null ones too, so that an answer is
 * refused only where it contradicts its table. They judge plain values.
 */
export const word = z.nullish(z.string());
/** Words of these names, for spreading into an object. */
export function words<Name extends string>(...names: readonly Name[]): Record<Name, typeof word>;
export function words(...names: readonly string[]): Record<string, typeof word> {
  return Object.fromEntries(names.map((name) => [name, word]));
}
/** Amounts and codes come as text or as numbers, whatever the table says. */
export const scalar = z.nullish(z.union([z.string(), z.number()]));
/** Named fields that may be absent as a whole. */
export function part<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.nullish(z.looseObject(shape));
}
/** An amount and its currency. */
export const money = () => part({ amount: scalar, currency: word });

/** Text at a path of an answer; undefined where it is absent or empty. */
export function textAt(data: Json, path: string): string | undefined {
  return textOf(at(data, path)) || undefined;
}

/** "Entity does not exist", of the generic code list that the specification refers all endpoints to. */
export const NO_SUCH_ENTITY = { status: 404, code: '1104' } as const;

/** What the state words of the bank decide ("States and transitions"). */
const CLASS_OF: Readonly<Record<string, Standing['class']>> = {
  SUCCESS: 'SUCCESS',
  TRADE_SUCCESS: 'SUCCESS',
  TRADE_FINISHED: 'SUCCESS',
  USERPAYING: 'PENDING',
  // The step succeeded; nothing moves before the transfer is confirmed.
  INITIATE_COMPLETED: 'SUCCESS',
  CONFIRM_COMPLETED: 'SUCCESS',
  CONFIRM_PROCESSING: 'PENDING',
  CONFIRM_FAILED: 'REJECTED',
  CANCELED: 'REJECTED',
  SETTLED: 'SUCCESS',
  Full: 'SUCCESS',
  Partial: 'PARTIAL',
};

/** An unlisted or missing word is PENDING: shown as it came, never taken for a success. */
export function standingOf(word: string | undefined): Standing {
  if (word === undefined) return { class: 'PENDING' };
  const decided = Object.hasOwn(CLASS_OF, word) ? CLASS_OF[word] : undefined;
  return { class: decided ?? 'PENDING', state: word };
}
