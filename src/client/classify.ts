import type * as z from 'zod/mini';
import type { BankStatus } from '../bank/answers.js';
import type { Operation } from '../bank/define.js';
import { type Doubt, doubtsIn } from '../bank/doubt.js';
import { maskInShape } from '../bank/privacy.js';
import { disagreement, type ExpectedEcho, expectedEchoes } from '../bank/questions.js';
import type { PaymentKind } from '../bank/reference.js';
import { messageOf } from '../bank/rule.js';
import type { WireResponse } from '../bank/wire.js';
import { at, fromPlain, type Json, textOf, toPlain } from '../core/json.js';
import type { Message } from '../core/message.js';
import { field } from '../messages/field.js';
import { verdict as says } from '../messages/verdict.js';
import { wording } from '../messages/wording.js';
import { openAnswer } from './direct-debit.js';
import { ofGatewayPage } from './gateway-pages.js';
import type { Outcome } from './outcome.js';
import { fieldNames } from './redact.js';
import { type Answer, readAnswer, retryAfterMs } from './response.js';
import { TransportFailure } from './transport.js';
import {
  answerLost,
  bankFailed,
  bankWords,
  callName,
  doubted,
  EXECUTED,
  type Exchange,
  isUnsafeToRepeat,
  judgeInquiry,
  notFound,
  quoted,
  rateLimited,
  redirected,
  refusedCertificate,
  refusedRights,
  rejected,
  stateAndReason,
  unusable,
  type Verdict,
  whyInvalid,
} from './verdict.js';

/** How the exchange ended, by the exit table. A pure function. */
export function classify(exchange: Exchange): Outcome {
  const { operation, request, requestUId, ms, directDebitKey } = exchange;
  const outcome = {
    operation: operation.id,
    request: { method: request.method, url: request.url, requestUId },
  };
  if (exchange.result instanceof TransportFailure) {
    return {
      ...outcome,
      network: exchange.result.reason,
      ...judgeFailure(exchange, exchange.result),
    };
  }
  const { result } = exchange;
  const answer = directDebitKey
    ? openAnswer(readAnswer(result), directDebitKey)
    : readAnswer(result);
  const verdict = judgeAnswer(exchange, result, answer);
  const http = { status: result.status, ms };
  const { status, data } = answer.valid ? answer : {};
  return { ...outcome, http, status, data, raw: result.body, ...verdict };
}

/** Codes by which the bank reports a failure of its own, with any HTTP status. */
const BANK_FAILED = new Set(['8901', '8902', '9700', '9900', '9990']);
const NO_RIGHTS = new Set(['9100', '9300', '9500', '9503']);
const TWO_WAY_TLS = new Set(['9591', '9595']);
const RATE_REACHED = '9900';

/**
 * The HTTP statuses with which these codes turn a call away before anything is carried out
 * ("Errors"). What moves money may be sent again after such an answer, so the pair must be right.
 */
const REFUSAL_STATUSES: Readonly<Record<string, readonly number[]>> = {
  '9100': [400, 401],
  '9300': [401],
  '9500': [401, 403],
  '9503': [403],
  '9591': [401],
  '9595': [401],
};

