/** A column of sealed values, each bound to its bank and its name: SQL expressions over the row. */
export interface SealedColumn {
  table: string;
  column: string;
  key: readonly string[];
  bank: string;
  name: string;
  /** A column computed from the value and the key; where it is null, readers compute it again. */
  derived?: string;
}

/** All of them: whoever exchanges the key seals each again, and a trigger of the schema guards each. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'original',
    column: 'sealed',
    key: ['key', 'seq'],
    bank: 'bank',
    name: "'entry/' || key || '/' || seq",
  },
  { table: 'token', column: 'sealed', key: ['name'], bank: 'bank', name: "'token/' || name" },
  inboxColumn('message', { derived: 'marks' }),
  inboxColumn('judgement'),
  inboxColumn('forwarded'),
  { table: 'code', column: 'sealed', key: ['id'], bank: 'bank', name: "'code/' || id" },
  { table: 'job', column: 'details', key: ['name'], bank: `'job ' || name`, name: `'details'` },
  jobRowColumn('fields'),
  jobRowColumn('result'),
  {
    table: 'desk_event',
    column: 'sealed',
    key: ['kind', 'subject', 'seq'],
    bank: `'desk ' || kind`,
    name: `subject || '/' || seq`,
  },
];

function inboxColumn(column: string, more: Pick<SealedColumn, 'derived'> = {}): SealedColumn {
  const name = `'${column} ' || fingerprint`;
  return { table: 'inbox', column, key: ['inbox', 'seq'], bank: 'inbox', name, ...more };
}

function jobRowColumn(column: string): SealedColumn {
  const name = `'${column} ' || number`;
  return { table: 'job_row', column, key: ['job', 'number'], bank: `'job ' || job`, name };
}

/** The SQLSTATE with which a trigger refuses what is sealed with a key that is not the current one. */
export const OLD_KEY = 'PK001';

/** Advisory lock: held by whoever exchanges the key, shared by all who write sealed values, until they commit. */
export const KEY_LOCK = 7_162_004;
