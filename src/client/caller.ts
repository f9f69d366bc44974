import type { Fields, Operation } from '../api/operation.js';
import type { WireRequest } from '../api/wire.js';
import type { Outcome } from './outcome.js';

export interface CallOptions {
  /** 32 alphanumerics; made new for the call unless given. A resend after a token refresh keeps it. */
  requestUId?: string;
  signal?: AbortSignal;
  /** One of the operation's `otherMethods`. */
  method?: 'GET' | 'POST';
}

/**
 * Makes one call: token, headers, body, transport, classification, and the retries that the
 * operation's effect allows. What the bank or the network does becomes an Outcome; only faults of
 * this machine (configuration, secret source) reject, with PayctlError.
 */
export interface Caller {
  call(operation: Operation, input: Fields, options?: CallOptions): Promise<Outcome>;
  /** Exactly what `call` would send first, with the credentials redacted; sends nothing and needs no token. */
  preview(operation: Operation, input: Fields, options?: CallOptions): Promise<WireRequest>;
}
