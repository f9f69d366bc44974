import { isInitiation } from '../bank/transfer/initiations.js';
import type { Fault } from '../state/store.js';
import { type History, inspectHistory } from './history.js';
import type { Journal } from './journal.js';
import { readEnds, rowOf } from './rows.js';
import { attemptsOf } from './state.js';
import { recordFaults, tokenizerOf } from './transfer-record.js';

export interface Verification {
  claims: number;
  lines: number;
  faults: Fault[];
  /** Files whose last line was cut off when their process died: no fault, but worth knowing. */
  torn: string[];
}

/**
 * Reads every file and checks every checksum and every link, and that nothing is gone which the
 * memory of ends, or a second name, still holds. The chain shows edits; it is no proof against who
 * writes it anew.
 */
export async function verify(journal: Journal): Promise<Verification> {
  const { claims } = journal.store;
  const result: Verification = { claims: 0, lines: 0, faults: [], torn: [] };
  // Read first: an end is remembered only after it is in its file.
  const index = await readEnds(journal);
  const initiated = new Map<string, string>();
  for (const [key, { newest }] of await claims.list()) {
    const { history, faults, torn } = await inspectHistory(journal, key, newest);
    const remembered = index.get(key)?.newest;
    index.delete(key);
    result.claims += 1;
    result.lines += history.entries.length;
    result.faults.push(...faults);
    if (faults.length === 0) result.faults.push(...(await losses(journal, history, remembered)));
    result.torn.push(...torn);
    const tokenizerId = initiatedBy(history);
    if (tokenizerId !== undefined) initiated.set(key, tokenizerId);
  }
  result.faults.push(...(await recordFaults(journal, initiated)));
  for (const key of index.keys()) result.faults.push(await claims.missing(key, 1));
  return result;
}

/** The tokenizerId of a transfer that was initiated, which has a record of its own. */
function initiatedBy({ entries }: History): string | undefined {
  const attempt = attemptsOf(entries).at(-1);
  if (attempt?.ending === undefined || !isInitiation(attempt.intent.operation)) return undefined;
  return tokenizerOf(attempt.ending.outcome);
}

/** Files and lines can be cut off at their end without a trace in what is left. */
async function losses(
  journal: Journal,
  history: History,
  remembered: number | undefined,
): Promise<Fault[]> {
  const { claims } = journal.store;
  const { key, newest, entries } = history;
  if (remembered === undefined || remembered < newest) return [];
  // What was remembered of more parts was so before they went into an archive.
  if (rowOf(journal, history)?.archive !== undefined) return [];
  if (remembered > newest) return [await claims.missing(key, newest + 1)];
  if (rowOf(journal, history)?.endedAt !== null) return [];
  const file = claims.placeOf(key, newest);
  return [{ file, line: entries.length + 1, why: 'the outcome that was recorded here is gone' }];
}
