import type { Outcome } from '../client/outcome.js';
import type { Json, JsonObject } from '../core/json.js';
import type { ProcessMark } from '../host/host.js';
import { SILENCE_MS, uptimeAt } from './absence.js';
import { decodeEntry } from './codec.js';
import { LEASE_MS } from './fence.js';
import {
  type Attempt,
  type Ending,
  type Entry,
  type Intent,
  type Journal,
  processLife,
  type Resolution,
} from './journal.js';

/**
 * The state of a charge:
 * in-flight — its process is alive and waits for the answer; unknown — it may have been executed, an
 * inquiry or a person must find out; pending — the bank has it, not final; succeeded, partial,
 * rejected — final; not-executed — proven, it may be sent again; settled-executed,
 * settled-not-executed — decided by a person.
 */
export const STATES = [
  'in-flight',
  'unknown',
  'pending',
  'succeeded',
  'partial',
  'rejected',
  'not-executed',
  'settled-executed',
  'settled-not-executed',
] as const;
export type ChargeState = (typeof STATES)[number];

export interface AttemptEvidence {
  state: ChargeState;
  at: string;
  outcome?: Outcome;
  /** The original data of the outcome, if the store has it. */
  original?: Json;
  /** The outcome was learnt by an inquiry. */
  recovered?: true;
}

const OPEN: readonly ChargeState[] = ['in-flight', 'unknown', 'pending'];
const MAY_REPEAT: readonly ChargeState[] = ['not-executed', 'settled-not-executed'];

export function isOpen(state: ChargeState): boolean {
  return OPEN.includes(state);
}

/** Nothing was executed, so the reference may be used again. */
export function mayRepeat(state: ChargeState): boolean {
  return MAY_REPEAT.includes(state);
}

/** Whether a claim with these lines may be charged again; one that cannot be read may not. */
export function mayRepeatClaim(journal: Journal, lines: readonly JsonObject[]): boolean {
  const entries = lines.map(decodeEntry).filter((entry) => entry !== undefined);
  const attempt = decidingAttempt(journal, groupAttempts(entries));
  if (attempt === undefined || entries.length < lines.length) return false;
  return mayRepeat(strongestEvidence(journal, attempt).state);
}

export function groupAttempts(entries: readonly Entry[]): Attempt[] {
  const attempts: Attempt[] = [];
  for (const entry of entries) {
    const current = attempts.at(-1);
    if (entry.type === 'intent') attempts.push({ intent: entry, inquiries: [] });
    else if (current === undefined) continue;
    else if (entry.type === 'outcome') current.ending = entry;
    else if (entry.type === 'inquiry') current.inquiries.push(entry);
    else if (entry.type === 'resolution') current.resolution = entry;
    else if (entry.type === 'settlement') current.settlement = entry;
    else if (entry.type === 'archived') current.archived = entry;
  }
  return attempts;
}

/**
 * The index of the attempt that decides the state of the charge: the newest one that forbids another. It
 * need not be the last, because the process of an older one may report late that it was executed.
 */
export function decisiveIndex(journal: Journal, attempts: readonly Attempt[]): number {
  const forbids = (attempt: Attempt) => !mayRepeat(strongestEvidence(journal, attempt).state);
  const index = attempts.findLastIndex(forbids);
  return index < 0 ? attempts.length - 1 : index;
}

/** The attempt that decides the state of the charge: see `decisiveIndex`. */
export function decidingAttempt(
  journal: Journal,
  attempts: readonly Attempt[],
): Attempt | undefined {
  return attempts[decisiveIndex(journal, attempts)];
}

/** The strongest evidence; proof of execution outranks everything else. */
export function strongestEvidence(journal: Journal, attempt: Attempt): AttemptEvidence {
  const { intent, ending, inquiries, resolution, settlement } = attempt;
  const all: AttemptEvidence[] = [
    { state: isOwned(journal, attempt) ? 'in-flight' : 'unknown', at: intent.at },
  ];
  if (ending) all.push(outcomeEvidence(ending));
  for (const inquiry of inquiries) {
    if (inquiry.found === 'pending') all.push({ state: 'pending', at: inquiry.at });
  }
  if (settlement) all.push({ state: `settled-${settlement.as}`, at: settlement.at });
  if (resolution) all.push({ ...outcomeEvidence(resolution), recovered: true });
  return all.reduce((best, next) => (RANK[next.state] >= RANK[best.state] ? next : best));
}

const RANK: Readonly<Record<ChargeState, number>> = {
  'in-flight': 0,
  unknown: 0,
  pending: 1,
  rejected: 2,
  'not-executed': 2,
  'settled-not-executed': 2,
  'settled-executed': 3,
  partial: 4,
  succeeded: 4,
};

function outcomeEvidence({ at, outcome, metadata }: Ending | Resolution): AttemptEvidence {
  const evidence: AttemptEvidence = { state: outcomeState(outcome), at, outcome };
  if (metadata?.original !== undefined) evidence.original = metadata.original;
  return evidence;
}

/** Only the classes of the contract, and only with proof, count as not executed. */
export function outcomeState(outcome: Outcome): ChargeState {
  switch (outcome.class) {
    case 'SUCCESS':
      return 'succeeded';
    case 'PARTIAL':
      return 'partial';
    case 'REJECTED':
    case 'NOT_FOUND':
      return 'rejected';
    case 'PENDING':
      return 'pending';
    case 'AUTH':
    case 'RATE_LIMITED':
    case 'UNAVAILABLE':
    case 'TLS':
    case 'BAD_DATA':
      return outcome.executed === 'no' ? 'not-executed' : 'unknown';
    case 'OUTCOME_UNKNOWN':
    case 'CONFLICT':
      return 'unknown';
  }
}

/** Whether its own process may still send it or report its outcome: then nobody else inquires. */
function isOwned(
  journal: Journal,
  { intent, ending, inquiries, resolution, settlement }: Attempt,
): boolean {
  if (ending ?? resolution ?? settlement ?? inquiries[0]) return false;
  const owner = processLife(journal, intent);
  if (owner === 'dead') return false;
  if (owner === 'alive' && !hasLost(journal, intent)) return true;
  if (journal.store.shared) return (intent.metadata?.silentMs ?? 0) < SILENCE_MS;
  return sinceIntent(journal, intent) < LEASE_MS;
}

/** Whether this process lives on and does not work on it: then it may only be as young as that of another. */
function hasLost({ process, underWay }: Journal, { by, requestUId }: Intent): boolean {
  return underWay !== undefined && isSameProcess(by, process.self) && !underWay.has(requestUId);
}

function isSameProcess(one: ProcessMark, other: ProcessMark): boolean {
  return one.pid === other.pid && one.start === other.start && one.boot === other.boot;
}

/** By uptime where it can be compared. Otherwise by the clock: one that was set can only make inquiries start early. */
function sinceIntent(journal: Journal, intent: Intent): number {
  const up = uptimeAt(intent, journal.process.self.boot);
  // Absolute, or a clock that was set back would make it wait for as long.
  if (up === undefined) return Math.abs(journal.clock.now() - Date.parse(intent.at));
  return journal.process.uptime() - up;
}
