import type { Standing } from '../bank/answers.js';
import type { Fields, Operation } from '../bank/define.js';
import { type Doubt, doubtText } from '../bank/doubt.js';
import { questionsAbout } from '../bank/questions.js';
import type { WireRequest, WireResponse } from '../bank/wire.js';
import { flagName } from '../core/fields.js';
import { at, fromPlain, textOf } from '../core/json.js';
import type { Message, Text } from '../core/message.js';
import { excerpt } from '../core/text.js';
import { common } from '../messages/common.js';
import { verdict as says } from '../messages/verdict.js';
import type { DirectDebitKey } from './connection.js';
import type { Outcome } from './outcome.js';
import { scrubbed } from './redact.js';
import { type Answer, isEmpty } from './response.js';
import type { TransportFailure } from './transport.js';

interface GatewayPage {
  words: RegExp;
  /** Believed only of a connection without TLS. */
  inClear?: true;
  message: Message;
  hint: Message;
}

/**
 * Pages by which a web server before the bank says that the connection is not what it takes, as
 * nginx, Apache and Go's have them. No such request gets as far as the bank.
 */
const GATEWAY_PAGES: readonly GatewayPage[] = [
  {
    words: /no required ssl certificate was sent/i,
    message: says.noClientCertificate,
    hint: says.setCertificate,
  },
  {
    words: /the ssl certificate error/i,
    message: says.clientCertificateRefused,
    hint: says.isTheCertificateKnown,
  },
  {
    words:
      /plain http request was sent to https port|sent an http request to an https server|speaking plain http to an ssl-enabled/i,
    inClear: true,
    message: says.speaksTls,
    hint: says.beginWithHttps,
  },
];

/**
 * undefined where the page says nothing of the kind. Nor is it believed of a call that can move
 * money: that one is inquired. It never comes so far, because the token comes first.
 */
