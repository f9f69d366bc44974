import type { Fields, Operation } from '../bank/define.js';
import { fraction } from '../core/chance.js';
import type { Random } from '../host/host.js';
import { verdict as says } from '../messages/verdict.js';
import type { Outcome } from './outcome.js';

const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 8000;

/** HTTP statuses of failures that pass; 500 and 501 do not. */
const TEMPORARY = new Set([408, 502, 503, 504]);

/**
 * Whether the same call may be sent again after this outcome. The effect decides, never the HTTP
 * method: what moves money, or creates once, is sent again only where it was proven not executed, and
 * a `singleUse` authorization code never.
 */
export function mayRetry(operation: Operation, outcome: Outcome, singleUse: boolean): boolean {
  if (singleUse) return false;
  if (outcome.class === 'RATE_LIMITED') return true;
  if (outcome.class !== 'UNAVAILABLE') return false;
  const isHarmless =
    operation.effect === 'read' || operation.effect === 'auth' || operation.repeatable === true;
  if (!isHarmless) return outcome.executed === 'no';
  if (outcome.http === undefined) return true;
  const { status } = outcome.http;
  return TEMPORARY.has(status) || (status >= 500 && outcome.code === '8101');
}

/** Codes of a refused token with HTTP 401 ("Errors"); a gateway sends none. */
const STALE_CODES: ReadonlySet<string | undefined> = new Set(['9100', '9300', '9500', undefined]);

/**
 * Whether a call was refused because of its token: before anything is executed, so that money may be
 * sent again, too. With any other code it may have come further.
 */
export function isStaleToken({ class: ended, http, code }: Outcome): boolean {
  return ended === 'AUTH' && http?.status === 401 && STALE_CODES.has(code);
}

/**
 * The outcome of a refusal that follows an attempt without an answer. The first may have created the
 * record, and the bank refuses the second because its `unique` value is taken: so it is unknown.
 */
export function refusalAfterLost({ unique }: Operation, input: Fields, outcome: Outcome): Outcome {
  const hasUnique = unique !== undefined && typeof input[unique] === 'string';
  if (outcome.class !== 'REJECTED' || !hasUnique) return outcome;
  return {
    ...outcome,
    class: 'UNAVAILABLE',
    executed: 'unknown',
    message: says.earlierLost(outcome.message),
    hint: says.anotherValue(unique),
  };
}

/**
 * Milliseconds to wait before attempt `attempt + 1`: exponential with full jitter, and never less
 * than the bank asked for.
 */
export function backoffMs(
  attempt: number,
  retryAfterMs: number | undefined,
  random: Random,
): number {
  const longest = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  return Math.round((retryAfterMs ?? 0) + longest * fraction(random));
}
