import type { Outcome } from '../client/outcome.js';
import { PayctlError } from '../core/errors.js';
import { at, isJsonObject, type Json, type JsonObject, parseJson, textOf } from '../core/json.js';
import { visible } from '../core/text.js';
import { readChain, seal } from './chain.js';
import type { Fault } from './claim-files.js';
import type { Journal } from './journal.js';

/** What an initiation came to, as its later steps need it. */
export interface TransferRecord {
  /** The partnerTransactionID. */
  reference: string;
  /** Fingerprint of what was initiated. */
  contents: string;
  tokenizerId: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/**
 * The initiated transfers of this machine, a file for each claim, written once and before its
 * confirmation: a run that goes on, and one that races, confirm the same tokenizerId. It is sealed
 * by the sum of its line, which names its claim too. Older versions read it, and wrote it without.
 */
export function readRecord(journal: Journal, key: string): TransferRecord | undefined {
  const path = pathOf(journal, key);
  const bytes = journal.files.read(path);
  if (bytes === undefined) return undefined;
  const record = recordOf(bytes, key);
  if (record !== undefined) return record;
  throw new PayctlError(
    'CONFIG',
    `the record of an initiated transfer is damaged: ${path}; nothing was sent`,
    { hint: RESTORE, executed: 'no' },
  );
}

const RESTORE = 'restore the file from a backup, or ask the bank what it has under this reference';

/** The record that counts: this one, or that of whoever came first. */
export function keepRecord(
  journal: Journal,
  key: string,
  { reference, contents, tokenizerId, at }: TransferRecord,
): TransferRecord {
  const record = { reference, contents, tokenizerId, at };
  journal.files.makeDirectory(directoryOf(journal));
  const { text } = seal({ ...record, key });
  if (journal.files.create(pathOf(journal, key), Buffer.from(text))) return record;
  return readRecord(journal, key) ?? record;
}

/** The journal names a transfer whose record is not, or no longer, the same. Throws CONFIG. */
export function refuseOther(
  journal: Journal,
  key: string,
  record: TransferRecord | undefined,
  tokenizerId: string,
): void {
  const fault = faultOf(record, tokenizerId);
  if (fault === undefined) return;
  throw new PayctlError(
    'CONFIG',
    `the record of an initiated transfer, ${pathOf(journal, key)}: ${fault}; nothing was sent`,
    {
      hint: `restore it from a backup, or inquire: payctl transfer inquire --tokenizer-id ${visible(tokenizerId)}`,
      executed: 'no',
    },
  );
}

/** What is wrong with the records, given the tokenizerId that the journal has for each claim. */
export function recordFaults(journal: Journal, initiated: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = [];
  const add = (key: string, why: string) =>
    faults.push({ file: pathOf(journal, key), line: 1, why });
  const seen = new Set<string>();
  for (const name of journal.files.list(directoryOf(journal))) {
    const [, key] = /^([0-9a-f]{32})\.json$/.exec(name) ?? [];
    const bytes = key && journal.files.read(pathOf(journal, key));
    if (!key || !bytes) continue;
    seen.add(key);
    const record = recordOf(bytes, key);
    const tokenizerId = initiated.get(key);
    if (record === undefined) add(key, 'it is damaged');
    else if (tokenizerId !== undefined) {
      const fault = faultOf(record, tokenizerId);
      if (fault !== undefined) add(key, fault);
    }
  }
  for (const key of initiated.keys()) if (!seen.has(key)) add(key, 'the file is missing');
  return faults;
}

/** Removes the records of transfers that the bank itself has forgotten, by reference or tokenizerId. */
export function dropRecords(journal: Journal, references: readonly string[]): void {
  const directory = directoryOf(journal);
  for (const name of journal.files.list(directory)) {
    const bytes = journal.files.read(`${directory}/${name}`);
    const record = bytes && recordOf(bytes, name.replace('.json', ''));
    if (record === undefined) continue;
    const known = references.includes(record.reference) || references.includes(record.tokenizerId);
    if (known) journal.files.remove(`${directory}/${name}`);
  }
}

function faultOf(record: TransferRecord | undefined, tokenizerId: string): string | undefined {
  if (record === undefined) return 'it is missing, though the journal has the transfer';
  return record.tokenizerId === tokenizerId ? undefined : 'it names another transfer';
}

export function tokenizerOf({ data }: Pick<Outcome, 'data'>): string | undefined {
  return textOf(at(data, 'tokenizerId')) || undefined;
}

function directoryOf({ stateDir }: Journal): string {
  return `${stateDir}/transfers`;
}

function pathOf(journal: Journal, key: string): string {
  return `${directoryOf(journal)}/${key}.json`;
}

function recordOf(bytes: Uint8Array, key: string): TransferRecord | undefined {
  const { links, torn, broken } = readChain(bytes);
  const [sealed] = links;
  const content = sealed && !torn && !broken ? sealed.content : unsealed(bytes);
  if (content === undefined || (sealed && textOf(content.key) !== key)) return undefined;
  const [reference, contents, tokenizerId, at] = FIELDS.map((name) => textOf(content[name]));
  if (!reference || !contents || !tokenizerId || !at || Number.isNaN(Date.parse(at))) {
    return undefined;
  }
  return { reference, contents, tokenizerId, at };
}

const FIELDS = ['reference', 'contents', 'tokenizerId', 'at'];

/** As older versions wrote it: these fields and no other, so that a spoilt seal is not taken for none. */
function unsealed(bytes: Uint8Array): JsonObject | undefined {
  const content = parsed(Buffer.from(bytes).toString('utf8'));
  if (!isJsonObject(content)) return undefined;
  return Object.keys(content).sort().join() === [...FIELDS].sort().join() ? content : undefined;
}

function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
