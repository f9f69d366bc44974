import { EXECUTED, type Executed } from '../core/errors.js';
import { readHistory } from '../journal/history.js';
import type { Attempt, Journal } from '../journal/journal.js';
import { evidenceClass } from '../journal/rows.js';
import {
  type AttemptEvidence,
  decidingAttempt,
  groupAttempts,
  isOpen,
  mayRepeat,
  strongestEvidence,
} from '../journal/state.js';
import type { Desk } from '../state/desk.js';
import type { DeskWriter } from '../state/desk-event.js';
import type { Proposal } from './proposal.js';

/**
 * open — waits for a second person; released — sent, or to be sent, and how it ends is not known yet;
 * done — its charge has ended; refused; expired — nobody released it in time, or it was released and
 * could not be sent in time.
 */
export const PROPOSAL_STATES = ['open', 'released', 'refused', 'expired', 'done'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** What proposals are read and written with. */
export interface Approvals extends DeskWriter {
  desk: Desk;
  journal: Journal;
  /** By the clock that all machines share, where they share one; milliseconds since the epoch. */
  now(): Promise<number>;
}

/** How a proposal stands. */
export interface ProposalStatus {
  state: ProposalState;
  /** How its charge ended, or stands. */
  outcome?: { class: string; executed: Executed };
}

export async function proposalStatus(
  { journal }: Pick<Approvals, 'journal'>,
  proposal: Proposal,
  now: number,
): Promise<ProposalStatus> {
  const { refusal, release, ended, isLapsed, expires } = proposal;
  if (refusal) return { state: 'refused' };
  if (isLapsed) return { state: 'expired' };
  if (ended) return { state: 'done', outcome: toOutcome(ended.class) };
  const isOver = now >= Date.parse(expires);
  if (!release) return { state: isOver ? 'expired' : 'open' };
  const charge = await findCharge(journal, proposal.key);
  const isIts = charge?.attempt.intent.contents === proposal.contents;
  if (!charge || !isIts || mayRepeat(charge.evidence.state)) {
    return { state: isOver ? 'expired' : 'released' };
  }
  const { evidence } = charge;
  return {
    state: isOpen(evidence.state) ? 'released' : 'done',
    outcome: toOutcome(evidenceClass(evidence) ?? 'OUTCOME_UNKNOWN'),
  };
}

/** The charge that a claim stands for. */
export interface Charge {
  attempt: Attempt;
  evidence: AttemptEvidence;
}

/** The charge of a claim as the journal has it; undefined where there is none. */
export async function findCharge(journal: Journal, key: string): Promise<Charge | undefined> {
  const { entries } = await readHistory(journal, key);
  const attempt = decidingAttempt(journal, groupAttempts(entries));
  return attempt && { attempt, evidence: strongestEvidence(journal, attempt) };
}

const ENDS = new Map<string, Executed>(Object.entries({ ...EXECUTED, NOT_FOUND: 'no' }));

/** By its class in the exit table. */
function toOutcome(ended: string): { class: string; executed: Executed } {
  return { class: ended, executed: ENDS.get(ended) ?? 'unknown' };
}
