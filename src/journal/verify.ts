import { isInitiation } from '../bank/transfer/references.js';
import { visible } from '../core/text.js';
import type { EndedClaim, Fault } from '../state/store.js';
import { type History, type Inspection, inspectHistory } from './history.js';
import type { Journal } from './journal.js';
import { currentView, inspectClaim } from './list.js';
import { rowOf, unpacked } from './rows.js';
import { attemptsOf } from './state.js';
import { recordFaults, tokenizerOf } from './transfer-record.js';

export interface Verification {
  claims: number;
  lines: number;
  faults: Fault[];
  /** Files whose last line was cut off when their process died: no fault, but worth knowing. */
  torn: string[];
}

interface VerifyOptions {
  /** Only charges started at or after, and those that are open: milliseconds since the epoch. */
  since?: number | undefined;
  /** Called after each charge, in the order of their start; `at` is that of the last. */
  onProgress?: (claims: number, at: number) => void;
  stopping?: AbortSignal;
}

/**
 * Reads every file and checks every checksum and every link, and that nothing is gone which the
 * memory of ends, or a second name, still holds. The chain shows edits; it is no proof against who
 * writes it anew.
 */
export async function verify(
  journal: Journal,
  { since, onProgress, stopping }: VerifyOptions = {},
): Promise<Verification> {
  const result: Verification = { claims: 0, lines: 0, faults: [], torn: [] };
  const initiated = new Map<string, string>();
  const view = await currentView(journal, { exact: true });
  const check = async (found: Inspection, remembered: EndedClaim | undefined) => {
    const tokenizerId = await verifyClaim(journal, found, remembered, result);
    if (tokenizerId !== undefined) initiated.set(found.history.key, tokenizerId);
  };
  try {
    for (const claim of view.open) {
      await check(await inspectClaim(journal, claim), await view.last(claim.key));
    }
    for await (const end of view.ended({ since, all: true })) {
      if (stopping?.aborted) return result;
      // All names were compared: there is no later part.
      await check(await inspectHistory(journal, end.key, end.newest), end);
      onProgress?.(result.claims, end.at);
    }
  } finally {
    view.close();
  }
  if (since === undefined) result.faults.push(...(await recordFaults(journal, initiated)));
  return result;
}

/** Gives the tokenizerId of a transfer that was initiated, which has a record of its own. */
async function verifyClaim(
  journal: Journal,
  { history, faults, torn }: Inspection,
  remembered: EndedClaim | undefined,
  result: Verification,
): Promise<string | undefined> {
  result.claims += 1;
  result.lines += history.entries.length;
  result.faults.push(...faults);
  if (faults.length === 0) result.faults.push(...(await losses(journal, history, remembered)));
  result.torn.push(...torn);
  return initiatedBy(history);
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
  remembered: EndedClaim | undefined,
): Promise<Fault[]> {
  const { claims } = journal.store;
  const { key, newest, entries } = history;
  // What was remembered of more parts was so before they went into an archive.
  if (remembered === undefined || rowOf(journal, history)?.archive !== undefined) return [];
  const archive = remembered.values && unpacked(remembered.values)?.row.archive;
  if (archive !== undefined) {
    const why = `the line is gone that says it went into the archive ${visible(archive)}`;
    return [{ file: claims.placeOf(key, newest), line: entries.length + 1, why }];
  }
  if (remembered.newest < newest) return [];
  if (remembered.newest > newest) return [await claims.missing(key, newest + 1)];
  const isOpen = rowOf(journal, history)?.endedAt === null;
  if (!isOpen) return [];
  const file = claims.placeOf(key, newest);
  return [{ file, line: entries.length + 1, why: 'the outcome that was recorded here is gone' }];
}
