import { isJsonObject, type Json, parseJson, stringifyJson } from '../../core/json.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import type { Delivery, Reply, ReplyResponse } from '../../host/reply.js';
import { type Call, optional } from '../handlers/handler-context.js';
import { bytesOf, refused } from '../server/answers.js';
import { type Fault, refusalOf } from './faults.js';

const SLOW_MS = 5000;
const PAGE =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** What reaches the caller of a good answer once a fault has struck. */
export function applyFault(fault: Fault, response: ReplyResponse, call: Call): Reply {
  const refusal = refusalOf(fault);
  if (refusal !== undefined) return { response: refused(refusal, call.operation.detailedStatus) };
  if (fault.name === 'html-error') return { response: htmlPage() };
  if (fault.name === 'wrong-reference') return { response: withOtherReference(response, call) };
  return { response, delivery: deliveryOf(fault, bytesOf(response).length) };
}

function deliveryOf({ name, atByte, ms }: Fault, length: number): Delivery {
  if (name === 'stalled') return { kind: 'stalled' };
  if (name === 'slow') return { kind: 'slow', ms: ms ?? SLOW_MS };
  if (name === 'truncated') {
    return { kind: 'truncated', atByte: Math.min(atByte ?? length >> 1, length - 1) };
  }
  return { kind: 'reset', atByte: Math.min(atByte ?? 0, length) };
}

function htmlPage(): ReplyResponse {
  return { status: 502, headers: { 'content-type': 'text/html' }, body: PAGE };
}

/** Changes the last character of whatever in the data should echo the request, else of its amount. */
function withOtherReference(response: ReplyResponse, { operation, input }: Call): ReplyResponse {
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
  const body = stringifyJson(change(parseJson(new TextDecoder().decode(bytesOf(response)))));
  return { ...response, body };
}

function withOtherEnd(text: string): string {
  return text.slice(0, -1) + (text.endsWith('7') ? '8' : '7');
}
