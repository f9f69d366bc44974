import type { Operation } from '../bank/define.js';
import type { WireRequest, WireResponse } from '../bank/wire.js';
import type { Json } from '../core/json.js';
import { loggableBody, loggableHeaders } from './redact.js';
import { type FailureReason, TransportFailure } from './transport.js';

interface AttemptId {
  requestUId: string;
  /** 1 for the first. */
  attempt: number;
}

/**
 * An entry of the wire log. Headers and bodies by allow-list, so nothing secret or personal; times
 * in milliseconds.
 */
export type WireEvent = AttemptId &
  (
    | { kind: 'request'; method: string; url: string; headers: Record<string, string>; body?: Json }
    | {
        kind: 'response';
        status: number;
        ms: number;
        headers: Record<string, string>;
        /** Length in bytes. */
        size: number;
        /** Absent where the answer is not JSON. */
        body?: Json;
      }
    | { kind: 'failure'; reason: FailureReason; sent: boolean; ms: number; message: string }
    /** Before another attempt. */
    | { kind: 'wait'; ms: number; because: string }
  );

/** Gets each entry of the wire log. */
export type Observe = (event: WireEvent) => void;

/** Reports the request and the result of one attempt, where there is an observer. */
export function attemptLog(
  observe: Observe | undefined,
  operation: Operation,
  request: WireRequest,
  attempt: AttemptId,
) {
  return {
    request(): void {
      if (observe === undefined) return;
      const { method, url, headers, body } = request;
      observe({
        ...attempt,
        kind: 'request',
        method,
        url,
        headers: loggableHeaders(headers),
        ...observedBody(operation, request, body),
      });
    },
    result(result: WireResponse | TransportFailure, ms: number): void {
      if (observe === undefined) return;
      if (result instanceof TransportFailure) {
        const { reason, sent, message } = result;
        observe({ ...attempt, kind: 'failure', reason, sent, ms, message });
        return;
      }
      const { status, headers, body } = result;
      observe({
        ...attempt,
        kind: 'response',
        status,
        ms,
        headers: loggableHeaders(headers),
        size: body.length,
        ...observedBody(operation, request, new TextDecoder().decode(body)),
      });
    },
  };
}

function observedBody(operation: Operation, request: WireRequest, text?: string): { body?: Json } {
  const body = loggableBody(operation, request, text);
  return body === undefined ? {} : { body };
}
