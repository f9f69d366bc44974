import { EXIT, type ExitClass } from '../core/errors.js';
import type { History } from './history.js';
import type { Journal } from './journal.js';
import { attemptsOf, type Evidence, evidenceOf, isOpen, type State } from './state.js';

/** One charge as a list shows it: its newest attempt. Times are ISO 8601 in UTC. */
export interface Row {
  operation: string;
  reference: string;
  amount: string | null;
  state: State | 'corrupt';
  requestUId: string;
  startedAt: string;
  /** null while it is open. */
  endedAt: string | null;
  /** How often it was tried under this reference; only what was proven not executed is tried again. */
  attempts: number;
  profile: string;
  baseUrl: string;
  /** Class and code of the exit table; null while in flight. */
  class: ExitClass | null;
  exit: number | null;
  /** Names its files in the journal. */
  key: string;
}

export function rowOf(journal: Journal, { key, entries }: History): Row | undefined {
  const attempts = attemptsOf(entries);
  const attempt = attempts.at(-1);
  if (attempt === undefined) return undefined;
  const { intent } = attempt;
  const evidence = evidenceOf(journal, attempt);
  const kind = classOf(evidence);
  return {
    operation: intent.operation,
    reference: intent.reference,
    amount: intent.amount ?? null,
    state: evidence.state,
    requestUId: intent.requestUId,
    startedAt: intent.at,
    endedAt: isOpen(evidence.state) ? null : evidence.at,
    attempts: attempts.length,
    profile: intent.profile,
    baseUrl: intent.baseUrl,
    class: kind,
    exit: kind && EXIT[kind],
    key,
  };
}

function classOf({ state, outcome }: Evidence): ExitClass | null {
  switch (state) {
    case 'in-flight':
      return null;
    case 'unknown':
      return 'OUTCOME_UNKNOWN';
    case 'pending':
      return 'PENDING';
    case 'settled-executed':
      return 'SUCCESS';
    case 'settled-not-executed':
      return 'UNAVAILABLE';
    case 'succeeded':
    case 'partial':
    case 'rejected':
    case 'not-executed':
      return outcome?.class ?? 'OUTCOME_UNKNOWN';
  }
}
