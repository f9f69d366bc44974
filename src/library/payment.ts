import type { Operation } from '../bank/define.js';
import type { Outcome } from '../client/outcome.js';
import { typedData } from '../client/typed-client.js';
import type { Executed, ExitClass } from '../core/errors.js';
import { optionalField } from '../core/fields.js';
import { toPlain } from '../core/json.js';
import { sayInCode as say, wordedData } from '../core/message.js';
import { asPayctlError } from '../runtime/carry-out.js';
import { type Failure, toFailure } from '../runtime/failure.js';
import type { Ended, Payment } from './types.js';

/** Wrong input or wrong settings: nothing was sent. */
export class PaymentError extends Error implements Ended {
  readonly class: ExitClass;
  readonly executed: Executed;
  readonly safeToRetry: boolean;
  declare readonly hint?: string;
  declare readonly details?: unknown;

  constructor(failure: Failure, cause?: unknown) {
    const ended = toEnded(failure);
    super(ended.message, cause === undefined ? {} : { cause });
    this.name = 'PaymentError';
    this.class = ended.class;
    this.executed = ended.executed;
    this.safeToRetry = ended.safeToRetry;
    if (ended.hint !== undefined) this.hint = ended.hint;
    if (ended.details !== undefined) this.details = ended.details;
  }
}

/** A call's outcome as a value for programs. */
export function toPayment(
  outcome: Outcome,
  operation: Operation | undefined,
  reference: string | undefined,
): Payment {
  const { data, state, replayed, recovered, remark } = outcome;
  return {
    ...toEnded(toFailure(outcome)),
    operation: outcome.operation,
    ...optionalField('reference', reference),
    ...optionalField('state', state),
    ...(data !== undefined && { exact: data }),
    ...optionalField('data', operation && typedData(operation, data)),
    ...(replayed && { replayed }),
    ...(recovered && { recovered }),
    ...(remark !== undefined && { remark: say(remark) }),
  };
}

/** In the words of a program; what is not known is absent. */
export function toEnded(failure: Failure): Ended {
  const { class: kind, executed, safeToRetry, message, hint, details } = failure;
  const { code, httpStatus, requestUId } = failure;
  return {
    ...{ class: kind, executed, safeToRetry, message: say(message) },
    // A page may have nothing to say.
    ...optionalField('hint', (hint && say(hint)) || undefined),
    ...optionalField('code', code),
    ...optionalField('httpStatus', httpStatus),
    ...optionalField('requestUId', requestUId),
    ...(details !== undefined && { details: toPlain(wordedData(details, say)) }),
  };
}

/** What is wrong with input and settings is thrown in the words of a program. */
export async function withPaymentErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asPaymentError(error);
  }
}

/** Whatever was thrown, in the words of a program. */
export function asPaymentError(error: unknown): PaymentError {
  if (error instanceof PaymentError) return error;
  const problem = asPayctlError(error);
  return new PaymentError(toFailure(problem), problem.facts.cause);
}
