import { inputText } from '../bank/check.js';
import type { Fields, Operation } from '../bank/define.js';
import { type Doubt, doubtMessage } from '../bank/doubt.js';
import { questionsAbout } from '../bank/questions.js';
import type { WireRequest, WireResponse } from '../bank/wire.js';
import { payctl } from '../core/command-line.js';
import type { ErrorFacts } from '../core/errors.js';
import { flagName } from '../core/fields.js';
import { fromPlain, jsonText, stringifyJson } from '../core/json.js';
import type { Message } from '../core/message.js';
import { excerpt } from '../core/text.js';
import { verdict as says } from '../messages/verdict.js';
import { wording } from '../messages/wording.js';
import type { DirectDebitKey } from './connection.js';
import type { Outcome } from './outcome.js';
import { scrubbed } from './redact.js';
import { type Answer, type InvalidAnswer, isEmpty, type ValidAnswer } from './response.js';
import type { TransportFailure } from './transport.js';

/** One attempt that has ended: what is judged. */
export interface Exchange {
  operation: Operation;
  input: Fields;
  request: WireRequest;
  requestUId: string;
  ms: number;
  /** When it ended, in milliseconds since the epoch: a Retry-After date is compared with it. */
  endedAt: number;
  result: WireResponse | TransportFailure;
  /** Decrypts the answers of direct debit. */
  directDebitKey?: DirectDebitKey;
  /** The answer is of a recording, in which private values are masked. */
  isRecorded?: boolean;
  /** The amount is known from elsewhere: an answer without one is believed. */
  mayLackAmount?: boolean;
}

/** The part of an outcome that is decided here; the rest is copied from the exchange. */
export type OutcomeVerdict = Pick<
  Outcome,
  | 'class'
  | 'executed'
  | 'message'
  | 'hint'
  | 'code'
  | 'found'
  | 'doubt'
  | 'showsMore'
  | 'state'
  | 'retryAfterMs'
>;

type FailedCall = Pick<Outcome, 'hint' | 'code' | 'executed' | 'http' | 'network'> & {
  request?: Pick<Outcome['request'], 'requestUId'>;
};

/** What is known of a failed call, for the error that reports it. */
export function toErrorFacts({
  hint,
  code,
  executed,
  http,
  network,
  request,
}: FailedCall): ErrorFacts {
  const { requestUId } = request ?? {};
  return { hint, code, executed, network, httpStatus: http?.status, requestUId };
}

/**
 * Whether a lost answer leaves the outcome unknown: of what moves money, and of creations that are
 * not repeatable.
 */
export function isUnsafeToRepeat({ effect, repeatable }: Operation): boolean {
  return effect === 'money' || (effect === 'create' && !repeatable);
}

/** The bank refused the call; `code` explains it. */
export function rejected({ operation }: Exchange, why: Message, code?: string): OutcomeVerdict {
  return {
    class: 'REJECTED',
    executed: 'no',
    message: says.refused(callName(operation), why),
    hint: code ? explainCommand(code) : undefined,
    code,
  };
}

/** The command that tells what a code of the bank means. */
export function explainCommand(code: string): Message {
  return payctl.withoutProfile`explain ${excerpt(code, 20)}`;
}

/** The bank does not have the reference, or no record that matches. */
export function notFound(exchange: Exchange, answer: ValidAnswer): OutcomeVerdict {
  const { operation } = exchange;
  const words = [callName(operation), bankWords(exchange, answer)] as const;
  return {
    class: 'NOT_FOUND',
    executed: 'no',
    message: operation.reference ? says.noSuchReference(...words) : says.noMatch(...words),
    hint: operation.notFound ?? says.checkReference,
    code: answer.code,
    ...((!answer.isBare || !isEmpty(answer.status.details)) && { showsMore: true }),
  };
}

/** Token, credentials or consent were refused, or do not suffice. */
export function refusedRights(
  exchange: Exchange,
  status: number,
  answer?: ValidAnswer,
): OutcomeVerdict {
  const { operation } = exchange;
  const refusal = {
    call: callName(operation),
    status,
    said: answer && bankWords(exchange, answer),
  };
  // A refresh token is a user's, and only a new consent gives another.
  const isOfUser = operation.subject === 'user' || operation.consented === true;
  return {
    class: 'AUTH',
    executed: 'no',
    message: isOfUser ? says.refusedConsent(refusal) : says.refusedCredentials(refusal),
    hint: isOfUser ? says.logIn : payctl`doctor`,
    code: answer?.code,
  };
}

/** The endpoint needs two-way TLS (9591, 9595 of "Errors"). */
export function refusedCertificate(exchange: Exchange, answer: ValidAnswer): OutcomeVerdict {
  return {
    class: 'TLS',
    executed: 'no',
    message: says.needsCertificate(callName(exchange.operation), bankWords(exchange, answer)),
    hint: says.giveCertificate,
    code: answer.code,
  };
}

