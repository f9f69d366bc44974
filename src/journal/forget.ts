import { inspectHistory } from './history.js';
import type { Intent, Journal } from './journal.js';
import { groupAttempts, strongestEvidence } from './state.js';
import { dropRecords } from './transfer-record.js';

/**
 * Forgets the charges of an embedded bank that was reset, and returns how many. Charges in flight stay.
 * Never for another bank: there a forgotten charge could be made twice.
 */
export async function forgetCharges(
  journal: Journal,
  isTheirs: (intent: Intent) => boolean,
): Promise<number> {
  const { claims } = journal.store;
  const found: { key: string; newest: number; reference: string }[] = [];
  for (const [key, { newest }] of await claims.list()) {
    const { history } = await inspectHistory(journal, key, newest);
    const attempts = groupAttempts(history.entries);
    const last = attempts.at(-1);
    if (last === undefined || !attempts.every(({ intent }) => isTheirs(intent))) continue;
    if (strongestEvidence(journal, last).state === 'in-flight') continue;
    found.push({ key, newest, reference: last.intent.reference });
  }
  // Outcomes first, or `verify` would report the claims as missing.
  await journal.store.outcomes.drop(new Set(found.map(({ key }) => key)));
  for (const { key, newest } of found) await claims.remove(key, newest);
  await dropRecords(
    journal,
    found.map(({ reference }) => reference),
  );
  return found.length;
}
