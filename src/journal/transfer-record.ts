import { isInitiation } from '../bank/transfer/references.js';
import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../core/errors.js';
import { at, textOf } from '../core/json.js';
import { visible } from '../core/text.js';
import type { Fault, TransferRecord } from '../state/store.js';
import type { Journal } from './journal.js';
import type { Row } from './rows.js';

export function tokenizerOf({ data }: Pick<Outcome, 'data'>): string | undefined {
  return textOf(at(data, 'tokenizerId')) || undefined;
}

/** The journal names a transfer whose record is not, or no longer, the same. Throws CONFIG. */
export function refuseOther(
  { store }: Journal,
  key: string,
  record: TransferRecord | undefined,
  tokenizerId: string,
): void {
  const fault = faultOf(record, tokenizerId);
  if (fault === undefined) return;
  throw new PayctlError(
    'CONFIG',
    `the record of an initiated transfer, ${store.transfers.placeOf(key)}: ${fault}; nothing was sent`,
    {
      hint: `restore it from a backup, or inquire: payctl transfer inquire --tokenizer-id ${visible(tokenizerId)}`,
      executed: 'no',
    },
  );
}

/** What is wrong with the records, given the tokenizerId that the journal has for each claim. */
export async function recordFaults(
  { store: { transfers } }: Journal,
  initiated: ReadonlyMap<string, string>,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const add = (key: string, why: string) =>
    faults.push({ file: transfers.placeOf(key), line: 1, why });
  const records = await transfers.list();
  for (const [key, record] of records) {
    const tokenizerId = initiated.get(key);
    if (record === undefined) add(key, 'it is damaged');
    else if (tokenizerId !== undefined) {
      const fault = faultOf(record, tokenizerId);
      if (fault !== undefined) add(key, fault);
    }
  }
  for (const key of initiated.keys()) if (!records.has(key)) add(key, 'the file is missing');
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

function faultOf(record: TransferRecord | undefined, tokenizerId: string): string | undefined {
  if (record === undefined) return 'it is missing, though the journal has the transfer';
  return record.tokenizerId === tokenizerId ? undefined : 'it names another transfer';
}

/** By tokenizerId, how much each transfer moves: its confirmation does not say it. */
export async function initiatedAmounts(
  { store }: Journal,
  rows: readonly Row[],
): Promise<Map<string, string>> {
  const amounts = new Map(
    rows.flatMap(({ operation, reference, amount }) =>
      isInitiation(operation) && amount !== null ? [[reference, amount] as const] : [],
    ),
  );
  const found = new Map<string, string>();
  if (amounts.size === 0) return found;
  for (const record of (await store.transfers.list()).values()) {
    const amount = record && amounts.get(record.reference);
    if (record && amount !== undefined) found.set(record.tokenizerId, amount);
  }
  return found;
}
