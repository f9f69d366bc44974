import type { Outcome } from '../client/outcome.js';
import type { Json } from '../core/json.js';
import { SILENCE_MS, uptimeAt } from './absence.js';
import { LEASE_MS } from './fence.js';
import {
  type Attempt,
  type Ending,
  type Entry,
  type Intent,
  type Journal,
  lifeOf,
  type Resolution,
} from './journal.js';

/**
 * How a charge stands:
 * in-flight — its process lives and waits for the answer; unknown — it may have been executed, an
 * inquiry or a person must find out; pending — the bank knows it, it is not final; succeeded,
 * partial, rejected — final; not-executed — proven, it may be made again; settled-executed,
 * settled-not-executed — the word of a person.
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
export type State = (typeof STATES)[number];

/** Evidence for the state of an attempt. */
export interface Evidence {
  state: State;
  at: string;
  outcome?: Outcome;
  /** The data of the outcome as it was, where the store keeps that. */
  original?: Json;
  /** An inquiry told the outcome. */
  recovered?: true;
}

const OPEN: readonly State[] = ['in-flight', 'unknown', 'pending'];
const MAY_REPEAT: readonly State[] = ['not-executed', 'settled-not-executed'];

export function isOpen(state: State): boolean {
  return OPEN.includes(state);
}

/** Nothing was executed, so the reference may be used again. */
export function mayRepeat(state: State): boolean {
  return MAY_REPEAT.includes(state);
}

export function attemptsOf(entries: readonly Entry[]): Attempt[] {
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
 * Which attempt says how the charge stands: the newest that forbids another one. An older one can,
 * where its own process tells late that it was executed after all.
 */
export function decisive(journal: Journal, attempts: readonly Attempt[]): number {
  const forbids = (attempt: Attempt) => !mayRepeat(evidenceOf(journal, attempt).state);
  const found = attempts.findLastIndex(forbids);
  return found < 0 ? attempts.length - 1 : found;
}

/** The strongest evidence there is; what proves an execution outranks everything. */
export function evidenceOf(journal: Journal, attempt: Attempt): Evidence {
  const { intent, ending, inquiries, resolution, settlement } = attempt;
  const all: Evidence[] = [
    { state: isOwned(journal, attempt) ? 'in-flight' : 'unknown', at: intent.at },
  ];
  if (ending) all.push(evidenceOfOutcome(ending));
  for (const inquiry of inquiries) {
    if (inquiry.found === 'pending') all.push({ state: 'pending', at: inquiry.at });
  }
  if (settlement) all.push({ state: `settled-${settlement.as}`, at: settlement.at });
  if (resolution) all.push({ ...evidenceOfOutcome(resolution), recovered: true });
  return all.reduce((best, next) => (RANK[next.state] >= RANK[best.state] ? next : best));
}

const RANK: Readonly<Record<State, number>> = {
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

function evidenceOfOutcome({ at, outcome, kept }: Ending | Resolution): Evidence {
  const evidence: Evidence = { state: stateOfOutcome(outcome), at, outcome };
  if (kept?.original !== undefined) evidence.original = kept.original;
  return evidence;
}

/** Only the classes of the contract, and only with proof, count as not executed. */
export function stateOfOutcome(outcome: Outcome): State {
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

/** Its process may still send or answer: no one else touches it. */
function isOwned(
  journal: Journal,
  { intent, ending, inquiries, resolution, settlement }: Attempt,
): boolean {
  if (ending ?? resolution ?? settlement ?? inquiries[0]) return false;
  const owner = lifeOf(journal, intent);
  if (owner !== 'unknown') return owner === 'alive';
  if (journal.store.shared) return (intent.kept?.silentMs ?? 0) < SILENCE_MS;
  return sinceIntent(journal, intent) < LEASE_MS;
}

/** By the uptime where it can be compared. Where not, a clock that was set can only bring inquiries early. */
function sinceIntent(journal: Journal, intent: Intent): number {
  const up = uptimeAt(intent, journal.process.self.boot);
  // A clock that was set back would make it wait for as long.
  if (up === undefined) return Math.abs(journal.clock.now() - Date.parse(intent.at));
  return journal.process.uptime() - up;
}
