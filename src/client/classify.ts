import type { Operation } from '../bank/define.js';
import type { WireResponse } from '../bank/wire.js';
import { payctl } from '../core/command-line.js';
import { type Json, toPlain } from '../core/json.js';
import type { Message } from '../core/message.js';
import { verdict as says } from '../messages/verdict.js';
import { openAnswer } from './direct-debit.js';
import { gatewayPageVerdict } from './gateway-pages.js';
import { judgeData } from './judge-data.js';
import type { Outcome } from './outcome.js';
import {
  type Answer,
  type InvalidAnswer,
  readAnswer,
  retryAfterMs,
  type ValidAnswer,
} from './response.js';
import { TransportFailure } from './transport.js';
import {
  answerLost,
  bankFailed,
  bankWords,
  callName,
  type Exchange,
  isUnsafeToRepeat,
  notFound,
  type OutcomeVerdict,
  rateLimited,
  redirected,
  refusedCertificate,
  refusedRights,
  rejected,
  unusable,
  whyInvalid,
} from './verdict.js';

/** How the exchange ended, by the exit table ("Errors", "States and transitions"). A pure function. */
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

/** By HTTP status and business code ("Errors"); the data of a success are judged by themselves. */
function judgeAnswer(exchange: Exchange, response: WireResponse, answer: Answer): OutcomeVerdict {
  const { status, headers } = response;
  const code = answer.valid ? answer.code : undefined;
  const pause = () => retryAfterMs(headers['retry-after'], exchange.endedAt);
  if (code === '8101' || status >= 500 || status === 408) {
    return { ...bankFailed(exchange, status, answer), retryAfterMs: pause() };
  }
  if (status >= 300 && status < 400) return redirected(exchange, status, headers.location);
  const contradiction = answer.valid ? findContradiction(exchange, status, answer) : undefined;
  if (contradiction) return unusable(exchange, contradiction);
  const isUnsafe = isUnsafeToRepeat(exchange.operation);
  if (status === 429 && code !== '1000' && (code === RATE_REACHED || !isUnsafe)) {
    return rateLimited(exchange, pause(), code);
  }
  return answer.valid
    ? judgeCode(exchange, status, answer)
    : judgeUnreadable(exchange, status, answer);
}

/** Why a refusal cannot be believed: it says as well that something was carried out. */
function findContradiction(
  exchange: Exchange,
  status: number,
  answer: ValidAnswer,
): Message | undefined {
  if (answer.code !== '1000' && reportsEffect(exchange, answer.data)) {
    return says.refusesAndMoves(bankWords(exchange, answer));
  }
  if (!answer.isBare && provesNotExecuted(exchange.operation, status, answer.code)) {
    return says.refusesAndMore(bankWords(exchange, answer));
  }
  return undefined;
}

/** A body that is not the bank's envelope. */
function judgeUnreadable(
  exchange: Exchange,
  status: number,
  answer: InvalidAnswer,
): OutcomeVerdict {
  // A gateway does not know what the bank did: what moves money is inquired.
  if (!isUnsafeToRepeat(exchange.operation)) {
    if (status === 401) return refusedRights(exchange, status);
    const verdict = status === 400 ? gatewayPageVerdict(exchange, answer.page) : undefined;
    if (verdict) return verdict;
  }
  return unusable(exchange, says.answerWith(status, whyInvalid(exchange, answer)));
}

function judgeCode(exchange: Exchange, status: number, answer: ValidAnswer): OutcomeVerdict {
  const { operation } = exchange;
  const { code } = answer;
  const isUnsafe = isUnsafeToRepeat(operation);
  if (isUnsafe && !isBankCode(code)) return unusable(exchange, says.foreignCode(code));
  if (code === '1000') {
    const isSuccess = status === 200 || status === operation.status;
    return isSuccess
      ? judgeData(exchange, answer.data)
      : unusable(exchange, says.successWith(status));
  }
  if ((status === 200 || isUnsafe) && BANK_FAILED.has(code)) {
    return bankFailed(exchange, status, answer);
  }
  if (isUnsafe && isMismatch(status, code)) {
    return unusable(exchange, says.statusAgainst(status, bankWords(exchange, answer)));
  }
  if (TWO_WAY_TLS.has(code)) return refusedCertificate(exchange, answer);
  if (status === 401 || (status === 403 && !isUnsafe) || NO_RIGHTS.has(code)) {
    return refusedRights(exchange, status, answer);
  }
  if (status === 404) return notFound(exchange, answer);
  if ([200, 400, 403].includes(status) || !isUnsafe) {
    return rejected(exchange, bankWords(exchange, answer), code);
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
function reportsEffect({ operation, input, endedAt }: Exchange, data: Json | undefined): boolean {
  if (operation.effect !== 'money' || !data || !operation.data.safeParse(toPlain(data)).success) {
    return false;
  }
  const reported = operation.bankStatus?.(data, { input, now: endedAt });
  return reported?.state !== undefined && reported.class !== 'REJECTED';
}

/** Business codes have four digits; what a proxy puts there is the HTTP status. */
function isBankCode(code: string): boolean {
  return code.length === 4;
}

function judgeFailure(exchange: Exchange, failure: TransportFailure): OutcomeVerdict {
  const { operation } = exchange;
  if (!failure.sent) {
    return {
      class: failure.reason === 'tls' ? 'TLS' : 'UNAVAILABLE',
      executed: 'no',
      message:
        operation.effect === 'auth'
          ? says.tokenNotSent(failure.said)
          : says.notSent(callName(operation), failure.said),
      hint: failure.fix ?? payctl`doctor`,
    };
  }
  const isUnreadable = ['truncated', 'too-large', 'malformed'].includes(failure.reason);
  const verdict = isUnreadable
    ? unusable(exchange, failure.said)
    : answerLost(exchange, failure.said);
  return isUnsafeToRepeat(operation) ? verdict : { ...verdict, hint: failure.fix ?? verdict.hint };
}
