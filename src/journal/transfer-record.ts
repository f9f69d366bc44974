import { isInitiation } from '../bank/transfer/references.js';
import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../core/errors.js';
import { at, jsonText } from '../core/json.js';
import type { Message } from '../core/message.js';
import { visible } from '../core/text.js';
import { damage } from '../messages/damage.js';
import type { Damage } from '../state/claims.js';
import type { TransferRecord } from '../state/store.js';
import { type History, inspectHistory } from './history.js';
import type { Entry, Journal } from './journal.js';
import { charges } from './list.js';
import { groupAttempts } from './state.js';

export function readTokenizerId({ data }: Pick<Outcome, 'data'>): string | undefined {
  return jsonText(at(data, 'tokenizerId')) || undefined;
}

/**
 * The transfers that a claim names; several where machines initiated them under one reference before they
 * shared a store. Then none of them may be confirmed by that reference.
 */
export function listTokenizerIds({ entries }: History): string[] {
  const found = groupAttempts(entries).flatMap(({ intent, ending }) =>
    ending && isInitiation(intent.operation) ? (readTokenizerId(ending.outcome) ?? []) : [],
  );
  return [...new Set(found)];
}

/** The journal names a transfer whose record is not, or no longer, the same. Throws CONFIG. */
export function refuseMismatch(
  { store }: Journal,
  key: string,
  record: TransferRecord | undefined,
  tokenizerId: string,
): void {
  if (record?.tokenizerId === tokenizerId) return;
  const fault = record === undefined ? damage.transferMissing : damage.transferOther;
  throw new PayctlError('CONFIG', damage.transferRecord(store.transfers.locate(key), fault), {
    hint: damage.restoreOrInquire(visible(tokenizerId)),
    executed: 'no',
  });
}

/** The faults of the records. `initiated`: the tokenizerIds that the journal has, by claim. */
export async function recordFaults(
  { store: { transfers } }: Journal,
  initiated: ReadonlyMap<string, readonly string[]>,
): Promise<Damage[]> {
  const faults: Damage[] = [];
  const add = (key: string, why: Message) =>
    faults.push({ file: transfers.locate(key), line: 1, why });
  const records = await transfers.list();
  for (const [key, record] of records) {
    const named = initiated.get(key);
    if (record === undefined) add(key, damage.damaged);
    else if (named && !named.includes(record.tokenizerId)) add(key, damage.transferOther);
  }
  for (const key of initiated.keys()) if (!records.has(key)) add(key, damage.fileMissing);
  return faults;
}

/** Removes the records of transfers that the bank itself has forgotten, by reference or tokenizerId. */
export async function dropRecords(
  { store: { transfers } }: Journal,
  references: readonly string[],
): Promise<void> {
  for (const [key, record] of await transfers.list()) {
    if (record === undefined) continue;
    const known = references.includes(record.reference) || references.includes(record.tokenizerId);
    if (known) await transfers.remove(key);
  }
}

/** The amount of an initiated transfer: its confirmation has only the tokenizerId. */
export async function initiatedAmount(
  journal: Journal,
  tokenizerId: string,
): Promise<string | undefined> {
  for await (const { key, operation, amount } of charges(journal, { texts: [tokenizerId] })) {
    if (!isInitiation(operation) || amount === null) continue;
    const { entries } = (await inspectHistory(journal, key)).history;
    const names = (entry: Entry) =>
      'outcome' in entry && readTokenizerId(entry.outcome) === tokenizerId;
    if (entries.some(names)) return amount;
  }
  return undefined;
}
