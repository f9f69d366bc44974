import { EXIT, type ExitClass, isExitClass } from '../core/errors.js';
import { isLosslessNumber } from '../core/json.js';
import { foldedReference } from '../core/text.js';
import { hostNameInMark } from '../host/identity.js';
import type { CachedOutcome, EndedCharge } from '../state/claim-index.js';
import { searchHash } from '../state/outcome-line.js';
import type { Authorship, Entry, Journal } from './journal.js';
import {
  type AttemptEvidence,
  type ChargeState,
  decidingAttempt,
  groupAttempts,
  isOpen,
  STATES,
  strongestEvidence,
} from './state.js';

/** One charge as a list shows it: its newest attempt. Times are ISO 8601 in UTC. */
export interface ChargeRow {
  operation: string;
  reference: string;
  amount: string | null;
  state: ChargeState | 'corrupt';
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
  /** Who sent it, where several machines share the store. */
  machine?: string;
  /** The account that sent it. */
  user: string;
  /** The archive that holds its lines. */
  archive?: string;
}

/** What a row is made from. */
interface ClaimEntries {
  key: string;
  entries: readonly Entry[];
}

export function chargeRow(journal: Journal, { key, entries }: ClaimEntries): ChargeRow | undefined {
  const attempts = groupAttempts(entries);
  const attempt = decidingAttempt(journal, attempts);
  if (attempt === undefined) return undefined;
  const { intent, archived } = attempt;
  const evidence = strongestEvidence(journal, attempt);
  const kind = evidenceClass(evidence);
  return {
    operation: intent.operation,
    reference: intent.reference,
    amount: intent.amount ?? null,
    state: evidence.state,
    requestUId: intent.requestUId,
    startedAt: intent.at,
    endedAt: isOpen(evidence.state) ? null : evidence.at,
    attempts: archived?.attempts ?? attempts.length,
    profile: intent.profile,
    baseUrl: intent.baseUrl,
    class: kind,
    exit: kind && EXIT[kind],
    key,
    ...(journal.store.shared && { machine: machineName(intent) }),
    user: intent.user,
    ...(archived && { archive: archived.file }),
  };
}

/** The host name of the machine that wrote a line. */
export function machineName({ by }: Pick<Authorship, 'by'>): string {
  return hostNameInMark(by);
}

/** null while it is in flight. */
export function evidenceClass({ state, outcome }: AttemptEvidence): ExitClass | null {
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

/** How a charge ended with these entries, as the store caches it; undefined while it is open. */
export function toCachedOutcome(
  journal: Journal,
  claim: ClaimEntries,
  newest: number,
): CachedOutcome | undefined {
  const row = chargeRow(journal, claim);
  if (row === undefined || row.state === 'corrupt' || isOpen(row.state)) return undefined;
  const { key, exit: _exit, class: kind, endedAt, ...charge } = row;
  if (kind === null || endedAt === null) return undefined;
  const hashes = Array.from(searchTexts(claim.entries), searchHash);
  return { key, newest, charge: { ...charge, class: kind, endedAt }, hashes };
}

/** The row of a charge that has ended; undefined where another version wrote it. */
export function rowFromCache(key: string, charge: EndedCharge): ChargeRow | undefined {
  const { operation, reference, amount, requestUId, startedAt, endedAt } = charge;
  const { attempts, profile, baseUrl, class: kind, machine, user, archive } = charge;
  const state = STATES.find((known) => known === charge.state);
  if (state === undefined || !isExitClass(kind)) return undefined;
  return {
    ...{ operation, reference, amount, state, requestUId, startedAt, endedAt, attempts },
    ...{ profile, baseUrl, class: kind, exit: EXIT[kind], key },
    ...(machine !== undefined && { machine }),
    user,
    ...(archive !== undefined && { archive }),
  };
}

/** Shorter texts occur in many charges, so they are not indexed. */
export const MIN_TEXT_LENGTH = 12;

/** Fields excluded from the text index: equal in most charges, or never searched for. */
const NOT_SEARCHED: ReadonlySet<string> = new Set([
  ...[
    'type',
    'at',
    'by',
    'machine',
    'user',
    'sudoUser',
    'subject',
    'name',
    'operation',
    'profile',
    'baseUrl',
    'method',
    'path',
  ],
  ...['contents', 'credentials', 'class', 'executed', 'url', 'http', 'message', 'hint', 'remark'],
  ...['asked', 'trace', 'proposedBy', 'releasedBy'],
]);

/** The texts by which a charge is found: its reference, and the ids in its entries. */
function searchTexts(entries: readonly Entry[]): Set<string> {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    const text = typeof value === 'string' || isLosslessNumber(value) ? String(value) : '';
    if (text.length >= MIN_TEXT_LENGTH) texts.add(text);
    else if (text === '' && typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value))
        if (!NOT_SEARCHED.has(name)) collect(inner);
    }
  };
  for (const entry of entries) {
    if (entry.type === 'intent') {
      const { reference, requestUId } = entry;
      texts.add(reference).add(foldedReference(reference)).add(requestUId);
    }
    const { metadata: _metadata, ...content } = entry;
    collect(content);
  }
  return texts;
}
