import { type BankStatus, NO_SUCH_ENTITY } from '../bank/answers.js';
import { type Doubt, doubtMessage, findDoubts } from '../bank/doubt.js';
import { loadOperation } from '../bank/families.js';
import type { Outcome } from '../client/outcome.js';
import { withoutUndefined } from '../core/fields.js';
import { jsonText } from '../core/json.js';
import { joinTexts } from '../core/message.js';
import { inquiries } from '../messages/inquiries.js';
import type { AskedQuestion, PaymentQuestion } from './ask.js';
import type { EvidenceSource, PaymentStatement } from './evidence.js';
import { formatStatement } from './statement.js';

/** How an inquiry went, and what it says of payments. */
export async function readAnswer(
  asked: AskedQuestion,
  now: number,
): Promise<{ source: EvidenceSource; statements: PaymentStatement[] }> {
  const { question } = asked;
  const at = 'why' in asked ? now : asked.at;
  const about = {
    family: question.family,
    source: question.operation,
    ...(question.kind && { kind: question.kind }),
    days: question.days,
    asked: question.asked,
    at,
  };
  if ('why' in asked) {
    const { why: says, lacks } = asked;
    const source: EvidenceSource = {
      ...about,
      result: 'not-asked',
      says,
      lacks,
    };
    return { source, statements: [] };
  }
  const { outcome } = asked;
  const statements = isAnswer(outcome) ? await readStatements(question, outcome, at) : [];
  const doubt = outcome.doubt ?? doubtAbout(question, statements);
  if (doubt !== undefined) {
    const source = { ...about, ...callTrace(outcome), class: 'BAD_DATA', doubt } as const;
    return {
      source: { ...source, result: 'no-answer', says: doubtMessage(doubt) },
      statements: [],
    };
  }
  const source: EvidenceSource = {
    ...about,
    ...classifyAnswer(outcome, statements),
    ...callTrace(outcome),
  };
  return { source, statements };
}

/** What an answer says of payments; none where the bank has no record. */
async function readStatements(question: PaymentQuestion, outcome: Outcome, saidAt: number) {
  const { data = null, class: ended } = outcome;
  const { family, reference, operation: source, kind, input } = question;
  const { readPayments: says } = await loadOperation(source);
  const records = isStanding(ended) ? (says?.(data, ended, input) ?? []) : [];
  return records.map(
    (one): PaymentStatement => ({
      family,
      reference,
      source,
      ...(kind && { kind }),
      saidAt,
      requestUId: outcome.request.requestUId,
      ...withoutUndefined({ ...one }),
      standing: one.standing,
    }),
  );
}

function isStanding(ended: Outcome['class']): ended is BankStatus['class'] {
  return ['SUCCESS', 'REJECTED', 'PENDING', 'PARTIAL'].includes(ended);
}

/** Verdicts rest on amounts, and the results of searches have not been checked before. */
function doubtAbout(
  { kind, reference, family: payment }: PaymentQuestion,
  statements: readonly PaymentStatement[],
): Doubt | undefined {
  const [doubt] = findDoubts(statements, {
    payment,
    ...(kind === 'search' && reference !== '' && { ref1: reference }),
  }).values();
  return doubt;
}

/** Only 404 with code 1104 proves that the bank has no record; other 404s do not. */
function saysAbsent({ class: ended, http, code }: Outcome): boolean {
  if (ended !== 'NOT_FOUND') return false;
  return http?.status === NO_SUCH_ENTITY.status && code === NO_SUCH_ENTITY.code;
}

/** A refusal of the inquiry itself says nothing about the payment. */
function isAnswer({ class: ended, state }: Outcome): boolean {
  if (ended === 'REJECTED') return state !== undefined;
  return ended === 'SUCCESS' || ended === 'PENDING' || ended === 'PARTIAL';
}

function classifyAnswer(
  outcome: Outcome,
  statements: readonly PaymentStatement[],
): Pick<EvidenceSource, 'result' | 'says'> {
  if (statements.length > 0)
    return { result: 'found', says: joinTexts(statements.map(formatStatement)) };
  if (saysAbsent(outcome)) return { result: 'not-found', says: inquiries.bankDoesNotKnow };
  if (isAnswer(outcome)) return { result: 'not-found', says: inquiries.noRecord };
  return { result: 'no-answer', says: outcome.message };
}

function callTrace(outcome: Outcome): Partial<EvidenceSource> {
  const code = outcome.code ?? jsonText(outcome.status?.code);
  return {
    class: outcome.class,
    requestUId: outcome.request.requestUId,
    code,
    ...(outcome.http && { httpStatus: outcome.http.status, ms: outcome.http.ms }),
  };
}
