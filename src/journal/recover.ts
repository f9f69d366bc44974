import type { Outcome } from '../client/outcome.js';
import { payctl } from '../core/command-line.js';
import type { ExitClass } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { journalMessages } from '../messages/journal.js';
import { inFlight, outcomeStillUnknown, recordedOutcome } from './answers.js';
import { readHistory } from './history.js';
import { type BankAccess, type Connect, type OpenCharge, openCharge } from './inquiry.js';
import { type Journal, knownOperation } from './journal.js';
import { list, listOpen, unknownReferenceError } from './list.js';
import { DEFAULT_WAIT_MS, resolve, resolvedOutcome } from './resolve.js';
import { type ChargeRow, chargeRow } from './rows.js';
import { decidingAttempt, groupAttempts, isOpen, strongestEvidence } from './state.js';

export interface RecoverRequest {
  journal: Journal;
  connect: Connect;
  reference?: string;
  /** Only charges started at or after: milliseconds since the epoch. */
  since?: number;
  waitMs?: number;
  stopping?: AbortSignal;
  onProgress?: (progress: RecoveryProgress) => void;
}

export interface RecoveryProgress {
  resolved: number;
  total: number;
}

export interface RecoveredCharge {
  row: ChargeRow;
  /** How it ended, or why it is still open. */
  message: Message;
  hint?: Message;
  /** The same as a value; absent where the journal of the charge cannot be trusted. */
  outcome?: Outcome;
}

export interface Recovery {
  charges: RecoveredCharge[];
  counts: Partial<Record<ChargeRow['state'], number>>;
  /**
   * OUTCOME_UNKNOWN while any stays unknown; CONFIG where one cannot be read, which another run will not
   * change; PENDING while any is not final.
   */
  class: Extract<ExitClass, 'SUCCESS' | 'PENDING' | 'CONFIG' | 'OUTCOME_UNKNOWN'>;
}

/**
 * Inquires about every open charge and records what it learns; sends nothing else. May run at any time,
 * any number of times, in parallel with itself and with everything else. With a reference, also a
 * charge that has ended is reported; throws PayctlError NOT_FOUND if there is none.
 */
export async function recover(request: RecoverRequest): Promise<Recovery> {
  const { journal, reference, since, waitMs = DEFAULT_WAIT_MS, stopping, onProgress } = request;
  const rows =
    reference === undefined
      ? await listOpen(journal, { since })
      : await list(journal, { reference, since });
  if (reference !== undefined && rows.length === 0) throw unknownReferenceError(reference);
  const openCharges = await findOpenCharges(request, rows);
  const total = openCharges.size;
  let resolved = 0;
  onProgress?.({ resolved, total });
  await resolve(journal, [...openCharges.values()], {
    waitMs,
    stopping,
    onEnd: () => onProgress?.({ resolved: ++resolved, total }),
  });
  const charges: RecoveredCharge[] = [];
  for (const row of rows) charges.push(await report(journal, row, openCharges.get(row.key)));
  return summary(charges);
}

/** The charges that can be inquired about: not those in flight or damaged, nor those of banks that this run has no credentials for. */
async function findOpenCharges(
  { journal, connect }: RecoverRequest,
  rows: readonly ChargeRow[],
): Promise<Map<string, OpenCharge>> {
  const accesses = new Map<string, BankAccess | undefined>();
  const openCharges = new Map<string, OpenCharge>();
  for (const { key, state, operation, profile, baseUrl } of rows) {
    if (state !== 'unknown' && state !== 'pending') continue;
    const bank = `${profile} ${baseUrl}`;
    if (!accesses.has(bank)) accesses.set(bank, await connect({ profile, baseUrl }));
    const access = accesses.get(bank);
    if (access === undefined) continue;
    const called = await knownOperation(journal, operation);
    const charge = openCharge(journal, await readHistory(journal, key), called, access);
    if (isOpen(strongestEvidence(journal, charge.attempt).state)) openCharges.set(key, charge);
  }
  return openCharges;
}

async function report(
  journal: Journal,
  before: ChargeRow,
  charge: OpenCharge | undefined,
): Promise<RecoveredCharge> {
  const name = `${before.operation} ${visible(before.reference)}`;
  const history = before.state === 'corrupt' ? undefined : await readHistory(journal, before.key);
  const attempt = decidingAttempt(journal, groupAttempts(history?.entries ?? []));
  if (history === undefined || attempt === undefined) {
    const hint = payctl`journal verify`;
    return { row: before, message: journalMessages.untrusted(name), hint };
  }
  const row = chargeRow(journal, history) ?? before;
  if (charge) {
    const outcome = resolvedOutcome(journal, charge);
    const { message, hint } = outcome;
    return { row, outcome, message, hint };
  }
  const operation = await knownOperation(journal, row.operation);
  const evidence = strongestEvidence(journal, attempt);
  if (evidence.state === 'in-flight') {
    const message = journalMessages.inFlight(name);
    return { row, message, outcome: inFlight(attempt, operation) };
  }
  if (!isOpen(evidence.state)) {
    const outcome = recordedOutcome(attempt, evidence, operation);
    return { row, outcome, message: journalMessages.ended(name, evidence.state) };
  }
  const message = journalMessages.noCredentials(name, row.baseUrl);
  const hint = payctl.on(row.profile)`journal recover`;
  return { row, message, hint, outcome: outcomeStillUnknown(attempt, operation, message, hint) };
}

function summary(charges: RecoveredCharge[]): Recovery {
  const counts: Recovery['counts'] = {};
  for (const { row } of charges) counts[row.state] = (counts[row.state] ?? 0) + 1;
  return { charges, counts, class: recoveryClass(counts) };
}

function recoveryClass({ unknown, corrupt, pending, 'in-flight': inFlight }: Recovery['counts']) {
  if (unknown) return 'OUTCOME_UNKNOWN';
  if (corrupt) return 'CONFIG';
  return pending || inFlight ? 'PENDING' : 'SUCCESS';
}
