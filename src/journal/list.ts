import { PayctlError } from '../core/errors.js';
import type { JsonObject } from '../core/json.js';
import { encodeEntry } from './codec.js';
import { type History, inspectHistory, redirectOf } from './history.js';
import type { Journal } from './journal.js';
import { type End, type RememberedEnd, type Row, readEnds, rememberEnds, rowOf } from './rows.js';
import { isOpen } from './state.js';

export interface Filter {
  states?: readonly Row['state'][];
  reference?: string;
  operation?: string;
  /** Started at or after, and before: milliseconds since the epoch. */
  since?: number;
  until?: number;
}

/** All charges of this machine that pass the filter, oldest first. */
export async function list(journal: Journal, filter: Filter = {}): Promise<Row[]> {
  // Read first: an end is remembered only after it is in its file.
  const index = await readEnds(journal);
  const found: End[] = [];
  const rows: Row[] = [];
  for (const [key, { there, newest }] of await journal.store.claims.list()) {
    const known = soundLine(index, key);
    index.delete(key);
    if (known?.newest === newest && there === newest) {
      rows.push(known.row);
      continue;
    }
    const row = await readRow(journal, key, Math.max(newest, known?.newest ?? 0), known?.row);
    if (row === undefined) continue;
    rows.push(row);
    if (row.endedAt !== null) found.push({ newest, row });
  }
  for (const { sound, row } of index.values()) if (sound) rows.push(corrupt(row));
  await rememberEnds(journal, found);
  return rows
    .filter((row) => passes(row, filter))
    .sort((a, b) => (a.startedAt < b.startedAt ? -1 : Number(a.startedAt > b.startedAt)));
}

/** Charges that are not final, for recovery and for completions. */
export async function listOpen(
  journal: Journal,
  filter: Omit<Filter, 'states'> = {},
): Promise<Row[]> {
  const rows = await list(journal, filter);
  return rows.filter(({ state }) => state === 'corrupt' || isOpen(state));
}

export function unknownReference(reference: string): PayctlError {
  return new PayctlError('NOT_FOUND', `the journal has no charge with the reference ${reference}`, {
    hint: 'payctl journal list',
  });
}

export interface Shown {
  row: Row;
  /** The lines of its files, in order, without what chains them. */
  lines: JsonObject[];
}

/** Everything the journal has on a reference. Rejects with NOT_FOUND where that is nothing. */
export async function show(journal: Journal, reference: string): Promise<Shown[]> {
  const rows = await list(journal, { reference });
  if (rows.length === 0) throw unknownReference(reference);
  const shown: Shown[] = [];
  for (const row of rows) {
    const { history } = await inspectHistory(journal, row.key);
    shown.push({ row, lines: history.entries.map(encodeEntry) });
  }
  return shown;
}

function passes(row: Row, { states, reference, operation, since, until }: Filter): boolean {
  return (
    (states === undefined || states.includes(row.state)) &&
    (reference === undefined || row.reference === reference) &&
    (operation === undefined || row.operation === operation) &&
    (since === undefined || Date.parse(row.startedAt) >= since) &&
    (until === undefined || Date.parse(row.startedAt) < until)
  );
}

function soundLine(
  index: ReadonlyMap<string, RememberedEnd>,
  key: string,
): RememberedEnd | undefined {
  const line = index.get(key);
  return line?.sound ? line : undefined;
}

/** A damaged claim is shown with what can still be read; left out is only what lies under another key. */
async function readRow(
  journal: Journal,
  key: string,
  newest: number,
  remembered?: Row,
): Promise<Row | undefined> {
  const { history, faults } = await inspectHistory(journal, key, newest);
  if (faults.length === 0 && redirectOf(history) !== undefined) return undefined;
  const row = rowOf(journal, history) ?? remembered ?? unreadable(history);
  if (faults.length > 0) return corrupt(row);
  await journal.store.claims.protect(history);
  return row;
}

function corrupt(row: Row): Row {
  return { ...row, state: 'corrupt', endedAt: null, class: 'CONFIG', exit: 3 };
}

function unreadable({ key }: History): Row {
  return {
    operation: '',
    reference: '',
    amount: null,
    state: 'corrupt',
    requestUId: '',
    startedAt: '',
    endedAt: null,
    attempts: 0,
    profile: '',
    baseUrl: '',
    class: 'CONFIG',
    exit: 3,
    key,
  };
}
