import type { Operation } from '../bank/define.js';
import { usageError } from '../core/errors.js';
import type { Sqlite } from '../host/sqlite.js';
import { sandboxOperator } from '../messages/sandbox.js';
import { touch } from './ledger/meta.js';
import type { RowOf } from './ledger/table.js';
import { faults } from './ledger/tables.js';
import { mulberry32 } from './seed/random.js';

/** Whether the call takes effect: not at all, before the fault, or only LATE_MS after it. */
export type FaultMoment = 'before-commit' | 'after-commit' | 'late';

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
  /** A proxy's page in HTML instead of the answer, at `status`. */
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
} as const satisfies Record<string, FaultMoment>;

/** The operation of confirmations that the bank sends. */
export const CONFIRMATION = 'confirmation';

/** Faults of confirmations, and of nothing else. */
export const CONFIRMATION_FAULTS = [
  'duplicate-callback',
  'late-callback',
  'reordered-callback',
  'wrong-amount-callback',
  'no-callback',
] as const;

type CallFault = keyof typeof CALL_FAULTS;
export type ConfirmationFault = (typeof CONFIRMATION_FAULTS)[number];
/** All names that `sandbox faults` takes beside codes. */
export type FaultName = CallFault | ConfirmationFault;

/** What the bank answers in place of carrying a call out. */
export interface CodedRefusal {
  status: number;
  code: string;
  description: string;
}

/** A fault as somebody sets it. */
export interface FaultOrder {
  name: FaultName;
  /** Operation id, or `*` for all. */
  operation: string;
  moment?: FaultMoment;
  /** How many calls it affects; by default all. */
  times?: number;
  /** 0 to 1; by default 1. */
  probability?: number;
  /** Makes `probability` repeatable. */
  seed?: number;
  atByte?: number;
  ms?: number;
  /** HTTP status, for `downstream` (by default 500), `html-error` (502) and `code`. */
  status?: number;
  /** Affects only calls with this reference. */
  reference?: string;
  /** Of `code`. */
  code?: string;
  description?: string;
  /** Value of the Retry-After header, as it shall be sent. */
  retryAfter?: string;
}

/** A fault that is set, with its defaults filled in. */
export interface Fault extends FaultOrder {
  id: number;
  moment: FaultMoment;
  probability: number;
  seed: number;
}

/** Throws USAGE for details that would be dropped: beside `clear`, or beside no fault. */
export function refuseDetails(details: Partial<FaultOrder>): void {
  if (Object.values(details).every((value) => value === undefined)) return;
  throw usageError(sandboxOperator.detailsOfNone, sandboxOperator.clearAll);
}

function isCallFault(name: string): name is CallFault {
  return Object.hasOwn(CALL_FAULTS, name);
}

export function isFaultName(name: string): name is FaultName {
  return isCallFault(name) || CONFIRMATION_FAULTS.some((known) => known === name);
}

export function addFault(store: Sqlite, order: FaultOrder): number {
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

export function removeFaults(store: Sqlite, id?: number): void {
  if (id === undefined) store.run('DELETE FROM fault');
  else faults.remove(store, { id });
  touch(store);
}

/** All faults, in the order in which they were set. */
export function readFaults(store: Sqlite): Fault[] {
  return faults.all(store, 'ORDER BY id').map(toFault);
}

/** The field by whose value a fault finds a call; undefined where none of its calls has a reference. */
export function faultReference({ reference, positional, unique }: Operation): string | undefined {
  return reference ?? positional ?? unique;
}

/** Whether a fault is meant for a call or confirmation; chance and `times` are not asked. */
export function appliesTo(fault: Fault, operation: string, reference?: string): boolean {
  if (fault.reference !== undefined && fault.reference !== reference) return false;
  if (isCallFault(fault.name) === (operation === CONFIRMATION)) return false;
  return fault.operation === operation || fault.operation === '*';
}

/** Draws whether a fault of this operation occurs, and counts it. Needs a transaction. */
export function takeFault(store: Sqlite, operation: string, reference?: string): Fault | undefined {
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

function toFault(row: RowOf<typeof faults>): Fault {
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

function isMoment(text: string): text is FaultMoment {
  return text === 'before-commit' || text === 'after-commit' || text === 'late';
}
