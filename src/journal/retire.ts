import { isInitiation } from '../bank/transfer/references.js';
import type { Outcome } from '../client/outcome.js';
import { DAY_MS } from '../core/time.js';
import { isArchived, sequenceNumber } from '../state/chain.js';
import type { Retirement, StoredClaim } from '../state/claims.js';
import { revisionHeads } from '../state/revision-heads.js';
import { entriesText } from './codec.js';
import { type History, inspectStored } from './history.js';
import { type Attempt, type Entry, type Journal, processLife, stamp } from './journal.js';
import { charges } from './list.js';
import { type ChargeRow, chargeRow, toCachedOutcome } from './rows.js';
import {
  type ChargeState,
  decisiveIndex,
  groupAttempts,
  isOpen,
  mayRepeat,
  STATES,
  strongestEvidence,
} from './state.js';
import { listTokenizerIds, readTokenizerId } from './transfer-record.js';

/** A charge that has ended, and is not retired. */
export interface Retirable {
  key: string;
  /** ISO 8601 in UTC. */
  startedAt: string;
}

/** The charges that are final and ended before, in the order of their start. */
export async function* retirable(journal: Journal, before: number): AsyncGenerator<Retirable> {
  // It ended after it was started.
  const filter = { until: before, states: STATES.filter(isFinal), archived: false } as const;
  // Each is read whole before it is retired.
  for await (const row of charges(journal, filter, { unchecked: true })) {
    if (mayRetire(row, before)) yield { key: row.key, startedAt: row.startedAt };
  }
}

function mayRetire({ state, archive, endedAt }: ChargeRow, before: number): boolean {
  if (archive !== undefined || state === 'corrupt' || !isFinal(state)) return false;
  return endedAt !== null && Date.parse(endedAt) < before;
}

/** A charge that may be repeated is not final: its lines are still needed. */
function isFinal(state: ChargeState): boolean {
  return !isOpen(state) && !mayRepeat(state);
}

/** For so long an outcome may wait in the spool of its machine. */
const SPOOLED_MS = 30 * DAY_MS;

/** Whether the process of an attempt, whose outcome others learnt, may still report its own. */
function mayStillWrite(journal: Journal, { entries }: History): boolean {
  return groupAttempts(entries).some(({ ending, intent }) => {
    if (ending) return false;
    const life = processLife(journal, intent);
    const limit = journal.store.shared ? SPOOLED_MS : DAY_MS;
    const isYoung = Math.abs(journal.clock.now() - Date.parse(intent.at)) < limit;
    return life === 'alive' || (life === 'unknown' && isYoung);
  });
}

/**
 * What the store needs to retire a claim, whose lines `archive` has ('': they are given up); undefined
 * for one that is damaged, not final, or did not end before.
 */
export function planRetirement(
  journal: Journal,
  claim: StoredClaim,
  archive: string,
  before: number,
): Retirement | undefined {
  const { history, faults } = inspectStored(claim);
  const row = chargeRow(journal, history);
  // An archived claim would name only one of them.
  if (listTokenizerIds(history).length > 1) return undefined;
  if (faults.length > 0 || row === undefined || !mayRetire(row, before)) return undefined;
  if (mayStillWrite(journal, history)) return undefined;
  const entries = retiredEntries(journal, history, archive);
  return entries && retirement(journal, claim, { history, entries, archive });
}

/** What completes a claim that a run which was killed has begun to retire; undefined for one that is damaged. */
export function planCompletion(journal: Journal, claim: StoredClaim): Retirement | undefined {
  const { history, faults } = inspectStored(claim);
  return faults.length > 0
    ? undefined
    : retirement(journal, claim, { history, entries: [], archive: '' });
}

/** Whether a claim is retired, or a run that was killed has begun it. */
export function wasRetired({ revisions }: StoredClaim): boolean {
  return revisions.some(({ lines }) => isArchived(lines));
}

function retirement(
  journal: Journal,
  { key, newest, tail, revisions }: StoredClaim,
  { history, entries, archive }: { history: History; entries: Entry[]; archive: string },
): Retirement {
  const remains = entries.length > 0 ? entriesText(entries) : undefined;
  const end = tail && { content: { seq: String(sequenceNumber(tail)) }, sum: tail.sum };
  const retired = { claim: { key, newest, tail: end }, archive, remains };
  if (journal.store.shared) return retired;
  const all = [...history.entries, ...entries];
  return {
    ...retired,
    heads: revisionHeads(revisions),
    endAt: (number) => toCachedOutcome(journal, { key, entries: all }, number),
  };
}

/** What stands for the whole claim: what was charged, how it ended, and which archive has the rest. */
function retiredEntries(
  journal: Journal,
  { entries }: History,
  archive: string,
): Entry[] | undefined {
  const attempts = groupAttempts(entries);
  const index = decisiveIndex(journal, attempts);
  const attempt = attempts[index];
  const ending = attempt && decidingEntry(journal, attempt);
  if (attempt === undefined || ending === undefined) return undefined;
  const { metadata: _metadata, ...intent } = attempt.intent;
  const contents = attempts.map((one, at) => (at === index ? '' : one.intent.contents));
  return [
    { ...intent, input: {} },
    ending,
    {
      ...{ type: 'archived', ...stamp(journal), file: archive, attempts: attempts.length },
      ...(attempts.length > 1 && { contents }),
    },
  ];
}

/** The entry that decides how the charge ended, without the bank's response. */
function decidingEntry(journal: Journal, attempt: Attempt): Entry | undefined {
  const { outcome } = strongestEvidence(journal, attempt);
  if (outcome === undefined) return attempt.settlement;
  const { ending, resolution } = attempt;
  const entry = [resolution, ending].find((candidate) => candidate?.outcome === outcome);
  if (entry === undefined) return undefined;
  const { metadata: _metadata, ...bare } = entry;
  return { ...bare, outcome: bareOutcome(outcome, attempt) };
}

/** The outcome without the bank's data, except the tokenizerId, by which an initiated transfer is confirmed. */
function bareOutcome({ data, status, ...outcome }: Outcome, { intent }: Attempt): Outcome {
  const tokenizerId = isInitiation(intent.operation) ? readTokenizerId({ data }) : undefined;
  return {
    ...outcome,
    ...(status && { status: { code: status.code, description: status.description } }),
    ...(tokenizerId !== undefined && { data: { tokenizerId } }),
  };
}
