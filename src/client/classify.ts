import type * as z from 'zod/mini';
import type { Standing } from '../bank/answers.js';
import type { Operation } from '../bank/define.js';
import { type Doubt, doubtsIn } from '../bank/doubt.js';
import { maskInShape } from '../bank/privacy.js';
import { type Agreed, agreedOf, disagreement } from '../bank/questions.js';
import type { PaymentKind } from '../bank/reference.js';
import { saidBy } from '../bank/rule.js';
import type { WireResponse } from '../bank/wire.js';
import { at, fromPlain, type Json, textOf, toPlain } from '../core/json.js';
import type { Message } from '../core/message.js';
import { common } from '../messages/common.js';
import { field } from '../messages/field.js';
import { verdict as says } from '../messages/verdict.js';
import { openAnswer } from './direct-debit.js';
import type { Outcome } from './outcome.js';
import { namesIn } from './redact.js';
import { type Answer, readAnswer, retryAfterMs } from './response.js';
import { TransportFailure } from './transport.js';
import {
  doubted,
  EXECUTED,
  type Exchange,
  failedThere,
  found,
  inItsWords,
  isFragile,
  lost,
  nameOf,
  notFound,
  ofGatewayPage,
  quoted,
  rateLimited,
  redirected,
  refusedCertificate,
  refusedRights,
  rejected,
  said,
  unusable,
  type Verdict,
  wrong,
} from './verdict.js';

/** How the exchange ended, by the exit table of the contract. Pure. */
export function classify(exchange: Exchange): Outcome {
  const { operation, request, requestUId, ms, directDebitKey } = exchange;
  const outcome = {
    operation: operation.id,
    request: { method: request.method, url: request.url, requestUId },
  };
  if (exchange.result instanceof TransportFailure) {
    return { ...outcome, network: exchange.result.reason, ...ofFailure(exchange, exchange.result) };
  }
  const { result } = exchange;
  const answer = directDebitKey
    ? openAnswer(readAnswer(result), directDebitKey)
    : readAnswer(result);
  const verdict = ofAnswer(exchange, result, answer);
  const http = { status: result.status, ms };
  const { status, data } = answer.valid ? answer : {};
  return { ...outcome, http, status, data, raw: result.body, ...verdict };
}

/** Codes by which the bank says that it failed itself, whatever the HTTP status beside them. */
const BANK_FAILED = new Set(['8901', '8902', '9700', '9900', '9990']);
const NO_RIGHTS = new Set(['9100', '9300', '9500', '9503']);
const TWO_WAY_TLS = new Set(['9591', '9595']);
const RATE_REACHED = '9900';

/**
 * The HTTP statuses with which these codes turn a call away before anything is carried out
 * ("Errors"). What moves money may be sent again after such an answer, so the pair must be right.
 */
const TURNED_AWAY_AT: Readonly<Record<string, readonly number[]>> = {
  '9100': [400, 401],
  '9300': [401],
  '9500': [401, 403],
  '9503': [403],
  '9591': [401],
  '9595': [401],
};

function ofAnswer(exchange: Exchange, response: WireResponse, answer: Answer): Verdict {
  const { status, headers } = response;
  const code = answer.valid ? answer.code : undefined;
  if (code === '8101' || status >= 500 || status === 408)
    return { ...failedThere(exchange, status, answer), retryAfterMs: pauseOf(exchange, headers) };
  if (status >= 300 && status < 400) return redirected(exchange, status, headers.location);
  // What answers in the bank's place does not know what the bank did: its own word alone proves it.
  const fragile = isFragile(exchange.operation);
  const proven = isBanks(answer) || !fragile;
  if (answer.valid && code !== '1000' && tellsOfEffect(exchange, answer.data)) {
    // It cannot be both: what proves nothing is inquired.
    return unusable(exchange, says.refusesAndMoves(said(exchange, answer)));
  }
  if (answer.valid && !answer.isBare && mayBeSentAgain(exchange.operation, status, answer.code)) {
    return unusable(exchange, says.refusesAndMore(said(exchange, answer)));
  }
  if (status === 429 && code !== '1000' && (code === RATE_REACHED || !fragile)) {
    return rateLimited(exchange, pauseOf(exchange, headers), code);
  }
  if (!answer.valid) {
    if (status === 401 && proven) return refusedRights(exchange, status);
    const gateway = status === 400 ? ofGatewayPage(exchange, answer.page) : undefined;
    if (gateway) return gateway;
    return unusable(exchange, says.answerWith(status, wrong(exchange, answer)));
  }
  if (!proven) return unusable(exchange, says.foreignCode(answer.code));
  if (answer.code === '1000') {
    const { operation } = exchange;
    if (status === 200 || status === operation.status) return accepted(exchange, answer.data);
    return unusable(exchange, says.successWith(status));
  }
  if ((status === 200 || fragile) && BANK_FAILED.has(answer.code)) {
    return failedThere(exchange, status, answer);
  }
  if (fragile && isMismatch(status, answer.code)) {
    return unusable(exchange, says.statusAgainst(status, said(exchange, answer)));
  }
  if (TWO_WAY_TLS.has(answer.code)) return refusedCertificate(exchange, answer);
  if (status === 401 || (status === 403 && !fragile) || NO_RIGHTS.has(answer.code)) {
    return refusedRights(exchange, status, answer);
  }
  if (status === 404) return notFound(exchange, answer);
  if ([200, 400, 403].includes(status) || !fragile) {
    return rejected(exchange, said(exchange, answer), answer.code);
  }
  return unusable(exchange, says.answered(status, said(exchange, answer)));
}

