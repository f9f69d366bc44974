import { isJsonObject, type Json, parseJson, stringifyJson } from '../../core/json.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import type { Delivery, Reply, ReplyResponse } from '../../host/reply.js';
import type { FaultOrder } from '../faults.js';
import { type HandlerCall, optional } from '../handlers/handler-context.js';
import { Refusal, refusalResponse, responseBytes } from './answers.js';

const MAINTENANCE = [503, 9990, 'Service unavailable or under maintenance'] as const;
const TIMEOUT = [504, 9900, 'API request timeout'] as const;

/** Faults that answer as the table of errors says. */
const REFUSALS: Readonly<Record<string, readonly [status: number, code: number, text: string]>> = {
  'flapping-503': MAINTENANCE,
  maintenance: MAINTENANCE,
  overload: [503, 9900, 'Overload, down, or maintenance in progress'],
  'gateway-timeout': TIMEOUT,
  'late-effect': TIMEOUT,
  threat: [500, 9900, 'Threat detected'],
  downstream: [500, 8101, 'Invalid response from downstream service'],
  'token-revoked': [401, 9500, 'Invalid authorization credentials'],
  'rate-limited': [429, 9900, 'Maximum request rate reached'],
};

/** The refusal that a fault answers with; undefined for a fault that changes the answer in another way. */
export function faultRefusal({ name, status, retryAfter, code, description }: FaultOrder) {
  const headers = { ...(retryAfter !== undefined && { 'retry-after': retryAfter }) };
  if (name === 'code' && code !== undefined) {
    const written = /^[1-9][0-9]{3}$/.test(code) ? Number(code) : code;
    return new Refusal(status ?? 500, written, description ?? '', headers);
  }
  const refusal = REFUSALS[name];
  if (refusal === undefined) return undefined;
  const [usualStatus, usualCode, text] = refusal;
  return new Refusal(status ?? usualStatus, usualCode, text, headers);
}

const SLOW_MS = 5000;
const PAGE =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** What the caller receives of a good answer under this fault. */
export function applyFault(fault: FaultOrder, response: ReplyResponse, call: HandlerCall): Reply {
  const refusal = faultRefusal(fault);
  if (refusal !== undefined)
    return { response: refusalResponse(refusal, call.operation.detailedStatus) };
  if (fault.name === 'html-error') return { response: htmlPage(fault) };
  if (fault.name === 'wrong-reference') return { response: withOtherReference(response, call) };
  return { response, delivery: faultDelivery(fault, responseBytes(response).length) };
}

function faultDelivery({ name, atByte, ms }: FaultOrder, length: number): Delivery {
  if (name === 'stalled') return { kind: 'stalled' };
  if (name === 'slow') return { kind: 'slow', ms: ms ?? SLOW_MS };
  if (name === 'truncated') {
    return { kind: 'truncated', atByte: Math.min(atByte ?? length >> 1, length - 1) };
  }
  return { kind: 'reset', atByte: Math.min(atByte ?? 0, length) };
}

function htmlPage({ status = 502 }: FaultOrder): ReplyResponse {
  return { status, headers: { 'content-type': 'text/html' }, body: PAGE };
}

/** Changes the last character of everything in the data that should echo the request. */
function withOtherReference(
  response: ReplyResponse,
  { operation, input }: HandlerCall,
): ReplyResponse {
  const fields = [operation.reference, operation.amount, ...Object.values(operation.echoes ?? {})];
  const texts = fields.flatMap((field) => (field && optional(input, field)) || []);
  const sent = new Set(texts.flatMap((text) => [text, formatAmount(parseAmount(text) ?? 0n)]));
  const change = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(change);
    if (isJsonObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item)]));
    }
    return typeof value === 'string' && sent.has(value) ? withOtherEnd(value) : value;
  };
  const body = stringifyJson(change(parseJson(new TextDecoder().decode(responseBytes(response)))));
  return { ...response, body };
}

function withOtherEnd(text: string): string {
  return text.slice(0, -1) + (text.endsWith('7') ? '8' : '7');
}
