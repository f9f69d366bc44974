import { fileOf, listClaims, removeWitness } from './claim-files.js';
import { dropFromIndex } from './index-file.js';
import type { Intent, Journal } from './journal.js';
import { attemptsOf, evidenceOf } from './state.js';
import { inspectHistory } from './store.js';
import { dropRecords } from './transfer-record.js';

/**
 * Forgets the charges of a bank that has forgotten them itself, and counts them. What is in
 * flight stays. Only for an embedded bank that begins anew: at any other a forgotten charge could be
 * made twice.
 */
export function forgetCharges(journal: Journal, isTheirs: (intent: Intent) => boolean): number {
  const found = [...listClaims(journal)].flatMap(([key, { newest }]) => {
    const attempts = attemptsOf(inspectHistory(journal, key, newest).history.entries);
    const last = attempts.at(-1);
    if (last === undefined || !attempts.every(({ intent }) => isTheirs(intent))) return [];
    if (evidenceOf(journal, last).state === 'in-flight') return [];
    return { key, newest, reference: last.intent.reference };
  });
  dropFromIndex(journal, new Set(found.map(({ key }) => key)));
  for (const { key, newest } of found) {
    // From the end, so that what a kill leaves is still a row without a gap.
    for (let file = newest; file > 0; file -= 1) {
      removeWitness(journal, key, file);
      journal.files.remove(fileOf(journal, key, file));
    }
  }
  dropRecords(
    journal,
    found.map(({ reference }) => reference),
  );
  return found.length;
}