/** Whether a refusal proves that a money call was not executed, so that the same may be sent again. */
function mayBeSentAgain({ effect }: Operation, status: number, code: string): boolean {
  if (effect !== 'money' || code === '1000') return false;
  return [401, 429].includes(status) || NO_RIGHTS.has(code) || TWO_WAY_TLS.has(code);
}

/** A code of rights or certificates with a status of another meaning, or a 401 that is about neither. */
function isMismatch(status: number, code: string): boolean {
  const statuses = Object.hasOwn(TURNED_AWAY_AT, code) ? TURNED_AWAY_AT[code] : undefined;
  return statuses ? !statuses.includes(status) : status === 401;
}

/** Whether the data of a refusal says that money moved, or may still move. */
function tellsOfEffect({ operation, input, endedAt }: Exchange, data: Json | undefined): boolean {
  if (operation.effect !== 'money' || !data || !operation.data.safeParse(toPlain(data)).success) {
    return false;
  }
  const standing = operation.standing?.(data, { input, now: endedAt });
  return standing?.state !== undefined && standing.class !== 'REJECTED';
}

/** Business codes have four digits; what a proxy puts there is the HTTP status. */
function isBanks(answer: Answer): boolean {
  return answer.valid && answer.code.length === 4;
}

function pauseOf({ endedAt }: Exchange, headers: WireResponse['headers']): number | undefined {
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
  const other = data === undefined ? undefined : mismatch(exchange, data);
  if (other !== undefined) return doubted(exchange, other);
  const asked = { input: exchange.input, now: exchange.endedAt };
  const standing = operation.standing?.(data ?? null, asked) ?? { class: 'SUCCESS' };
  const doubt = doubtAbout(exchange, data, standing);
  if (doubt !== undefined) return doubted(exchange, doubt);
  const isUnmet = standing.class !== 'SUCCESS' && operation.effect === 'read';
  return isUnmet ? found(exchange, standing) : stood(exchange, standing);
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
  return (issue && saidBy(issue)) ?? says.wrong;
}

function stood(exchange: Exchange, standing: Standing): Verdict {
  const { class: ended, state, code, hint } = standing;
  const name = nameOf(exchange.operation);
  const words = inItsWords(exchange, standing);
  if (ended === 'REJECTED') {
    const no = { ...rejected(exchange, says.saysNo(words), code), state };
    // What a code inside other data means nobody says: `explain` would take it for one of these.
    return exchange.operation.codes ? no : { ...no, hint: undefined };
  }
  const told = {
    SUCCESS: { message: says.bankConfirmed(name, words) },
    PENDING: {
      message: says.notFinalYet(name, words),
      hint: says.inquireAgain,
    },
    PARTIAL: { message: says.inPartOnly(name, words), hint },
  };
  return { class: ended, executed: EXECUTED[ended], ...told[ended], state, code };
}

/** The first value that the bank echoes differently, in the answer or in a record of its list. */
function mismatch(exchange: Exchange, data: Json): Doubt | undefined {
  const { operation, input } = exchange;
  const sent = fromPlain(input);
  const agreed = agreedOf(operation, (field) => textOf(at(sent, field))).map(
    ([path, ours, isAmount]): Agreed =>
      exchange.isRecorded && ours
        ? [path, asRecorded(operation, path, ours), isAmount]
        : [path, ours, isAmount],
  );
  for (const record of recordsIn(data, operation.pages)) {
    const found = disagreement(record, agreed);
    if (found === undefined) continue;
    const { path, theirs, ours } = found;
    const field = operation.pages ? (path.split('.').at(-1) ?? path) : path;
    return { id: 'other', field, theirs: quoted(exchange, theirs, 50), ours };
  }
  return undefined;
}

/** The records of a list that is the answer, or stands in it; else the answer is one. */
function recordsIn(data: Json, pages: Operation['pages']): readonly Json[] {
  const records =
    pages && (at(data, pages.records) ?? at(data, `${pages.wrapper}.${pages.records}`) ?? []);
  const list = records ?? data;
  return Array.isArray(list) ? list : [data];
}

/** As a recording has it: a field of another name may be private in the answer alone. */
function asRecorded(operation: Operation, path: string, value: string): string | undefined {
  const field = path.split('.').at(-1) ?? path;
  const known = namesIn(operation);
  const isKnown = (name: string) => known.has(name);
  return textOf(
    at(
      maskInShape({ [field]: value }, isKnown, (open) => open),
      field,
    ),
  );
}

/** Paid by calls of ours alone, which name the amount; a confirmed credit is shown without one. */
const SENT: ReadonlySet<PaymentKind> = new Set(['transfer', 'dd']);

/** What cannot be true of the payments that an inquiry tells of. */
function doubtAbout(
  { operation, input, mayLackAmount = SENT.has(operation.payment) }: Exchange,
  data: Json = null,
  { class: ended }: Standing,
): Doubt | undefined {
  const { role, says, payment } = operation;
  if (role !== 'inquiry' || says === undefined) return undefined;
  const [doubt] = doubtsIn(says(data, ended, input), { payment, mayLackAmount }).values();
  return doubt;
}

function ofFailure(exchange: Exchange, failure: TransportFailure): Verdict {
  const { operation } = exchange;
  if (!failure.sent) {
    return {
      class: failure.reason === 'tls' ? 'TLS' : 'UNAVAILABLE',
      executed: 'no',
      message: says.notSent(nameOf(operation), failure.said),
      hint: failure.fix ?? common.command('payctl doctor'),
    };
  }
  const foreign = ['truncated', 'too-large', 'malformed'].includes(failure.reason);
  const verdict = foreign ? unusable(exchange, failure.said) : lost(exchange, failure.said);
  return isFragile(operation) ? verdict : { ...verdict, hint: failure.fix ?? verdict.hint };
}
