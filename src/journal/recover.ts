import type { ExitClass } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { journalMessages } from '../messages/journal.js';
import { wording } from '../messages/wording.js';
import { readHistory } from './history.js';
import { type Access, type Connect, type OpenCharge, openChargeIn } from './inquiry.js';
import { type Journal, knownOperation } from './journal.js';
import { list, listOpen, unknownReference } from './list.js';
import { DEFAULT_WAIT_MS, outcomeOf, resolve } from './resolve.js';
import { type Row, rowOf } from './rows.js';
import { evidenceOf, isOpen } from './state.js';

export interface RecoverRequest {
  journal: Journal;
  connect: Connect;
  reference?: string;
  /** Only charges started at or after: milliseconds since the epoch. */
  since?: number;
  waitMs?: number;
  stopping?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  resolved: number;
  total: number;
}

/** A charge after recovery. */
interface RecoveredCharge {
  row: Row;
  /** How it ended, or why it is still open. */
  message: Message;
  hint?: Message;
}

export interface Recovery {
  charges: RecoveredCharge[];
  counts: Partial<Record<Row['state'], number>>;
  /** OUTCOME_UNKNOWN while any stays unknown, PENDING while any is not final. */
  class: Extract<ExitClass, 'SUCCESS' | 'PENDING' | 'OUTCOME_UNKNOWN'>;
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
  if (reference !== undefined && rows.length === 0) throw unknownReference(reference);
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
  rows: readonly Row[],
): Promise<Map<string, OpenCharge>> {
  const accesses = new Map<string, Access | undefined>();
  const openCharges = new Map<string, OpenCharge>();
  for (const { key, state, operation, profile, baseUrl } of rows) {
    if (state !== 'unknown' && state !== 'pending') continue;
    const bank = `${profile} ${baseUrl}`;
    if (!accesses.has(bank)) accesses.set(bank, await connect({ profile, baseUrl }));
    const access = accesses.get(bank);
    if (access === undefined) continue;
    const called = await knownOperation(journal, operation);
    const charge = openChargeIn(journal, await readHistory(journal, key), called, access);
    if (isOpen(evidenceOf(journal, charge.attempt).state)) openCharges.set(key, charge);
  }
  return openCharges;
}

async function report(
  journal: Journal,
  before: Row,
  charge: OpenCharge | undefined,
): Promise<RecoveredCharge> {
  const row = await currentRow(journal, before);
  if (charge) {
    const { message, hint } = outcomeOf(journal, charge);
    return hint === undefined ? { row, message } : { row, message, hint };
  }
  const name = `${row.operation} ${visible(row.reference)}`;
  if (row.state === 'corrupt') {
    return {
      row,
      message: journalMessages.untrusted(name),
      hint: wording.command('payctl journal verify'),
    };
  }
  if (row.state === 'in-flight') return { row, message: journalMessages.inFlight(name) };
  if (!isOpen(row.state)) return { row, message: journalMessages.ended(name, row.state) };
  return {
    row,
    message: journalMessages.noCredentials(name, row.baseUrl),
    hint: wording.command(`payctl -p ${row.profile} journal recover`),
  };
}

async function currentRow(journal: Journal, before: Row): Promise<Row> {
  if (before.state === 'corrupt') return before;
  return rowOf(journal, await readHistory(journal, before.key)) ?? before;
}

function summary(charges: RecoveredCharge[]): Recovery {
  const counts: Recovery['counts'] = {};
  for (const { row } of charges) counts[row.state] = (counts[row.state] ?? 0) + 1;
  const pending = (counts.pending ?? 0) + (counts['in-flight'] ?? 0);
  const unknown = (counts.unknown ?? 0) + (counts.corrupt ?? 0);
  const kind = unknown > 0 ? 'OUTCOME_UNKNOWN' : pending > 0 ? 'PENDING' : 'SUCCESS';
  return { charges, counts, class: kind };
}
