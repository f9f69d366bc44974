import { type Fields, withoutUndefined } from '../core/fields.js';
import { at, fromPlain, type Json, jsonText, stringifyPlain, textFields } from '../core/json.js';
import { compareAmounts } from '../core/money.js';
import { bangkokDate } from '../core/time.js';
import type { Operation, ResolvedBy } from './define.js';
import type { Question } from './reference.js';

/**
 * The inquiries that can know what a call created, from what was sent and answered. `now` is in
 * milliseconds since the epoch.
 */
export function questionsAbout(
  { created }: Pick<Operation, 'created'>,
  sent: Fields,
  answer: Json,
  now: number,
): Pick<Question, 'operation' | 'input'>[] {
  const settings = () => undefined;
  return (created?.(sent, answer) ?? [])
    .flatMap(({ ask, value, known = {} }) => ask(value, { known, now, settings }))
    .map(({ operation, input }) => ({ operation, input: withoutUndefined(input) }));
}

/** The bank has a payment under the day on which it carried it out, by its own clock; so near midnight, perhaps another. */
const NEAR_MIDNIGHT_MS = 600_000;

/**
 * The inquiries that can know what became of a call, from its reference and what was sent (at
 * `sentAt`, in milliseconds since the epoch); the likeliest first.
 */
export function questionsAfter(
  { reference, ask = reference.ask }: Pick<ResolvedBy, 'reference' | 'ask'>,
  value: string,
  sent: Fields,
  sentAt: number,
): readonly Question[] {
  const fields = textFields(fromPlain(sent));
  const moments = [sentAt, sentAt + NEAR_MIDNIGHT_MS, sentAt - NEAR_MIDNIGHT_MS];
  const days = new Set(moments.map(bangkokDate));
  const questions = [...days].flatMap((date) => {
    const known = { ...fields, date };
    return ask?.(value, { known, now: sentAt, settings: () => undefined }) ?? [];
  });
  // Most inquiries take no day.
  const different = new Map(
    questions.map((one) => [stringifyPlain([one.operation, one.input]), one]),
  );
  return [...different.values()];
}

/** A value of the bank that differs from ours. */
interface Disagreement {
  /** In the bank's data. */
  path: string;
  theirs: string;
  ours: string;
}

/** What the bank must echo: a path in its data, our value, and whether both are amounts. */
export type ExpectedEcho = readonly [path: string, ours: string | undefined, isAmount?: boolean];

/** Whether two values are the same; true where either is missing, because that proves nothing. */
export function agrees(theirs?: string, ours?: string, isAmount = false): boolean {
  if (!theirs || !ours || theirs === ours) return true;
  return isAmount && compareAmounts(theirs, ours) === 0;
}

/** The first value of the bank that differs; one that either side lacks does not. */
export function disagreement(
  data: Json,
  expected: readonly ExpectedEcho[],
): Disagreement | undefined {
  for (const [path, ours, isAmount = false] of expected) {
    const theirs = jsonText(at(data, path));
    if (theirs && ours && !agrees(theirs, ours, isAmount)) return { path, theirs, ours };
  }
  return undefined;
}

/** What an answer must echo: the record's `echoes`, and its reference by its own name. */
export function expectedEchoes(
  { reference, echoes, amount }: Operation,
  sent: (field: string) => string | undefined,
): ExpectedEcho[] {
  const places = Object.entries({ ...(reference && { [reference]: reference }), ...echoes });
  return places.map(([path, field]) => [path, sent(field), field === amount]);
}
