import type { Sqlite } from '../../host/sqlite.js';
import {
  accounts,
  authCodes,
  buyerCodes,
  charges,
  confirmations,
  dues,
  effects,
  entries,
  faults,
  logs,
  metas,
  payments,
  qrs,
  registrations,
  tokens,
  trades,
  transfers,
} from './tables.js';

/** Counts up when a table changes; a file of another version is emptied and seeded anew. */
const SCHEMA_VERSION = 5;

const TABLES = [
  ...[metas, accounts, effects, entries, tokens, authCodes, trades, buyerCodes, qrs, payments],
  ...[transfers, registrations, charges, dues, faults, confirmations, logs],
];

const INDEXES = [
  'INDEX effect_reference ON effect (reference)',
  'INDEX entry_effect ON entry (effect)',
  'INDEX qr_payload ON qr (payload)',
  'INDEX qr_invoice ON qr (merchant, invoice) WHERE invoice IS NOT NULL',
  'INDEX payment_bill ON payment (biller, ref1, day)',
  'INDEX payment_day ON payment (day)',
  'INDEX payment_qr ON payment (qr_id)',
  'INDEX registration_account ON registration (account)',
  'INDEX due_at ON due (at)',
  'INDEX confirmation_due ON confirmation (state, next_at)',
];

/** Creates the tables of a new file, or of one of another version, and lets `seed` fill them. */
export function prepare(store: Sqlite, seed: (store: Sqlite) => void): void {
  if (readVersion(store) === SCHEMA_VERSION) return;
  store.transaction(() => {
    if (readVersion(store) === SCHEMA_VERSION) return;
    for (const name of listNames(store)) store.run(`DROP TABLE "${name}"`);
    for (const { definition } of TABLES) store.run(definition);
    for (const index of INDEXES) store.run(`CREATE ${index}`);
    store.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    seed(store);
  });
}

/** Deletes every row; the caller seeds anew. */
export function empty(store: Sqlite): void {
  for (const name of listNames(store)) store.run(`DELETE FROM "${name}"`);
}

function listNames(store: Sqlite): string[] {
  const sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  return store.all(sql).map(([name]) => String(name));
}

function readVersion(store: Sqlite): unknown {
  return store.one('PRAGMA user_version')?.[0];
}
