import { defined, type Fields } from '../core/fields.js';
import { fromPlain, type Json, textOf } from '../core/json.js';
import { bangkokDate } from '../core/time.js';
import type { Operation, Resolution } from './define.js';
import type { Question } from './reference.js';

/** The fields of an input that are texts or numbers, as facts for a question. */
export function textsOf(input: Fields): Record<string, string> {
  const texts = Object.entries(input).map(
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
  const known = { ...textsOf(sent), date: bangkokDate(sentAt) };
  return ask?.(value, { known, now: sentAt, settings: () => undefined }) ?? [];
}
