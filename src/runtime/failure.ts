import type { Outcome } from '../client/outcome.js';
import {
  type ErrorFacts,
  EXIT,
  type Executed,
  type ExitClass,
  PayctlError,
} from '../core/errors.js';
import { type JsonObject, jsonText, number } from '../core/json.js';
import { type Data, type Message, type Say, toData, wordedData } from '../core/message.js';
import { tryOrUndefined } from '../core/try-or-undefined.js';
import { running } from '../messages/running.js';

/** What went wrong, as the contract tells it. */
export interface Failure {
  class: ExitClass;
  exit: number;
  message: Message;
  code?: string;
  httpStatus?: number;
  requestUId?: string;
  executed: Executed;
  safeToRetry: boolean;
  /** The inquiry went well, and the failure is what it found: it is not shown as an error. */
  found?: true;
  details?: Data;
  hint?: Message;
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

/** Where the error itself does not say whether the bank carried it out. */
const UNKNOWN: ReadonlySet<ExitClass> = new Set(['INTERNAL', 'PENDING', 'OUTCOME_UNKNOWN']);

export function failedOutcome(outcome: Outcome | undefined): outcome is Outcome {
  return outcome !== undefined && outcome.class !== 'SUCCESS';
}

export function toFailure(failed: PayctlError | Outcome): Failure {
  return failed instanceof PayctlError ? errorFailure(failed) : outcomeFailure(failed);
}

/** How a call ended after which this machine failed: the class and the exit stay its own. */
export function followedBy(failed: PayctlError | Outcome, why: Message): Failure {
  const failure = toFailure(failed);
  return {
    ...failure,
    message: running.afterwards(failure.message),
    details: why,
    hint: failure.hint ?? running.howItEnded,
  };
}

function errorFailure({ exitClass, said, facts }: PayctlError): Failure {
  const executed = facts.executed ?? (UNKNOWN.has(exitClass) ? 'unknown' : 'no');
  return {
    ...basicFailure(exitClass, said, facts),
    executed,
    safeToRetry: facts.safeToRetry ?? isRepeatable(exitClass, executed),
    details: tryOrUndefined(() =>
      facts.details === undefined ? undefined : toData(facts.details),
    ),
  };
}

function outcomeFailure(outcome: Outcome): Failure {
  const code = outcome.code ?? jsonText(outcome.status?.code);
  return {
    ...basicFailure(outcome.class, outcome.message, { code, hint: outcome.hint }),
    httpStatus: outcome.http?.status,
    requestUId: outcome.request.requestUId,
    operation: outcome.operation,
    executed: outcome.executed,
    safeToRetry: isRepeatable(outcome.class, outcome.executed),
    ...(outcome.found && { found: outcome.found }),
    details: outcome.status?.details,
  };
}

/** What was created is not made a second time, though a signal ended the wait that followed. */
function isRepeatable(exitClass: ExitClass, executed: Executed): boolean {
  return REPEATABLE.has(exitClass) && executed !== 'yes';
}

function basicFailure(exitClass: ExitClass, message: Message, facts: ErrorFacts) {
  const { code, httpStatus, requestUId, hint } = facts;
  return { class: exitClass, exit: EXIT[exitClass], message, code, httpStatus, requestUId, hint };
}

/** As the contract has it for programs; what is not known is null. */
export function failureObject(failure: Failure, say: Say): JsonObject {
  const { class: exitClass, message, executed, safeToRetry } = failure;
  return {
    class: exitClass,
    exit: number(String(failure.exit)),
    message: say(message),
    code: failure.code ?? null,
    httpStatus: failure.httpStatus === undefined ? null : number(String(failure.httpStatus)),
    requestUId: failure.requestUId ?? null,
    executed,
    safeToRetry,
    details: wordedData(failure.details ?? null, say),
    hint: failure.hint === undefined ? null : say(failure.hint),
  };
}
