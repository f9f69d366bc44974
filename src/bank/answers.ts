import * as z from 'zod/mini';
import { at, type Json, jsonText } from '../core/json.js';
import type { Message } from '../core/message.js';

/** The classes of the exit table in which a valid answer can end. */
export type StatusClass = 'SUCCESS' | 'REJECTED' | 'PENDING' | 'PARTIAL';

/**
 * What a valid answer reports: the bank's own word for the payment, and the class of the exit table
 * that it means ("States and transitions").
 */
export interface BankStatus {
  class: StatusClass;
  /** The bank's own word for it, shown as it came. */
  state?: string;
  /** Code and text where the bank explains a refusal inside the data. */
  code?: string;
  reason?: string;
  /** What it means for a person, where the class alone would say it badly. */
  meaning?: Message;
  /** What to do about it. */
  hint?: Message;
}

/** The call whose answer is judged: what was sent, and when. */
export interface CallContext {
  input: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  now: number;
}

/*
 * The parts of answer schemas: unknown fields pass, absent and null ones too, so that an answer is
 * refused only where it contradicts its table. They take plain values, as `toPlain` gives them.
 */

/** Text. */
export const word = z.nullish(z.string());
/** Texts of these names, for spreading into an object. */
export function words<Name extends string>(...names: readonly Name[]): Record<Name, typeof word>;
export function words(...names: readonly string[]): Record<string, typeof word> {
  return Object.fromEntries(names.map((name) => [name, word]));
}
/** Amounts and codes: the bank sends text or numbers, and does not always follow its own table. */
export const scalar = z.nullish(z.union([z.string(), z.number()]));
/** An object that may be absent or null. */
export function optionalObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.nullish(z.looseObject(shape));
}
/** An amount and its currency. */
export const money = () => optionalObject({ amount: scalar, currency: word });

/** Text at a path of an answer; undefined where it is absent or empty. */
export function textAt(data: Json, path: string): string | undefined {
  return jsonText(at(data, path)) || undefined;
}

/**
 * "Entity does not exist": from the code list that all endpoints refer to, which the specification
 * does not show ("Errors").
 */
export const NO_SUCH_ENTITY = { status: 404, code: '1104' } as const;

/** What the state words of the bank decide ("States and transitions"). */
const CLASS_OF: Readonly<Record<string, StatusClass>> = {
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

/**
 * What a state word means ("States and transitions"). One that is not listed, or missing, is PENDING:
 * shown as it came, never taken for final.
 */
export function bankStatusOf(word: string | undefined): BankStatus {
  if (word === undefined) return { class: 'PENDING' };
  const decided = Object.hasOwn(CLASS_OF, word) ? CLASS_OF[word] : undefined;
  return { class: decided ?? 'PENDING', state: word };
}
