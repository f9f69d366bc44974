import type { Fields, Operation } from '../bank/define.js';
import { type Doubt, doubtMessage } from '../bank/doubt.js';
import { questionsAbout } from '../bank/questions.js';
import type { WireRequest, WireResponse } from '../bank/wire.js';
import { flagName } from '../core/fields.js';
import { at, fromPlain, textOf } from '../core/json.js';
import type { Message } from '../core/message.js';
import { excerpt } from '../core/text.js';
import { verdict as says } from '../messages/verdict.js';
import { wording } from '../messages/wording.js';
import type { DirectDebitKey } from './connection.js';
import type { Outcome } from './outcome.js';
import { scrubbed } from './redact.js';
import { type Answer, type InvalidAnswer, isEmpty, type ValidAnswer } from './response.js';
import type { TransportFailure } from './transport.js';

/** One attempt that has ended. */
export interface Exchange {
  operation: Operation;
  input: Fields;
  request: WireRequest;
  requestUId: string;
  ms: number;
  /** Milliseconds since the epoch when it ended: what a Retry-After date is held against. */
  endedAt: number;
  result: WireResponse | TransportFailure;
  /** Opens what came encrypted. */
  directDebitKey?: DirectDebitKey;
  /** A recording answers: what is private is masked in it. */
  isRecorded?: boolean;
  /** The amount is known from elsewhere: an answer without one is believed. */
  mayLackAmount?: boolean;
}

/** What the rules decide; the rest of an outcome is copied. */
export type Verdict = Pick<
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

/** Whether a lost answer leaves the outcome unknown: all that moves money, and creations that are not repeatable. */
export function isUnsafeToRepeat({ effect, repeatable }: Operation): boolean {
  return effect === 'money' || (effect === 'create' && !repeatable);
}

export function rejected({ operation }: Exchange, why: Message, code?: string): Verdict {
  return {
    class: 'REJECTED',
    executed: 'no',
    message: says.refused(callName(operation), why),
    hint: code ? explainCommand(code) : undefined,
    code,
  };
}

/** The command that tells what a code means. */
export function explainCommand(code: string): Message {
  return wording.command(`payctl explain ${excerpt(code, 20)}`);
}

export function notFound(exchange: Exchange, answer: ValidAnswer): Verdict {
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

export function refusedRights(exchange: Exchange, status: number, answer?: ValidAnswer): Verdict {
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
    hint: isOfUser ? says.logIn : wording.command('payctl doctor'),
    code: answer?.code,
  };
}

export function refusedCertificate(exchange: Exchange, answer: ValidAnswer): Verdict {
  return {
    class: 'TLS',
    executed: 'no',
    message: says.needsCertificate(callName(exchange.operation), bankWords(exchange, answer)),
    hint: says.giveCertificate,
    code: answer.code,
  };
}

export function rateLimited({ operation }: Exchange, waitMs?: number, code?: string): Verdict {
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

export function redirected(exchange: Exchange, status: number, location = ''): Verdict {
  const base = exchange.request.url;
  const host = URL.canParse(location, base)
    ? excerpt(new URL(location, base).host, 100)
    : says.unreadableAddress;
  return unusable(exchange, says.redirect(status, host));
}

/** The bank or a gateway before it failed; a later attempt may work. */
export function bankFailed(exchange: Exchange, status: number, answer: Answer): Verdict {
  const why = answer.valid
    ? bankWords(exchange, answer)
    : unreadableAnswer(exchange, status, answer);
  return {
    ...answerLost(exchange, says.bankFailed(status, why)),
    code: answer.valid ? answer.code : undefined,
  };
}

/** The specification: 500 without a code is how a wrong method is answered. */
function unreadableAnswer(exchange: Exchange, status: number, answer: InvalidAnswer): Message {
  const { method, url } = exchange.request;
  const why = whyInvalid(exchange, answer);
  return status === 500
    ? says.answerTo(`${method} ${new URL(url).pathname}`, why)
    : says.answer(why);
}

/** An answer that cannot be believed. */
export function unusable(exchange: Exchange, why: Message): Verdict {
  if (isUnsafeToRepeat(exchange.operation)) return outcomeUnknown(exchange, why);
  return {
    class: 'BAD_DATA',
    executed: 'unknown',
    message: wording.about(callName(exchange.operation), why),
    hint: says.checkAddress,
  };
}

/** A valid answer that is about something else, or cannot be true. */
export function doubted(exchange: Exchange, doubt: Doubt): Verdict {
  const verdict = unusable(exchange, doubtMessage(doubt));
  return isUnsafeToRepeat(exchange.operation)
    ? verdict
    : { ...verdict, doubt, hint: says.doNotRely };
}

/** No answer decided anything, and the call may have arrived. */
export function answerLost(exchange: Exchange, why: Message): Verdict {
  const { operation } = exchange;
  if (isUnsafeToRepeat(operation)) return outcomeUnknown(exchange, why);
  return {
    class: 'UNAVAILABLE',
    executed: operation.effect === 'create' ? 'unknown' : 'no',
    message: says.failedForNow(callName(operation), why),
    hint: says.later,
  };
}

function outcomeUnknown(exchange: Exchange, why: Message): Verdict {
  const { operation, input } = exchange;
  const reference = operation.reference && textOf(at(fromPlain(input), operation.reference));
  const named = reference ? ` --ref ${reference}` : '';
  return {
    class: 'OUTCOME_UNKNOWN',
    executed: 'unknown',
    message: says.unknownWhether(callName(operation), why),
    hint:
      operation.effect === 'money'
        ? wording.command(`payctl journal recover${named}`)
        : afterLostCreate(exchange),
  };
}

/** The inquiry that knows a creation by its own input; a transfer is known by an id that was lost. */
function afterLostCreate({ operation, input, endedAt }: Exchange): Message {
  const [question] = questionsAbout(operation, input, null, endedAt);
  if (question === undefined) return says.initiateAgain;
  const flags = Object.entries(question.input).flatMap(([field, value]) =>
    typeof value === 'string' ? `${flagName(field)} ${value}` : [],
  );
  return wording.command(['payctl', question.operation.replace('.', ' '), ...flags].join(' '));
}

/** The command for people; a call without one is named by its id. */
export function callName({ command, id }: Operation): string {
  return command.length === 0 ? id : command.join(' ');
}

/** Words of the bank, safe to print: without echoed credentials or control characters, and short. */
export function quoted({ request }: Exchange, words: string, length = 200): string {
  return excerpt(scrubbed(words, request), length);
}

/** The bank's own words, with its code. */
export function bankWords(exchange: Exchange, { code, status }: ValidAnswer): Message {
  const words = textOf(status.description);
  return words ? says.said(quoted(exchange, words), code) : says.code(code);
}

/** Never quotes the answer of a token endpoint: it may hold a new token. */
export function whyInvalid(exchange: Exchange, { why, page }: InvalidAnswer): Message {
  if (page === undefined || exchange.operation.effect === 'auth') return why;
  return wording.about(why, quoted(exchange, page));
}
