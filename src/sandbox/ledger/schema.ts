/** Counts up when a table changes; a file of another version is emptied and seeded anew. */
export const SCHEMA_VERSION = 3;

/**
 * Amounts are satang (or cents), times milliseconds since the epoch by the sandbox clock.
 * Every look-up that a call makes has an index, so that a call costs the same however long the
 * history is.
 */
export const SCHEMA: readonly string[] = [
  'CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',

  // Double entry: an effect is what happened once, its entries sum to zero in every currency.
  `CREATE TABLE account (id TEXT PRIMARY KEY, currency TEXT NOT NULL, name TEXT NOT NULL,
     overdraft INTEGER NOT NULL, behaviour TEXT, balance INTEGER NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE effect (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL,
     reference TEXT NOT NULL)`,
  'CREATE INDEX effect_reference ON effect (reference)',
  `CREATE TABLE entry (effect INTEGER NOT NULL, account TEXT NOT NULL, currency TEXT NOT NULL,
     amount INTEGER NOT NULL)`,
  'CREATE INDEX entry_effect ON entry (effect)',

  `CREATE TABLE token (access TEXT PRIMARY KEY, owner TEXT NOT NULL, customer TEXT,
     expires_at INTEGER NOT NULL, refresh TEXT UNIQUE, refresh_expires_at INTEGER,
     revoked INTEGER NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE auth_code (code TEXT PRIMARY KEY, customer TEXT NOT NULL, state TEXT,
     code_challenge TEXT, expires_at INTEGER NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID`,

  `CREATE TABLE trade (company TEXT NOT NULL, reference TEXT NOT NULL, wallet TEXT NOT NULL,
     direction TEXT NOT NULL, terminal TEXT NOT NULL, amount INTEGER NOT NULL, state TEXT NOT NULL,
     transaction_id TEXT NOT NULL, payer TEXT, qr_id TEXT UNIQUE,
     created_at INTEGER NOT NULL, expires_at INTEGER,
     PRIMARY KEY (reference, company)) WITHOUT ROWID`,
  `CREATE TABLE buyer_code (code TEXT PRIMARY KEY, wallet TEXT NOT NULL, payer TEXT NOT NULL,
     expires_at INTEGER NOT NULL, used INTEGER NOT NULL, pending_ms INTEGER,
     fail INTEGER NOT NULL) WITHOUT ROWID`,

  `CREATE TABLE qr (id TEXT PRIMARY KEY, type TEXT NOT NULL, payload TEXT NOT NULL, amount INTEGER,
     biller TEXT, ref1 TEXT, ref2 TEXT, ref3 TEXT, merchant TEXT, terminal TEXT, invoice TEXT,
     note TEXT, times INTEGER, paid INTEGER NOT NULL, created_at INTEGER NOT NULL,
     expires_at INTEGER, voided INTEGER NOT NULL) WITHOUT ROWID`,
  'CREATE INDEX qr_payload ON qr (payload)',
  'CREATE UNIQUE INDEX qr_invoice ON qr (merchant, invoice) WHERE invoice IS NOT NULL',
  `CREATE TABLE payment (id TEXT PRIMARY KEY, channel TEXT NOT NULL, biller TEXT, ref1 TEXT,
     ref2 TEXT, ref3 TEXT, amount INTEGER NOT NULL, payer TEXT NOT NULL, payee TEXT NOT NULL, paid_at INTEGER NOT NULL,
     day TEXT NOT NULL, slip TEXT UNIQUE, receipt TEXT NOT NULL UNIQUE, partner_id TEXT UNIQUE,
     qr_id TEXT, trace TEXT, approval TEXT, refunded_at INTEGER) WITHOUT ROWID`,
  'CREATE INDEX payment_bill ON payment (biller, ref1, day)',
  'CREATE INDEX payment_day ON payment (day)',
  'CREATE INDEX payment_qr ON payment (qr_id)',

  `CREATE TABLE transfer (tokenizer TEXT PRIMARY KEY, kind TEXT NOT NULL, partner_id TEXT,
     state TEXT NOT NULL, payer TEXT NOT NULL, payee TEXT NOT NULL, currency TEXT NOT NULL,
     amount INTEGER NOT NULL, confirmed INTEGER, code TEXT, description TEXT,
     plan TEXT, initiated_at INTEGER NOT NULL, day TEXT NOT NULL, confirmed_at INTEGER)
     WITHOUT ROWID`,

  `CREATE TABLE registration (merchant TEXT NOT NULL, reg_ref TEXT NOT NULL, ref1 TEXT NOT NULL,
     ref2 TEXT, citizen TEXT, back_url TEXT NOT NULL, ticket TEXT NOT NULL UNIQUE,
     status TEXT NOT NULL, error TEXT, account TEXT, created_at INTEGER NOT NULL,
     PRIMARY KEY (reg_ref, merchant)) WITHOUT ROWID`,
  'CREATE INDEX registration_account ON registration (account)',
  `CREATE TABLE charge (merchant TEXT NOT NULL, reference TEXT NOT NULL, sent_at TEXT NOT NULL,
     amount INTEGER NOT NULL, account TEXT NOT NULL, customer_ref TEXT, number TEXT NOT NULL,
     charged_at INTEGER NOT NULL, status TEXT NOT NULL, response TEXT NOT NULL,
     PRIMARY KEY (reference, merchant)) WITHOUT ROWID`,

  // What will happen by itself: pending payments that end, effects that come late.
  'CREATE TABLE due (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL)',
  'CREATE INDEX due_at ON due (at)',
  `CREATE TABLE fault (id INTEGER PRIMARY KEY, name TEXT NOT NULL, operation TEXT NOT NULL,
     moment TEXT NOT NULL, times INTEGER, probability REAL NOT NULL, seed INTEGER NOT NULL,
     at_byte INTEGER, ms INTEGER, status INTEGER, retry_after TEXT)`,
  `CREATE TABLE confirmation (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, reference TEXT NOT NULL,
     created_at INTEGER NOT NULL, next_at INTEGER NOT NULL, attempts INTEGER NOT NULL,
     state TEXT NOT NULL, body TEXT NOT NULL)`,
  'CREATE INDEX confirmation_due ON confirmation (state, next_at)',
  // Lines of calls that changed nothing come many to a row.
  'CREATE TABLE log (id INTEGER PRIMARY KEY, lines TEXT NOT NULL)',
];
