import { isInitiation } from '../bank/transfer/initiations.js';
import { type Fault, fileOf, listClaims, missingFile } from './claim-files.js';
import { readIndex } from './index-file.js';
import type { Journal } from './journal.js';
import { rowOf } from './rows.js';
import { attemptsOf } from './state.js';
import { type History, inspectHistory } from './store.js';
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
export function verify(journal: Journal): Verification {
  const result: Verification = { claims: 0, lines: 0, faults: [], torn: [] };
  // Read first: an end is remembered only after it is in its file.
  const index = readIndex(journal);
  const initiated = new Map<string, string>();
  for (const [key, { newest }] of listClaims(journal)) {
    const { history, faults, torn } = inspectHistory(journal, key, newest);
    const remembered = index.get(key)?.newest;
    index.delete(key);
    result.claims += 1;
    result.lines += history.entries.length;
    result.faults.push(...faults);
    if (faults.length === 0) result.faults.push(...losses(journal, history, remembered));
    result.torn.push(...torn);
    const tokenizerId = initiatedBy(history);
    if (tokenizerId !== undefined) initiated.set(key, tokenizerId);
  }
  result.faults.push(...recordFaults(journal, initiated));
  for (const key of index.keys()) result.faults.push(missingFile(journal, key, 1));
  return result;
}

/** The tokenizerId of a transfer that was initiated, which has a record of its own. */
function initiatedBy({ entries }: History): string | undefined {
  const attempt = attemptsOf(entries).at(-1);
  if (attempt?.ending === undefined || !isInitiation(attempt.intent.operation)) return undefined;
  return tokenizerOf(attempt.ending.outcome);
}

/** Files and lines can be cut off at their end without a trace in what is left. */
function losses(journal: Journal, history: History, remembered: number | undefined): Fault[] {
  const { key, newest, entries } = history;
  if (remembered === undefined || remembered < newest) return [];
  if (remembered > newest) return [missingFile(journal, key, newest + 1)];
  if (rowOf(journal, history)?.endedAt !== null) return [];
  const file = fileOf(journal, key, newest);
  return [{ file, line: entries.length + 1, why: 'the end that was here is gone' }];
}
