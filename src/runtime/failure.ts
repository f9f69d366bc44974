import type { Outcome } from '../client/outcome.js';
import {
  type ErrorFacts,
  EXIT,
  type Executed,
  type ExitClass,
  PayctlError,
} from '../core/errors.js';
import { fromPlain, type Json, type JsonObject, number, textOf } from '../core/json.js';

/** What went wrong, as the contract tells it. */
export interface Failure {
  class: ExitClass;
  exit: number;
  message: string;
  code?: string;
  httpStatus?: number;
  requestUId?: string;
  executed: Executed;
  safeToRetry: boolean;
  /** No error of the call: an inquiry went well, and this is what it has found. */
  found?: true;
  details?: Json;
  hint?: string;
  /** The operation whose call ended so. */
  operation?: string;
}

/** The classes that a script may simply repeat, by the exit table. */
const REPEATABLE: ReadonlySet<ExitClass> = new Set([
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERRUPTED',
  'TERMINATED',
]);

const UNKNOWN: ReadonlySet<ExitClass> = new Set(['INTERNAL', 'PENDING', 'OUTCOME_UNKNOWN']);

export function failedOutcome(outcome: Outcome | undefined): outcome is Outcome {
  return outcome !== undefined && outcome.class !== 'SUCCESS';
}

export function failureOf(failed: PayctlError | Outcome): Failure {
  return failed instanceof PayctlError ? ofError(failed) : ofOutcome(failed);
}

/** How a call ended after which this machine failed: the class and the exit stay its own. */
export function followedBy(failed: PayctlError | Outcome, why: string): Failure {
  const failure = failureOf(failed);
  return {
    ...failure,
    message: `${failure.message}; afterwards this machine failed`,
    details: why,
    hint: failure.hint ?? 'payctl journal list shows how it ended',
  };
}

function ofError({ exitClass, message, facts }: PayctlError): Failure {
  return {
    ...known(exitClass, message, facts),
    executed: facts.executed ?? (UNKNOWN.has(exitClass) ? 'unknown' : 'no'),
    safeToRetry: facts.safeToRetry ?? REPEATABLE.has(exitClass),
    details: detailsOf(facts.details),
  };
}

function ofOutcome(outcome: Outcome): Failure {
  const code = outcome.code ?? textOf(outcome.status?.code);
  return {
    ...known(outcome.class, outcome.message, { code, hint: outcome.hint }),
    httpStatus: outcome.http?.status,
    requestUId: outcome.request.requestUId,
    operation: outcome.operation,
    executed: outcome.executed,
    safeToRetry: REPEATABLE.has(outcome.class),
    ...(outcome.found && { found: outcome.found }),
    details: outcome.status?.details,
  };
}

function known(exitClass: ExitClass, message: string, facts: ErrorFacts) {
  const { code, httpStatus, requestUId, hint } = facts;
  return { class: exitClass, exit: EXIT[exitClass], message, code, httpStatus, requestUId, hint };
}

function detailsOf(details: unknown): Json | undefined {
  try {
    return details === undefined ? undefined : fromPlain(details);
  } catch {
    return undefined;
  }
}

/** As the contract has it for programs; what is not known is null. */
export function failureObject(failure: Failure): JsonObject {
  const { class: exitClass, message, executed, safeToRetry } = failure;
  return {
    class: exitClass,
    exit: number(String(failure.exit)),
    message,
    code: failure.code ?? null,
    httpStatus: failure.httpStatus === undefined ? null : number(String(failure.httpStatus)),
    requestUId: failure.requestUId ?? null,
    executed,
    safeToRetry,
    details: failure.details ?? null,
    hint: failure.hint ?? null,
  };
}