function judgeAnswer(exchange: Exchange, response: WireResponse, answer: Answer): Verdict {
  const { status, headers } = response;
  const code = answer.valid ? answer.code : undefined;
  if (code === '8101' || status >= 500 || status === 408)
    return {
      ...bankFailed(exchange, status, answer),
      retryAfterMs: requestedPause(exchange, headers),
    };
  if (status >= 300 && status < 400) return redirected(exchange, status, headers.location);
  // A gateway does not know what the bank did: only an answer of the bank itself proves it.
  const fragile = isUnsafeToRepeat(exchange.operation);
  const proven = isFromBank(answer) || !fragile;
  if (answer.valid && code !== '1000' && tellsOfEffect(exchange, answer.data)) {
    // It cannot be both: what proves nothing is inquired.
    return unusable(exchange, says.refusesAndMoves(bankWords(exchange, answer)));
  }
  if (
    answer.valid &&
    !answer.isBare &&
    provesNotExecuted(exchange.operation, status, answer.code)
  ) {
    return unusable(exchange, says.refusesAndMore(bankWords(exchange, answer)));
  }
  if (status === 429 && code !== '1000' && (code === RATE_REACHED || !fragile)) {
    return rateLimited(exchange, requestedPause(exchange, headers), code);
  }
  if (!answer.valid) {
    if (status === 401 && proven) return refusedRights(exchange, status);
    const gateway = status === 400 ? ofGatewayPage(exchange, answer.page) : undefined;
    if (gateway) return gateway;
    return unusable(exchange, says.answerWith(status, whyInvalid(exchange, answer)));
  }
  if (!proven) return unusable(exchange, says.foreignCode(answer.code));
  if (answer.code === '1000') {
    const { operation } = exchange;
    if (status === 200 || status === operation.status) return accepted(exchange, answer.data);
    return unusable(exchange, says.successWith(status));
  }
  if ((status === 200 || fragile) && BANK_FAILED.has(answer.code)) {
    return bankFailed(exchange, status, answer);
  }
  if (fragile && isMismatch(status, answer.code)) {
    return unusable(exchange, says.statusAgainst(status, bankWords(exchange, answer)));
  }
  if (TWO_WAY_TLS.has(answer.code)) return refusedCertificate(exchange, answer);
  if (status === 401 || (status === 403 && !fragile) || NO_RIGHTS.has(answer.code)) {
    return refusedRights(exchange, status, answer);
  }
  if (status === 404) return notFound(exchange, answer);
  if ([200, 400, 403].includes(status) || !fragile) {
    return rejected(exchange, bankWords(exchange, answer), answer.code);
  }
  return unusable(exchange, says.answered(status, bankWords(exchange, answer)));
}

/** Whether a refusal proves that a money call was not executed, so that the same may be sent again. */
function provesNotExecuted({ effect }: Operation, status: number, code: string): boolean {
  if (effect !== 'money' || code === '1000') return false;
  return [401, 429].includes(status) || NO_RIGHTS.has(code) || TWO_WAY_TLS.has(code);
}

/** A code of rights or certificates with a status of another meaning, or a 401 that is about neither. */
function isMismatch(status: number, code: string): boolean {
  const statuses = Object.hasOwn(REFUSAL_STATUSES, code) ? REFUSAL_STATUSES[code] : undefined;
  return statuses ? !statuses.includes(status) : status === 401;
}

/** Whether the data of a refusal says that money moved, or may still move. */
function tellsOfEffect({ operation, input, endedAt }: Exchange, data: Json | undefined): boolean {
  if (operation.effect !== 'money' || !data || !operation.data.safeParse(toPlain(data)).success) {
    return false;
  }
  const standing = operation.bankStatus?.(data, { input, now: endedAt });
  return standing?.state !== undefined && standing.class !== 'REJECTED';
}

/** Business codes have four digits; what a proxy puts there is the HTTP status. */
function isFromBank(answer: Answer): boolean {
  return answer.valid && answer.code.length === 4;
}

function requestedPause(
  { endedAt }: Exchange,
  headers: WireResponse['headers'],
): number | undefined {
  return retryAfterMs(headers['retry-after'], endedAt);
}

function accepted(exchange: Exchange, data: Json | undefined): Verdict {
  const { operation } = exchange;
  const parsed = operation.data.safeParse(toPlain(data));
  if (!parsed.success) {
    const why = breach(exchange, data, parsed.error.issues);
    return unusable(
      exchange,
      operation.specified ? says.breaksSpecification(why) : says.cannotBeUsed(why),
    );
  }
  const otherCall = data === undefined ? undefined : mismatch(exchange, data);
  if (otherCall !== undefined) return doubted(exchange, otherCall);
  const context = { input: exchange.input, now: exchange.endedAt };
  const standing = operation.bankStatus?.(data ?? null, context) ?? { class: 'SUCCESS' };
  const doubt = doubtAbout(exchange, data, standing);
  if (doubt !== undefined) return doubted(exchange, doubt);
  const isNoSuccess = standing.class !== 'SUCCESS' && operation.effect === 'read';
  return isNoSuccess ? judgeInquiry(exchange, standing) : judgeCall(exchange, standing);
}

/** The first place where an answer is not what its table says. */
function breach(
  exchange: Exchange,
  data: Json | undefined,
  [issue]: readonly z.core.$ZodIssue[],
): Message {
  const path = (issue?.path ?? []).map(String);
  const isAbsent = (path.length === 0 ? data : at(data, path.join('.'))) === undefined;
  const what = isAbsent && issue?.code === 'invalid_type' ? says.absent : whatIsWrong(issue);
  return field.of(quoted(exchange, ['data', ...path].join('.')), what);
}

