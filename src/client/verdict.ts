import type { Standing } from '../bank/answers.js';
import type { Fields, Operation } from '../bank/define.js';
import { type Doubt, doubtText } from '../bank/doubt.js';
import { questionsAbout } from '../bank/questions.js';
import type { WireRequest, WireResponse } from '../bank/wire.js';
import { flagName } from '../core/fields.js';
import { at, fromPlain, textOf } from '../core/json.js';
import { excerpt } from '../core/text.js';
import type { DirectDebitKey } from './connection.js';
import type { Outcome } from './outcome.js';
import { scrubbed } from './redact.js';
import { type Answer, isEmpty } from './response.js';
import type { TransportFailure } from './transport.js';

interface GatewayPage {
  words: RegExp;
  /** Believed only of a connection without TLS. */
  inClear?: true;
  message: string;
  hint: string;
}

/**
 * Pages by which a web server before the bank says that the connection is not what it takes, as
 * nginx, Apache and Go's have them. No such request gets as far as the bank.
 */
const GATEWAY_PAGES: readonly GatewayPage[] = [
  {
    words: /no required ssl certificate was sent/i,
    message: 'it wants a client certificate, and none was given',
    hint: 'set clientCert and clientKey, then: payctl doctor',
  },
  {
    words: /the ssl certificate error/i,
    message: 'it did not accept the client certificate',
    hint: 'payctl config show --origin: is clientCert the one that the bank knows?',
  },
  {
    words:
      /plain http request was sent to https port|sent an http request to an https server|speaking plain http to an ssl-enabled/i,
    inClear: true,
    message: 'it speaks TLS there, and baseUrl begins with http://',
    hint: 'payctl config show --origin says where baseUrl is set: it must begin with https://',
  },
];

/**
 * undefined where the page says nothing of the kind. Nor is it believed of a call that can move
 * money: that one is inquired. It never comes so far, because the token comes first.
 */
export function ofGatewayPage(exchange: Exchange, page: string | undefined): Verdict | undefined {
  if (page === undefined || isFragile(exchange.operation)) return undefined;
  const text = page.replace(/\s+/g, ' ');
  const said = GATEWAY_PAGES.find(
    ({ words, inClear }) =>
      words.test(text) && (!inClear || exchange.request.url.startsWith('http:')),
  );
  return (
    said && {
      class: 'TLS',
      executed: 'no',
      message: `the gateway before the bank turned ${nameOf(exchange.operation)} away (HTTP 400): ${said.message}`,
      hint: said.hint,
    }
  );
}

/** An inquiry went well: what it has found may be no success all the same. */
export function found(exchange: Exchange, standing: Standing): Verdict {
  const { class: ended, state, code } = standing;
  const what = standing.found ?? FOUND[ended];
  return {
    class: ended,
    executed: EXECUTED[ended],
    message: `${nameOf(exchange.operation)}: ${what}${inItsWords(exchange, standing)}`,
    hint: standing.hint ?? afterFound(exchange, standing),
    found: true,
    state,
    code,
  };
}

/** The bank's word for how it stands, and its reason. */
export function inItsWords(exchange: Exchange, { state, reason }: Standing): string {
  const word = state === undefined ? '' : ` (${quoted(exchange, state, 60)})`;
  return reason ? `${word}: ${quoted(exchange, reason)}` : word;
}

const FOUND = {
  SUCCESS: 'confirmed',
  PENDING: 'not final yet',
  PARTIAL: 'carried out in part only',
  REJECTED: 'ended without success',
} as const;
export const EXECUTED = {
  SUCCESS: 'yes',
  PENDING: 'unknown',
  PARTIAL: 'yes',
  REJECTED: 'no',
} as const;

function afterFound({ operation, input }: Exchange, { class: ended, code }: Standing) {
  if (ended === 'PENDING') return 'inquire again in a few seconds, or add --wait';
  // What a code inside other data means nobody says: `explain` would take it for one of these.
  if (code && operation.codes) return `payctl explain ${excerpt(code, 20)}`;
  const reference = input[operation.positional ?? operation.reference ?? ''];
  if (typeof reference !== 'string') return undefined;
  return `payctl investigate ${excerpt(reference, 60)} tells what became of it`;
}

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
    message: `${nameOf(exchange.operation)}: the bank has nothing ${exchange.operation.reference ? 'with this reference' : 'that matches'}: ${said(exchange, answer)}`,
    hint:
      exchange.operation.notFound ??
      'check the reference, the company and the environment of the profile',
    code: answer.code,
    ...((!answer.isBare || !isEmpty(answer.status.details)) && { showsMore: true }),
  };
}

export function refusedRights(exchange: Exchange, status: number, answer?: Valid): Verdict {
  const { operation } = exchange;
  const words = answer === undefined ? '' : `, ${said(exchange, answer)}`;
  // A refresh token is a user's, and only a new consent gives another.
  const user = operation.subject === 'user' || operation.consented === true;
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
    hint: 'try again later, with --retries and a lower --rate',
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
    hint: 'check baseUrl: payctl config get baseUrl; -vv shows the exchange',
  };
}

/** A valid answer that is about something else, or cannot be true. */
export function doubted(exchange: Exchange, doubt: Doubt): Verdict {
  const verdict = unusable(exchange, doubtText(doubt));
  return isFragile(exchange.operation) ? verdict : { ...verdict, doubt, hint: DOUBTED };
}

const DOUBTED = 'do not rely on it: ask the bank, with the requestUId; -vv shows the exchange';

/** No answer that decides anything, though the call may have arrived. */
export function lost(exchange: Exchange, why: string): Verdict {
  const { operation } = exchange;
  if (isFragile(operation)) return unknown(exchange, why);
  return {
    class: 'UNAVAILABLE',
    executed: operation.effect === 'create' ? 'unknown' : 'no',
    message: `${nameOf(operation)} failed for now: ${why}`,
    hint: 'try again later',
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
  const [question] = questionsAbout(operation, input, null, endedAt);
  if (question === undefined) {
    return 'no money moves before the transfer is confirmed; initiate it again with another reference';
  }
  const flags = Object.entries(question.input).flatMap(([field, value]) =>
    typeof value === 'string' ? `${flagName(field)} ${value}` : [],
  );
  return ['payctl', question.operation.replace('.', ' '), ...flags].join(' ');
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
