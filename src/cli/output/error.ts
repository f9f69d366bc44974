import { maskPersonal } from '../../bank/privacy.js';
import type { Outcome } from '../../client/outcome.js';
import {
  type ErrorFacts,
  EXIT,
  type Executed,
  type ExitClass,
  PayctlError,
  type Problem,
} from '../../core/errors.js';
import {
  fromPlain,
  isJsonObject,
  type Json,
  number,
  stringifyJson,
  textOf,
} from '../../core/json.js';
import { visible, visibleLines } from '../../core/text.js';
import { cellText } from './cell.js';
import type { Style } from './style.js';

/** A failure as the contract writes it on standard error. */
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
}

/** The classes that a script may simply repeat, by the exit table. */
const REPEATABLE: ReadonlySet<ExitClass> = new Set([
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERRUPTED',
  'TERMINATED',
]);

const UNKNOWN: ReadonlySet<ExitClass> = new Set(['INTERNAL', 'PENDING', 'OUTCOME_UNKNOWN']);

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

/** The one line of JSON that `-o json` puts on standard error; what is not known is null. */
export function failureJson(failure: Failure): string {
  const { class: exitClass, message, executed, safeToRetry } = failure;
  const error = {
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
  return `${visibleLines(stringifyJson({ error }))}\n`;
}

/**
 * What happened in one line, then a line for each problem of an input, for what the code means
 * (`meaning`, the short form of `explain`) and for the hint.
 */
export function failureText(failure: Failure, style: Style, meaning?: string): string {
  const message = visible(failure.message);
  const head = failure.found ? message : `${style.bad('error:')} ${message}`;
  const problems = problemsOf(failure.details).map(({ field, message }) => {
    return `  ${style.head(visible(field))} ${visible(message)}`;
  });
  const details =
    problems.length === 0 && failure.details ? cellText(maskPersonal(failure.details)) : '';
  const notes = [
    details && `  ${style.faint('details:')} ${details}`,
    meaning && `  ${style.faint('meaning:')} ${visible(meaning)}`,
    failure.hint && `  ${style.faint('hint:')} ${visible(failure.hint)}`,
  ].filter((line) => typeof line === 'string' && line !== '');
  return `${[head, ...problems, ...notes].join('\n')}\n`;
}

/** Problems of an input by flag, or by field where there is no flag. */
function problemsOf(details: Json | undefined): Problem[] {
  if (!Array.isArray(details)) return [];
  return details.flatMap((item) => {
    if (!isJsonObject(item)) return [];
    const field = textOf(item.flag) ?? textOf(item.field);
    const message = textOf(item.message);
    return field !== undefined && message !== undefined ? [{ field, message }] : [];
  });
}