/** In our words: the library's own are another file to load. */
function whatIsWrong(issue: z.core.$ZodIssue | undefined): Message {
  if (issue?.code === 'invalid_type') return says.notOfType(issue.expected);
  if (issue?.code === 'invalid_union') return says.noTypeOfIts;
  if (issue?.code === 'too_small') return field.empty;
  return (issue && messageOf(issue)) ?? says.wrong;
}

function judgeCall(exchange: Exchange, status: BankStatus): Verdict {
  const { class: statusClass, state, code, hint } = status;
  const name = callName(exchange.operation);
  const words = stateAndReason(exchange, status);
  if (statusClass === 'REJECTED') {
    const verdict = { ...rejected(exchange, says.saysNo(words), code), state };
    // `explain` would take a code of another list for one of its own.
    return exchange.operation.codes ? verdict : { ...verdict, hint: undefined };
  }
  const sentences = {
    SUCCESS: { message: says.bankConfirmed(name, words) },
    PENDING: {
      message: says.notFinalYet(name, words),
      hint: says.inquireAgain,
    },
    PARTIAL: { message: says.inPartOnly(name, words), hint },
  };
  return {
    ...{ class: statusClass, executed: EXECUTED[statusClass] },
    ...sentences[statusClass],
    ...{ state, code },
  };
}

/** The first value that the bank echoes differently, in the answer or in a record of its list. */
function mismatch(exchange: Exchange, data: Json): Doubt | undefined {
  const { operation, input } = exchange;
  const sent = fromPlain(input);
  const agreed = expectedEchoes(operation, (field) => textOf(at(sent, field))).map(
    ([path, ours, isAmount]): ExpectedEcho =>
      exchange.isRecorded && ours
        ? [path, asRecorded(operation, path, ours), isAmount]
        : [path, ours, isAmount],
  );
  for (const record of recordsIn(data, operation.pages)) {
    const difference = disagreement(record, agreed);
    if (difference === undefined) continue;
    const { path, theirs, ours } = difference;
    const field = operation.pages ? (path.split('.').at(-1) ?? path) : path;
    return { id: 'other', field, theirs: quoted(exchange, theirs, 50), ours };
  }
  return undefined;
}

/** The records of an answer that is or holds a list; any other answer is one record. */
function recordsIn(data: Json, pages: Operation['pages']): readonly Json[] {
  const records =
    pages && (at(data, pages.records) ?? at(data, `${pages.wrapper}.${pages.records}`) ?? []);
  const list = records ?? data;
  return Array.isArray(list) ? list : [data];
}

/** As a recording has it: a field of another name may be private in the answer alone. */
function asRecorded(operation: Operation, path: string, value: string): string | undefined {
  const field = path.split('.').at(-1) ?? path;
  const names = fieldNames(operation);
  const isKnown = (name: string) => names.has(name);
  return textOf(
    at(
      maskInShape({ [field]: value }, isKnown, (open) => open),
      field,
    ),
  );
}

/** Paid by calls of ours alone, which name the amount; a confirmed credit is shown without one. */
const PAID_BY_OUR_CALLS: ReadonlySet<PaymentKind> = new Set(['transfer', 'dd']);

/** What cannot be true of the payments that an inquiry tells of. */
function doubtAbout(
  { operation, input, mayLackAmount = PAID_BY_OUR_CALLS.has(operation.payment) }: Exchange,
  data: Json = null,
  { class: ended }: BankStatus,
): Doubt | undefined {
  const { role, readPayments: says, payment } = operation;
  if (role !== 'inquiry' || says === undefined) return undefined;
  const [doubt] = doubtsIn(says(data, ended, input), { payment, mayLackAmount }).values();
  return doubt;
}

function judgeFailure(exchange: Exchange, failure: TransportFailure): Verdict {
  const { operation } = exchange;
  if (!failure.sent) {
    return {
      class: failure.reason === 'tls' ? 'TLS' : 'UNAVAILABLE',
      executed: 'no',
      message: says.notSent(callName(operation), failure.said),
      hint: failure.fix ?? wording.command('payctl doctor'),
    };
  }
  const isUnreadable = ['truncated', 'too-large', 'malformed'].includes(failure.reason);
  const verdict = isUnreadable
    ? unusable(exchange, failure.said)
    : answerLost(exchange, failure.said);
  return isUnsafeToRepeat(operation) ? verdict : { ...verdict, hint: failure.fix ?? verdict.hint };
}
