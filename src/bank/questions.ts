import { defined, type Fields } from '../core/fields.js';
import { at, fromPlain, type Json, textOf } from '../core/json.js';
import { compareAmounts } from '../core/money.js';
import { bangkokDate } from '../core/time.js';
import type { Operation, Resolution } from './define.js';
import type { Question } from './reference.js';

/** The fields of an input that are texts or numbers, as facts for a question. */
export function knownFieldsOf(input: Fields): Record<string, string> {
  const texts = Object.entries(defined(input)).map(
    ([name, value]) => [name, textOf(fromPlain(value))] as const,
  );
  return defined(Object.fromEntries(texts));
}

/** The inquiries that know what a call created, from what was sent and what was answered. */
export function questionsAbout(
  { created }: Pick<Operation, 'created'>,
  sent: Fields,
  answer: Json,
  now: number,
): Pick<Question, 'operation' | 'input'>[] {
  const settings = () => undefined;
  return (created?.(sent, answer) ?? [])
    .flatMap(({ ask, value, known = {} }) => ask(value, { known, now, settings }))
    .map(({ operation, input }) => ({ operation, input: defined(input) }));
}

/** The inquiries that know what became of a call, from its reference and what was sent. */
export function questionsAfter(
  { reference, ask = reference.ask }: Pick<Resolution, 'reference' | 'ask'>,
  value: string,
  sent: Fields,
  sentAt: number,
): readonly Question[] {
  const known = { ...knownFieldsOf(sent), date: bangkokDate(sentAt) };
  return ask?.(value, { known, now: sentAt, settings: () => undefined }) ?? [];
}

/** A place where the bank says another value than the other side. */
interface Disagreement {
  /** In the bank's data. */
  path: string;
  theirs: string;
  ours: string;
}

/** What must agree: a path in the bank's data, our value, and whether both are amounts. */
export type ExpectedEcho = readonly [path: string, ours: string | undefined, isAmount?: boolean];

/** Whether the values are alike; what either side lacks proves nothing. */
export function agrees(theirs?: string, ours?: string, isAmount = false): boolean {
  if (!theirs || !ours || theirs === ours) return true;
  return isAmount && compareAmounts(theirs, ours) === 0;
}

/** The first place in which the bank differs; what either side lacks proves nothing. */
export function disagreement(
  data: Json,
  agreed: readonly ExpectedEcho[],
): Disagreement | undefined {
  for (const [path, ours, isAmount = false] of agreed) {
    const theirs = textOf(at(data, path));
    if (theirs && ours && !agrees(theirs, ours, isAmount)) return { path, theirs, ours };
  }
  return undefined;
}

/** What an answer must echo: the fields that the record names, and the reference by its own name. */
export function expectedEchoes(
  { reference, echoes, amount }: Operation,
  sent: (field: string) => string | undefined,
): ExpectedEcho[] {
  const places = Object.entries({ ...(reference && { [reference]: reference }), ...echoes });
  return places.map(([path, field]) => [path, sent(field), field === amount]);
}
