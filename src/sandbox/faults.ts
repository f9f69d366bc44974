import {
  isJsonObject,
  isLosslessNumber,
  type Json,
  number,
  parseJson,
  stringifyJson,
  textOf,
} from '../core/json.js';
import { formatAmount, parseAmount } from '../core/money.js';
import type { Delivery, Reply, ReplyResponse } from '../host/reply.js';
import { type Call, type HandlerContext, optional } from './handlers/handler-context.js';
import { touch } from './ledger/meta.js';
import { faults } from './ledger/schema.js';
import type { Store } from './ledger/store.js';
import type { RowOf } from './ledger/table.js';
import { mulberry32 } from './seed/random.js';
import { bytesOf, Refusal, refusalResponse } from './server/answers.js';

/** Whether the call takes effect: not at all, before the fault, or only LATE_MS after it. */
export type Moment = 'before-commit' | 'after-commit' | 'late';

/** A late effect happens this long after the time-out was answered. */
export const LATE_MS = 20_000;

/** Every fault of a call, and its default moment. */
export const CALL_FAULTS = {
  /** The connection dies and nothing has happened. */
  'before-commit': 'before-commit',
  /** The effect is there, the connection dies without a byte. */
  'committed-but-reply-lost': 'after-commit',
  /** 504 at once, the effect 20 s later. */
  'late-effect': 'late',
  /** The answer ends half-way. */
  truncated: 'after-commit',
  /** A proxy's page in HTML instead of the answer. */
  'html-error': 'after-commit',
  /** The answer speaks of another reference or amount. */
  'wrong-reference': 'after-commit',
  /** The connection is reset after `atByte` bytes of the answer. */
  reset: 'after-commit',
  /** The answer takes `ms`. */
  slow: 'after-commit',
  /** The answer never comes. */
  stalled: 'after-commit',
  /** 503/9990, half of the time unless a probability is given. */
  'flapping-503': 'before-commit',
  /** 429/9900, with Retry-After where one is given. */
  'rate-limited': 'before-commit',
  /** The token is revoked: 401/9500. */
  'token-revoked': 'before-commit',
  maintenance: 'before-commit',
  overload: 'before-commit',
  'gateway-timeout': 'before-commit',
  threat: 'before-commit',
  /** 8101 at `status`. */
  downstream: 'before-commit',
  /** Refused with the `code` and `description` of the order, at `status`. */
  code: 'before-commit',
} as const satisfies Record<string, Moment>;

/** The operation of confirmations that the bank sends. */
const CONFIRMATION = 'confirmation';

/** Faults of confirmations, and of nothing else. */
export const CONFIRMATION_FAULTS = [
  'duplicate-callback',
  'late-callback',
  'reordered-callback',
  'wrong-amount-callback',
  'no-callback',
] as const;

type CallFault = keyof typeof CALL_FAULTS;

/** What the bank answers in place of carrying a call out. */
export interface CodedRefusal {
  status: number;
  code: string;
  description: string;
}
export type FaultName = CallFault | (typeof CONFIRMATION_FAULTS)[number];

export interface FaultOrder {
  name: FaultName;
  /** Operation id, or `*` for all. */
  operation: string;
  moment?: Moment;
  /** How many calls it affects; by default all. */
  times?: number;
  /** 0 to 1; by default 1. */
  probability?: number;
  /** Makes `probability` repeatable. */
  seed?: number;
  atByte?: number;
  ms?: number;
  /** HTTP status, for `downstream` (by default 500) and `code`. */
  status?: number;
  /** Affects only calls with this reference. */
  reference?: string;
  /** Of `code`. */
  code?: string;
  description?: string;
  /** Value of the Retry-After header, as it shall be sent. */
  retryAfter?: string;
}

export interface Fault extends FaultOrder {
  id: number;
  moment: Moment;
  probability: number;
  seed: number;
}

function isCallFault(name: string): name is CallFault {
  return Object.hasOwn(CALL_FAULTS, name);
}

export function isFaultName(name: string): name is FaultName {
  return isCallFault(name) || CONFIRMATION_FAULTS.some((known) => known === name);
}

