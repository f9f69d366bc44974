import type { Outcome } from '../../client/outcome.js';
import { defined } from '../../core/fields.js';
import { fromPlain, type Json, type JsonObject } from '../../core/json.js';

/** What `--envelope` prints: the call, its HTTP answer, the business status, and the data. */
export function envelopeOf(outcome: Outcome): JsonObject {
  const { operation, request, http, status, replayed } = outcome;
  const { method, url, requestUId } = request;
  const envelope: Record<string, Json | undefined> = {
    request: { operation, method, url, requestUId },
    http: http && fromPlain({ status: http.status, ms: http.ms }),
    status: status && { code: status.code, description: status.description },
    data: outcome.data ?? {},
    replayed: replayed === true ? true : undefined,
  };
  return defined(envelope);
}
