import { PayctlError, usageError } from '../core/errors.js';
import { journalMessages } from '../messages/journal.js';
import { addToAll, type History, readHistory } from './history.js';
import type { Connect } from './inquiry.js';
import type { Journal, Settlement } from './journal.js';
import { type ChargeRow, chargeRow } from './rows.js';
import {
  askBefore,
  changedMeanwhileError,
  findCharges,
  isProven,
  newSettlement,
  type SettlementDecision,
  selectCharge,
  unchangedHistory,
} from './settle.js';

/** A decision of a file, and where it stands there. */
export interface FiledDecision extends SettlementDecision {
  line: number;
}

/** A charge that a file decides about; it stands so already where an earlier run has recorded that. */
export interface SettledCharge {
  decision: FiledDecision;
  row: ChargeRow;
  stands: boolean;
}

export interface SettleProblem {
  line: number;
  error: PayctlError;
}

/**
 * Finds the charge of each decision, and everything that speaks against any of them; records nothing.
 * Without `connect` the bank is not asked.
 */
export async function checkAll(
  journal: Journal,
  decisions: readonly FiledDecision[],
  { connect, stopping }: { connect: Connect | undefined; stopping: AbortSignal },
): Promise<{ settled: SettledCharge[]; problems: SettleProblem[] }> {
  const settled: SettledCharge[] = [];
  const problems: SettleProblem[] = [];
  const lines = new Map<string, number>();
  for (const decision of decisions) {
    if (stopping.aborted) break;
    const { line } = decision;
    try {
      const found = await findDecided(journal, decision);
      const earlier = lines.get(found.row.key);
      if (earlier !== undefined) throw usageError(journalMessages.namedTwice(earlier));
      lines.set(found.row.key, line);
      const isAsked = connect && !found.stands;
      const row = isAsked ? await askBefore(journal, decision, found.row, connect) : found.row;
      settled.push({ decision, ...found, row });
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      problems.push({ line, error });
    }
  }
  return { settled, problems };
}

/**
 * Records what `checkAll` has found nothing against: all of it or nothing. Rejects with CONFLICT where a
 * charge has changed since.
 */
export async function recordAll(
  journal: Journal,
  settled: readonly SettledCharge[],
): Promise<SettledCharge[]> {
  const additions: { history: History; entries: Settlement[] }[] = [];
  const open = settled.filter(({ row, stands }) => !stands && !isProven(row));
  for (const { decision, row } of open) {
    const history = await unchangedHistory(journal, decision.reference, row);
    additions.push({ history, entries: [newSettlement(journal, decision)] });
  }
  if (additions.length > 0 && !(await addToAll(journal, additions))) {
    throw await describeChange(journal, open);
  }
  const done: SettledCharge[] = [];
  for (const one of settled) {
    const row = open.includes(one)
      ? chargeRow(journal, await readHistory(journal, one.row.key))
      : one.row;
    done.push({ ...one, row: row ?? one.row });
  }
  return done;
}

/** The charge that another process changed. */
async function describeChange(
  journal: Journal,
  open: readonly SettledCharge[],
): Promise<PayctlError> {
  for (const { decision, row } of open) {
    const now = chargeRow(journal, await readHistory(journal, row.key));
    if (now && now.state !== row.state && !matchesDecision(now, decision))
      return changedMeanwhileError(decision.reference);
  }
  return changedMeanwhileError(open.map(({ decision }) => decision.reference).join(', '));
}

async function findDecided(
  journal: Journal,
  decision: FiledDecision,
): Promise<{ row: ChargeRow; stands: boolean }> {
  const rows = await findCharges(journal, decision);
  try {
    return { row: selectCharge(decision, rows), stands: false };
  } catch (error) {
    const row = rows.find((candidate) => matchesDecision(candidate, decision));
    const isAmbiguous = error instanceof PayctlError && error.exitClass === 'USAGE';
    if (row === undefined || isAmbiguous) throw error;
    return { row, stands: true };
  }
}

function matchesDecision({ state }: ChargeRow, { as }: SettlementDecision): boolean {
  return state === `settled-${as}` || (as === 'not-executed' && state === 'not-executed');
}