/** Returns the id of the fault. */
export function addFault(store: Store, order: FaultOrder): number {
  const moment = isCallFault(order.name) ? CALL_FAULTS[order.name] : 'after-commit';
  const id = faults.insert(store, {
    ...order,
    moment: order.moment ?? moment,
    probability: order.probability ?? (order.name === 'flapping-503' ? 0.5 : 1),
    seed: order.seed ?? 1,
  });
  touch(store);
  return id;
}

export function removeFaults(store: Store, id?: number): void {
  if (id === undefined) store.run('DELETE FROM fault');
  else faults.remove(store, { id });
  touch(store);
}

export function readFaults(store: Store): Fault[] {
  return faults.all(store, 'ORDER BY id').map(faultOf);
}

export function appliesTo(fault: Fault, operation: string, reference?: string): boolean {
  if (fault.reference !== undefined && fault.reference !== reference) return false;
  if (isCallFault(fault.name) === (operation === CONFIRMATION)) return false;
  return fault.operation === operation || fault.operation === '*';
}

/** Draws whether a fault of this operation occurs, and counts it. Needs a transaction. */
export function takeFault(store: Store, operation: string, reference?: string): Fault | undefined {
  const candidates = readFaults(store).filter((fault) => appliesTo(fault, operation, reference));
  for (const fault of candidates) {
    const seed = mulberry32(fault.seed);
    faults.update(store, { id: fault.id }, { seed });
    if (seed / 2 ** 32 >= fault.probability) continue;
    if (fault.times === 1) removeFaults(store, fault.id);
    else store.run('UPDATE fault SET times = times - 1 WHERE id = ?', fault.id);
    return fault;
  }
  return undefined;
}

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
export function refusalOf({ name, status, retryAfter, code, description }: Fault) {
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

function faultOf(row: RowOf<typeof faults>): Fault {
  const { name, moment, times, atByte, ms, status, retryAfter, ...more } = row;
  const { reference, code, description, ...rest } = more;
  if (!isFaultName(name) || !isMoment(moment)) throw new TypeError(`there is no fault ${name}`);
  return {
    ...rest,
    name,
    moment,
    times: times ?? undefined,
    atByte: atByte ?? undefined,
    ms: ms ?? undefined,
    status: status ?? undefined,
    retryAfter: retryAfter ?? undefined,
    reference: reference ?? undefined,
    code: code ?? undefined,
    description: description ?? undefined,
  };
}

function isMoment(text: string): text is Moment {
  return text === 'before-commit' || text === 'after-commit' || text === 'late';
}

const SLOW_MS = 5000;
const PAGE =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** What the caller receives of a good answer under this fault. */
export function applyFault(fault: Fault, response: ReplyResponse, call: Call): Reply {
  const refusal = refusalOf(fault);
  if (refusal !== undefined)
    return { response: refusalResponse(refusal, call.operation.detailedStatus) };
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

/** Changes the last character of everything in the data that should echo the request. */
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

/** A confirmation to the partner, and when it goes out. */
export interface NewConfirmation {
  body: string;
  /** By the sandbox clock. */
  nextAt: number;
  /** `held` goes out behind the next one; `unaddressed` and `withheld` never do. */
  state: 'waiting' | 'held' | 'unaddressed' | 'withheld';
}

/** Delay of a late confirmation, and the longest of a held one, unless the fault sets it. */
const LATE_CONFIRMATION_MS = 60_000;
/** What a wrong amount adds, in satang. */
const WRONG_BY = 100n;

/** The confirmations to send: one, unless a fault changes that. Needs a transaction. */
export function confirmationsFor(
  { store, now, settings }: HandlerContext,
  body: string,
): NewConfirmation[] {
  const confirmation: NewConfirmation = { body, nextAt: now, state: 'waiting' };
  if (settings.confirmationUrl === '') return [{ ...confirmation, state: 'unaddressed' }];
  releaseHeld(store, now);
  const fault = takeFault(store, CONFIRMATION);
  const name = CONFIRMATION_FAULTS.find((known) => known === fault?.name);
  return name === undefined
    ? [confirmation]
    : BY_FAULT[name](confirmation, now + (fault?.ms ?? LATE_CONFIRMATION_MS));
}

const BY_FAULT: Readonly<
  Record<
    (typeof CONFIRMATION_FAULTS)[number],
    (confirmation: NewConfirmation, later: number) => NewConfirmation[]
  >
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

/** Held confirmations go right after the one that is enqueued now. */
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
