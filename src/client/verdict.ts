import { flagName } from '../api/flag-name.js';
import type { Fields, Operation } from '../api/operation.js';
import type { WireRequest, WireResponse } from '../api/wire.js';
import { at, fromPlain, textOf } from '../json.js';
import { excerpt } from '../text.js';
import type { DirectDebitKey } from './connection.js';
import type { Outcome } from './outcome.js';
import { scrubbed } from './redact.js';
import type { Answer } from './response.js';
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
}

/** What the rules decide; the rest of an outcome is copied. */
export type Verdict = Pick<
  Outcome,
  'class' | 'executed' | 'message' | 'hint' | 'code' | 'found' | 'state' | 'retryAfterMs'
>;

type Valid = Extract<Answer, { valid: true }>;
type Invalid = Extract<Answer, { valid: false }>;

/** Whether a lost answer leaves a question: all that moves money, and what creates and may not be repeated. */
export function isFragile({ effect, repeatable }: Operation): boolean {
  return effect === 'money' || (effect === 'create' && !repeatable);
}

export function rejected({ operation }: Exchange, why: string, code?: string): Verdict {
  return {
    class: 'REJECTED',
    executed: 'no',
    message: `the bank refused ${nameOf(operation)}: ${why}`,
    hint: code && `payctl explain ${excerpt(code, 20)}`,
    code,
  };
}

export function notFound(exchange: Exchange, answer: Valid): Verdict {
  return {
    class: 'NOT_FOUND',
    executed: 'no',
    message: `the bank does not know what ${nameOf(exchange.operation)} asks for: ${said(exchange, answer)}`,
    hint:
      exchange.operation.notFound ??
      'check the reference, the company and the environment of the profile',
    code: answer.code,
  };
}

export function refusedRights(exchange: Exchange, status: number, answer?: Valid): Verdict {
  const { operation } = exchange;
  const words = answer === undefined ? '' : `, ${said(exchange, answer)}`;
  // A refresh token is a user's, and only a new consent gives another.
  const user = operation.subject === 'user' || operation.id === 'token.refresh';
  const what = user
    ? `${nameOf(operation)}: it needs the consent of a user, by payctl token login`
    : `the credentials or their rights for ${nameOf(operation)}`;
  return {
    class: 'AUTH',
    executed: 'no',
    message: `the bank refused ${what} (HTTP ${status}${words})`,
    hint: user ? 'payctl token login, or payctl doctor' : 'payctl doctor',
    code: answer?.code,
  };
}

export function refusedCertificate(exchange: Exchange, answer: Valid): Verdict {
  return {
    class: 'TLS',
    executed: 'no',
    message: `${nameOf(exchange.operation)} needs a client certificate that the bank accepts: ${said(exchange, answer)}`,
    hint: 'set clientCert and clientKey in the profile, then payctl doctor',
    code: answer.code,
  };
}

export function rateLimited({ operation }: Exchange, waitMs?: number, code?: string): Verdict {
  const seconds = waitMs === undefined ? '' : `; it asks to wait ${Math.ceil(waitMs / 1000)} s`;
  return {
    class: 'RATE_LIMITED',
    executed: 'no',
    message: `the bank's request rate was reached before ${nameOf(operation)}${seconds}`,
    hint: 'repeat it later, or give --retries and a lower --rate',
    retryAfterMs: waitMs,
    code,
  };
}

export function redirected(exchange: Exchange, status: number, location = ''): Verdict {
  const base = exchange.request.url;
  const host = URL.canParse(location, base)
    ? new URL(location, base).host
    : 'an unreadable address';
  return unusable(
    exchange,
    `the answer is a redirect (HTTP ${status}) to ${excerpt(host, 100)}, which is never followed`,
  );
}

/** The bank, or something before it, failed: later it may work. */
export function failedThere(exchange: Exchange, status: number, answer: Answer): Verdict {
  const { method, url } = exchange.request;
  // The specification: 500 without a code is how a wrong method is answered.
  const asked = status === 500 ? ` to ${method} ${new URL(url).pathname}` : '';
  const words = answer.valid
    ? said(exchange, answer)
    : `the answer${asked} ${wrong(exchange, answer)}`;
  return {
    ...lost(exchange, `the bank failed with HTTP status ${status}, ${words}`),
    code: answer.valid ? answer.code : undefined,
  };
}

/** An answer that cannot be believed. */
export function unusable(exchange: Exchange, why: string): Verdict {
  if (isFragile(exchange.operation)) return unknown(exchange, why);
  return {
    class: 'BAD_DATA',
    executed: 'unknown',
    message: `${nameOf(exchange.operation)}: ${why}`,
    hint: 'payctl config get baseUrl: is it right? -vv shows the exchange',
  };
}

/** No answer that decides anything, though the call may have arrived. */
export function lost(exchange: Exchange, why: string): Verdict {
  const { operation } = exchange;
  if (isFragile(operation)) return unknown(exchange, why);
  return {
    class: 'UNAVAILABLE',
    executed: operation.effect === 'create' ? 'unknown' : 'no',
    message: `${nameOf(operation)} failed for now: ${why}`,
    hint: 'repeat it in a while',
  };
}

function unknown(exchange: Exchange, why: string): Verdict {
  const { operation, input } = exchange;
  const reference = operation.reference && textOf(at(fromPlain(input), operation.reference));
  const named = reference ? ` --ref ${reference}` : '';
  return {
    class: 'OUTCOME_UNKNOWN',
    executed: 'unknown',
    message: `whether the bank carried out ${nameOf(operation)} is not known: ${why}`,
    hint:
      operation.effect === 'money' ? `payctl journal recover${named}` : afterLostCreate(exchange),
  };
}

/** The inquiry that knows a creation by its own input; a transfer is known by an id that was lost. */
function afterLostCreate({ operation, input, endedAt }: Exchange): string {
  const [question] = operation.followUps?.(input, null, endedAt) ?? [];
  if (question === undefined) {
    return 'nothing moves before a confirmation; initiate again under another reference';
  }
  const flags = Object.entries(question.input).flatMap(([field, value]) =>
    typeof value === 'string' ? `${flagName(field)} ${value}` : [],
  );
  return ['payctl', question.by.replace('.', ' '), ...flags].join(' ');
}

/** As a person calls it: the command, where it has one. */
export function nameOf({ command, id }: Operation): string {
  return command.length === 0 ? id : command.join(' ');
}

/** Words of the other side, safe to print: without credentials that it echoes, visible, and short. */
export function quoted({ request }: Exchange, words: string, length = 200): string {
  return excerpt(scrubbed(words, request), length);
}

/** The bank's own words, with its code. */
export function said(exchange: Exchange, { code, status }: Valid): string {
  const words = textOf(status.description);
  return words ? `${quoted(exchange, words)} (code ${code})` : `code ${code}`;
}

/** Quotes nothing that a token endpoint says: a new token may be in it. */
export function wrong(exchange: Exchange, { why, page }: Invalid): string {
  if (page === undefined || exchange.operation.effect === 'auth') return why;
  return `${why}: ${quoted(exchange, page)}`;
}