/** The rate is reached (429 / 9900 of "Errors"); `waitMs` as the bank asks. */
export function rateLimited(
  { operation }: Exchange,
  waitMs?: number,
  code?: string,
): OutcomeVerdict {
  const call = callName(operation);
  return {
    class: 'RATE_LIMITED',
    executed: 'no',
    message:
      waitMs === undefined
        ? says.rateReached(call)
        : says.rateReachedFor(call, Math.ceil(waitMs / 1000)),
    hint: says.laterAndSlower,
    retryAfterMs: waitMs,
    code,
  };
}

/** A redirect, which is never followed. */
export function redirected(exchange: Exchange, status: number, location = ''): OutcomeVerdict {
  const base = exchange.request.url;
  const host = URL.canParse(location, base)
    ? excerpt(new URL(location, base).host, 100)
    : says.unreadableAddress;
  return unusable(exchange, says.redirect(status, host));
}

/** The bank, or a gateway before it, failed; a later attempt may succeed. */
export function bankFailed(exchange: Exchange, status: number, answer: Answer): OutcomeVerdict {
  const why = answer.valid
    ? bankWords(exchange, answer)
    : unreadableAnswer(exchange, status, answer);
  return {
    ...answerLost(exchange, says.bankFailed(status, why)),
    code: answer.valid ? answer.code : undefined,
  };
}

/** With the request where the status is 500: without a code it means a wrong method ("Errors"). */
function unreadableAnswer(exchange: Exchange, status: number, answer: InvalidAnswer): Message {
  const { method, url } = exchange.request;
  const why = whyInvalid(exchange, answer);
  return status === 500
    ? says.answerTo(`${method} ${new URL(url).pathname}`, why)
    : says.answer(why);
}

/** The answer proves nothing: broken, not from the bank, or it contradicts itself or the specification. */
export function unusable(exchange: Exchange, why: Message): OutcomeVerdict {
  if (isUnsafeToRepeat(exchange.operation)) return outcomeUnknown(exchange, why);
  return {
    class: 'BAD_DATA',
    executed: 'unknown',
    message: wording.about(callName(exchange.operation), why),
    hint: says.checkAddress,
  };
}

/** The answer is valid, but about something else, or cannot be true. */
export function doubted(exchange: Exchange, doubt: Doubt): OutcomeVerdict {
  const verdict = unusable(exchange, doubtMessage(doubt));
  return isUnsafeToRepeat(exchange.operation)
    ? verdict
    : { ...verdict, doubt, hint: says.doNotRely };
}

/** There is no usable answer, and the call may have arrived. */
export function answerLost(exchange: Exchange, why: Message): OutcomeVerdict {
  const { operation } = exchange;
  if (isUnsafeToRepeat(operation)) return outcomeUnknown(exchange, why);
  return {
    class: 'UNAVAILABLE',
    executed: operation.effect === 'create' ? 'unknown' : 'no',
    message: says.failedForNow(callName(operation), why),
    hint: says.later,
  };
}

function outcomeUnknown(exchange: Exchange, why: Message): OutcomeVerdict {
  const { operation, input } = exchange;
  const reference = operation.reference && inputText(input, operation.reference);
  const named = reference ? ['--ref', reference] : [];
  return {
    class: 'OUTCOME_UNKNOWN',
    executed: 'unknown',
    message: says.unknownWhether(callName(operation), why),
    hint:
      operation.effect === 'money'
        ? payctl`journal recover ${named}`.inCode(says.inquireOnly)
        : afterLostCreate(exchange),
  };
}

/**
 * The inquiry that finds a creation by its input; a transfer has only an id, which was lost with
 * the answer.
 */
function afterLostCreate({ operation, input, endedAt }: Exchange): Message {
  const [question] = questionsAbout(operation, input, null, endedAt);
  if (question === undefined) return says.initiateAgain;
  const { operation: id, input: asked } = question;
  const flags = Object.entries(asked).flatMap(([field, value]) =>
    typeof value === 'string' ? [flagName(field), value] : [],
  );
  return payctl`${id.split('.')} ${flags}`.inCode(`${id}(${stringifyJson(fromPlain(asked))})`);
}

/** The call as people know it: its command, or the id of one without. */
export function callName({ command, id }: Operation): string {
  return command.length === 0 ? id : command.join(' ');
}

/** Words of the bank, safe to print: without echoed credentials and control characters, and shortened. */
export function quoted({ request }: Exchange, words: string, length = 200): string {
  return excerpt(scrubbed(words, request), length);
}

/** The bank's description and code. */
export function bankWords(exchange: Exchange, { code, status }: ValidAnswer): Message {
  const words = jsonText(status.description);
  return words ? says.said(quoted(exchange, words), code) : says.code(code);
}

/** Why an answer is invalid; quotes a page, but never of a token endpoint, where it may hold a new token. */
export function whyInvalid(exchange: Exchange, { why, page }: InvalidAnswer): Message {
  if (page === undefined || exchange.operation.effect === 'auth') return why;
  return wording.about(why, quoted(exchange, page));
}