export function ofGatewayPage(exchange: Exchange, page: string | undefined): Verdict | undefined {
  if (page === undefined || isFragile(exchange.operation)) return undefined;
  const text = page.replace(/\s+/g, ' ');
  const known = GATEWAY_PAGES.find(
    ({ words, inClear }) =>
      words.test(text) && (!inClear || exchange.request.url.startsWith('http:')),
  );
  return (
    known && {
      class: 'TLS',
      executed: 'no',
      message: says.gateway(nameOf(exchange.operation), known.message),
      hint: known.hint,
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
    message: says.stands({
      call: nameOf(exchange.operation),
      what,
      words: inItsWords(exchange, standing),
    }),
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
  SUCCESS: says.confirmed,
  PENDING: says.notFinal,
  PARTIAL: says.inPart,
  REJECTED: says.withoutSuccess,
} as const;
export const EXECUTED = {
  SUCCESS: 'yes',
  PENDING: 'unknown',
  PARTIAL: 'yes',
  REJECTED: 'no',
} as const;

function afterFound({ operation, input }: Exchange, { class: ended, code }: Standing) {
  if (ended === 'PENDING') return says.inquireAgain;
  // What a code inside other data means nobody says: `explain` would take it for one of these.
  if (code && operation.codes) return explained(code);
  const reference = input[operation.positional ?? operation.reference ?? ''];
  if (typeof reference !== 'string') return undefined;
  return says.investigate(excerpt(reference, 60));
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

export function rejected({ operation }: Exchange, why: Text, code?: string): Verdict {
  return {
    class: 'REJECTED',
    executed: 'no',
    message: says.refused(nameOf(operation), why),
    hint: code ? explained(code) : undefined,
    code,
  };
}

/** The command that tells what a code means. */
function explained(code: string): Message {
  return common.command(`payctl explain ${excerpt(code, 20)}`);
}

export function notFound(exchange: Exchange, answer: Valid): Verdict {
  const { operation } = exchange;
  const words = [nameOf(operation), said(exchange, answer)] as const;
  return {
    class: 'NOT_FOUND',
    executed: 'no',
    message: operation.reference ? says.noSuchReference(...words) : says.noMatch(...words),
    hint: operation.notFound ?? says.checkReference,
    code: answer.code,
    ...((!answer.isBare || !isEmpty(answer.status.details)) && { showsMore: true }),
  };
}

export function refusedRights(exchange: Exchange, status: number, answer?: Valid): Verdict {
  const { operation } = exchange;
  const refused = {
    call: nameOf(operation),
    status,
    said: answer && said(exchange, answer),
  };
  // A refresh token is a user's, and only a new consent gives another.
  const isOfUser = operation.subject === 'user' || operation.consented === true;
  return {
    class: 'AUTH',
    executed: 'no',
    message: isOfUser ? says.refusedConsent(refused) : says.refusedCredentials(refused),
    hint: isOfUser ? says.logIn : common.command('payctl doctor'),
    code: answer?.code,
  };
}

export function refusedCertificate(exchange: Exchange, answer: Valid): Verdict {
  return {
    class: 'TLS',
    executed: 'no',
    message: says.needsCertificate(nameOf(exchange.operation), said(exchange, answer)),
    hint: says.giveCertificate,
    code: answer.code,
  };
}

export function rateLimited({ operation }: Exchange, waitMs?: number, code?: string): Verdict {
  const call = nameOf(operation);
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

/** The bank, or something before it, failed: later it may work. */
export function failedThere(exchange: Exchange, status: number, answer: Answer): Verdict {
  const why = answer.valid ? said(exchange, answer) : unread(exchange, status, answer);
  return {
    ...lost(exchange, says.bankFailed(status, why)),
    code: answer.valid ? answer.code : undefined,
  };
}

/** The specification: 500 without a code is how a wrong method is answered. */
function unread(exchange: Exchange, status: number, answer: Invalid): Message {
  const { method, url } = exchange.request;
  const why = wrong(exchange, answer);
  return status === 500
    ? says.answerTo(`${method} ${new URL(url).pathname}`, why)
    : says.answer(why);
}

/** An answer that cannot be believed. */
export function unusable(exchange: Exchange, why: Text): Verdict {
  if (isFragile(exchange.operation)) return unknown(exchange, why);
  return {
    class: 'BAD_DATA',
    executed: 'unknown',
    message: common.about(nameOf(exchange.operation), why),
    hint: says.checkAddress,
  };
}

/** A valid answer that is about something else, or cannot be true. */
export function doubted(exchange: Exchange, doubt: Doubt): Verdict {
  const verdict = unusable(exchange, doubtText(doubt));
  return isFragile(exchange.operation) ? verdict : { ...verdict, doubt, hint: says.doNotRely };
}

/** No answer that decides anything, though the call may have arrived. */
export function lost(exchange: Exchange, why: Text): Verdict {
  const { operation } = exchange;
  if (isFragile(operation)) return unknown(exchange, why);
  return {
    class: 'UNAVAILABLE',
    executed: operation.effect === 'create' ? 'unknown' : 'no',
    message: says.failedForNow(nameOf(operation), why),
    hint: says.later,
  };
}

function unknown(exchange: Exchange, why: Text): Verdict {
  const { operation, input } = exchange;
  const reference = operation.reference && textOf(at(fromPlain(input), operation.reference));
  const named = reference ? ` --ref ${reference}` : '';
  return {
    class: 'OUTCOME_UNKNOWN',
    executed: 'unknown',
    message: says.unknownWhether(nameOf(operation), why),
    hint:
      operation.effect === 'money'
        ? common.command(`payctl journal recover${named}`)
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
  return common.command(['payctl', question.operation.replace('.', ' '), ...flags].join(' '));
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
export function said(exchange: Exchange, { code, status }: Valid): Message {
  const words = textOf(status.description);
  return words ? says.said(quoted(exchange, words), code) : says.code(code);
}

/** Quotes nothing that a token endpoint says: a new token may be in it. */
export function wrong(exchange: Exchange, { why, page }: Invalid): Message {
  if (page === undefined || exchange.operation.effect === 'auth') return why;
  return common.about(why, quoted(exchange, page));
}
