import { type ErrorFacts, PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';

/** The store was restored or failed over, and may lack claims that were made before. */
export class MayHaveForgotten extends PayctlError {}

/** The shared store refuses this program or its settings: no run goes on until that is fixed. */
export class StoreRefusal extends PayctlError {
  /** Whether the statement may have been carried out nevertheless. */
  sent = false;

  constructor(message: Message, facts: ErrorFacts = {}) {
    super('CONFIG', message, { executed: 'no', ...facts });
  }
}

/** The shared store cannot be used for now. */
export class StoreUnavailable extends PayctlError {
  /** Whether the statement may have been carried out nevertheless. */
  sent = false;

  constructor(message: Message, facts: ErrorFacts = {}) {
    super('UNAVAILABLE', message, { executed: 'no', safeToRetry: true, ...facts });
  }
}

/** Whether the statement that failed with this error may have been carried out. */
export function mayHaveHappened(error: unknown): boolean {
  return (error instanceof StoreUnavailable || error instanceof StoreRefusal) && error.sent;
}
