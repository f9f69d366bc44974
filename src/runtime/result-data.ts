import type { WireRequest } from '../bank/wire.js';
import type { Outcome } from '../client/outcome.js';
import { withoutUndefined } from '../core/fields.js';
import { fromPlain, type Json, type JsonObject, parseJson } from '../core/json.js';
import { type Say, wordedData } from '../core/message.js';
import type { Result } from './command.js';
import type { Globals } from './globals.js';

/** The data of a result; under --envelope with all that belongs to it. */
export function resultData(
  globals: Pick<Globals, 'envelope'>,
  { data: given, outcome, beside }: Result,
  say: Say,
): Json | undefined {
  const data = given === undefined ? undefined : wordedData(given, say);
  if (!outcome) return data;
  if (!globals.envelope) return data ?? outcome.data ?? {};
  return { ...toEnvelope(outcome), ...beside };
}

/** A request as `--dry-run` shows it. */
export function requestData({ method, url, headers, body }: WireRequest): JsonObject {
  const data: JsonObject = { method, url, headers: fromPlain(headers) };
  if (body !== undefined) data.body = parseJson(body);
  return data;
}

/** What `--envelope` prints: the call, its HTTP answer, the business status, and the data. */
export function toEnvelope(outcome: Outcome): JsonObject {
  const { operation, request, http, status, replayed, recovered } = outcome;
  const { method, url, requestUId } = request;
  return withoutUndefined<Json>({
    request: { operation, method, url, requestUId },
    http: http && fromPlain({ status: http.status, ms: http.ms }),
    status: status && { code: status.code, description: status.description },
    data: outcome.data ?? {},
    replayed: replayed === true ? true : undefined,
    recovered,
  });
}
