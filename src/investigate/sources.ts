import type { Standing } from '../bank/answers.js';
import { loadReader } from '../bank/families.js';
import type { Outcome } from '../client/outcome.js';
import { defined } from '../core/fields.js';
import { textOf } from '../core/json.js';
import { visible } from '../core/text.js';
import type { Asked, Question } from './ask.js';
import type { Source, Statement } from './evidence.js';

/** What an answer says of payments; none where the bank has no record. */
async function statementsOf(question: Question, outcome: Outcome, saidAt: number) {
  const { data = null, class: ended } = outcome;
  const { family, reference, operation: source, kind, input } = question;
  const read = await loadReader(source);
  const said = isStanding(ended) ? (read?.(data, ended, input) ?? []) : [];
  return said.map(
    (one): Statement => ({
      family,
      reference,
      source,
      ...(kind && { kind }),
      saidAt,
      requestUId: outcome.request.requestUId,
      ...defined({ ...one }),
      standing: one.standing,
    }),
  );
}

function isStanding(ended: Outcome['class']): ended is Standing['class'] {
  return ['SUCCESS', 'REJECTED', 'PENDING', 'PARTIAL'].includes(ended);
}

/** How an inquiry went, and what it says of payments. */
export async function answered(
  asked: Asked,
  now: number,
): Promise<{ source: Source; statements: Statement[] }> {
  const { question } = asked;
  const at = 'why' in asked ? now : asked.at;
  const about = {
    family: question.family,
    source: question.operation,
    ...(question.kind && { kind: question.kind }),
    asked: question.asked,
    at,
  };
  if ('why' in asked) {
    const source: Source = { ...about, result: 'not-asked', says: asked.why };
    return { source, statements: [] };
  }
  const { outcome } = asked;
  const statements = isAnswer(outcome) ? await statementsOf(question, outcome, at) : [];
  const source: Source = { ...about, ...resultOf(outcome, statements), ...traceOf(outcome) };
  return { source, statements };
}

/** A refusal of the question itself says nothing of what was asked about. */
function isAnswer({ class: ended, state }: Outcome): boolean {
  if (ended === 'REJECTED') return state !== undefined;
  return ended === 'SUCCESS' || ended === 'PENDING' || ended === 'PARTIAL';
}

function resultOf(
  outcome: Outcome,
  statements: readonly Statement[],
): Pick<Source, 'result' | 'says'> {
  if (statements.length > 0) return { result: 'found', says: statements.map(told).join('; ') };
  if (outcome.class === 'NOT_FOUND')
    return { result: 'not-found', says: 'the bank does not know it' };
  if (isAnswer(outcome)) return { result: 'not-found', says: 'no record of a payment' };
  return { result: 'no-answer', says: outcome.message };
}

/** `SUCCESS 250.00`, as the bank says it. */
export function told({ word, standing, amount, wanted, currency, code }: Statement): string {
  const parts = [
    visible(word ?? standing),
    amount && visible(amount),
    wanted && wanted !== amount && `of ${visible(wanted)}`,
    amount && currency && visible(currency),
    code && `(code ${visible(code)})`,
  ];
  return parts.filter(Boolean).join(' ');
}

function traceOf(outcome: Outcome): Partial<Source> {
  const code = outcome.code ?? codeIn(outcome);
  return {
    class: outcome.class,
    requestUId: outcome.request.requestUId,
    ...(code !== undefined && { code }),
    ...(outcome.http && { httpStatus: outcome.http.status, ms: outcome.http.ms }),
  };
}

function codeIn({ status }: Outcome): string | undefined {
  return textOf(status?.code);
}
