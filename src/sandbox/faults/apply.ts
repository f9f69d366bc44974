import {
  isJsonObject,
  isLosslessNumber,
  type Json,
  number,
  parseJson,
  stringifyJson,
  textOf,
} from '../../core/json.js';
import { formatAmount, parseAmount } from '../../core/money.js';
import type { Delivery, Reply, ReplyResponse } from '../../host/reply.js';
import { type Call, type HandlerContext, optional } from '../handlers/handler-context.js';
import type { Store } from '../ledger/store.js';
import { bytesOf, refused } from '../server/answers.js';
import { CONFIRMATION, CONFIRMATION_FAULTS, type Fault, refusalOf, takeFault } from './faults.js';

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

/** A message to the partner, and when it goes out. */
export interface Message {
  body: string;
  /** By the sandbox clock. */
  nextAt: number;
  /** `held` goes out behind the next one; `unaddressed` and `withheld` never do. */
  state: 'waiting' | 'held' | 'unaddressed' | 'withheld';
}

/** How long a late one takes, and a held one at most, unless the fault says. */
const LATE_MS = 60_000;
/** What a wrong amount is too much, in satang. */
const WRONG_BY = 100n;

/** The confirmations that a message becomes: one, unless a fault strikes it. Needs a transaction. */
export function confirmationsFor(
  { store, now, settings }: HandlerContext,
  body: string,
): Message[] {
  const confirmation: Message = { body, nextAt: now, state: 'waiting' };
  if (settings.confirmationUrl === '') return [{ ...confirmation, state: 'unaddressed' }];
  releaseHeld(store, now);
  const fault = takeFault(store, CONFIRMATION);
  const name = CONFIRMATION_FAULTS.find((known) => known === fault?.name);
  return name === undefined
    ? [confirmation]
    : BY_FAULT[name](confirmation, now + (fault?.ms ?? LATE_MS));
}

const BY_FAULT: Readonly<
  Record<(typeof CONFIRMATION_FAULTS)[number], (confirmation: Message, later: number) => Message[]>
> = {
  'duplicate-callback': (confirmation) => [confirmation, confirmation],
  'late-callback': (confirmation, later) => [{ ...confirmation, nextAt: later }],
  'reordered-callback': (confirmation, later) => [
    { ...confirmation, nextAt: later, state: 'held' },
  ],
  'wrong-amount-callback': (confirmation) => [
    { ...confirmation, body: withWrongAmount(confirmation.body) },
  ],
  'no-callback': (confirmation) => [{ ...confirmation, state: 'withheld' }],
};

/** What was held goes right behind the one that is enqueued now. */
function releaseHeld(store: Store, now: number): void {
  store.run(
    "UPDATE confirmation SET state = 'waiting', next_at = ? WHERE state = 'held' AND next_at > ?",
    now + 1,
    now,
  );
}

/** The amount stays text or number, as it was. */
function withWrongAmount(body: string): string {
  const fields = parseJson(body);
  if (!isJsonObject(fields)) return body;
  const satang = parseAmount(textOf(fields.amount) ?? '');
  if (satang === undefined) return body;
  const wrong = formatAmount(satang + WRONG_BY);
  return stringifyJson({
    ...fields,
    amount: isLosslessNumber(fields.amount) ? number(wrong) : wrong,
  });
}
