import type { Journal } from './journal.js';
import { type Fault, inspectHistory, listClaims } from './store.js';

export interface Verification {
  claims: number;
  lines: number;
  faults: Fault[];
  /** Files whose last line was cut off when their process died: no fault, but worth knowing. */
  torn: string[];
}

/** Reads every file and checks every checksum and every link. The chain shows edits; it is no proof against who writes it anew. */
export function verify(journal: Journal): Verification {
  const result: Verification = { claims: 0, lines: 0, faults: [], torn: [] };
  for (const [key, newest] of listClaims(journal)) {
    const { history, faults, torn } = inspectHistory(journal, key, newest);
    result.claims += 1;
    result.lines += history.entries.length;
    result.faults.push(...faults);
    result.torn.push(...torn);
  }
  return result;
}
