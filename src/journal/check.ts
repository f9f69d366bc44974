import { isInitiation } from '../bank/transfer/references.js';
import { visible } from '../core/text.js';
import { damage } from '../messages/damage.js';
import type { EndedClaim } from '../state/claim-index.js';
import type { Fault } from '../state/claims.js';
import type { History, Inspection } from './history.js';
import type { Journal } from './journal.js';
import { rowOf, unpackRow } from './rows.js';
import { attemptsOf } from './state.js';
import { tokenizerOf } from './transfer-record.js';

/** A claim as the index knows it. */
export interface KnownClaim {
  key: string;
  newest: number;
  /** The archive that its lines went into. */
  archive?: string | undefined;
}

/** What the claims themselves say. */
export interface Findings {
  claims: number;
  lines: number;
  faults: Fault[];
  /** Files that are missed by nobody once they are deleted. */
  unprotected: number;
  /** Files whose last line was cut off when their process died: no fault, but worth knowing. */
  torn: string[];
  /** By key, the tokenizer of transfers that were initiated: each has a record of its own. */
  initiated: [key: string, tokenizer: string][];
}

export function knownClaim({ key, newest, values }: EndedClaim): KnownClaim {
  return { key, newest, archive: values && unpackRow(values)?.row.archive };
}

/** Checks a claim that was read, against what is known of it. */
export async function checkClaim(
  journal: Journal,
  { history, faults, torn }: Inspection,
  known: KnownClaim | undefined,
): Promise<Findings> {
  const found = faults.length > 0 ? faults : await losses(journal, history, known);
  const { faults: names, unprotected } = await journal.store.claims.checkBackups(history);
  const tokenizer = initiatedBy(history);
  return {
    claims: 1,
    lines: history.entries.length,
    faults: withRepairs(found, names),
    unprotected,
    torn,
    initiated: tokenizer === undefined ? [] : [[history.key, tokenizer]],
  };
}

export function noFindings(): Findings {
  return { claims: 0, lines: 0, faults: [], unprotected: 0, torn: [], initiated: [] };
}

export function addFindings(all: Findings, more: Findings): void {
  all.claims += more.claims;
  all.lines += more.lines;
  all.faults.push(...more.faults);
  all.unprotected += more.unprotected;
  all.torn.push(...more.torn);
  all.initiated.push(...more.initiated);
}

/** A second name that holds something else tells how a file can be repaired that is known to be damaged. */
function withRepairs(found: readonly Fault[], names: readonly Fault[]): Fault[] {
  const known = found.map((fault) => ({
    ...names.find(({ file }) => file === fault.file),
    ...fault,
  }));
  return [...known, ...names.filter(({ file }) => found.every((fault) => fault.file !== file))];
}

function initiatedBy({ entries }: History): string | undefined {
  const attempt = attemptsOf(entries).at(-1);
  if (attempt?.ending === undefined || !isInitiation(attempt.intent.operation)) return undefined;
  return tokenizerOf(attempt.ending.outcome);
}

/** Files and lines can be cut off at their end without a trace in what is left. */
async function losses(
  journal: Journal,
  history: History,
  known: KnownClaim | undefined,
): Promise<Fault[]> {
  const { claims } = journal.store;
  const { key, newest, entries } = history;
  // What was remembered of more revisions was so before they went into an archive.
  if (known === undefined || rowOf(journal, history)?.archive !== undefined) return [];
  if (known.archive !== undefined) {
    const why = damage.archivedLineGone(visible(known.archive));
    return [{ file: claims.placeOf(key, newest), line: entries.length + 1, why }];
  }
  if (known.newest < newest) return [];
  if (known.newest > newest) return [await claims.missing(key, newest + 1)];
  const isOpen = rowOf(journal, history)?.endedAt === null;
  if (!isOpen) return [];
  const file = claims.placeOf(key, newest);
  return [{ file, line: entries.length + 1, why: damage.outcomeGone }];
}
