import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The tables of this version are known here. */
const SCHEMA_VERSION = 4;

/** One baht, and what the wallet gives for it, at five baht a yuan. */
const BAHT = 100;
const FEN = 20;

export const COMPANY = '00100';
export const TERMINAL = '100000000000001';

/** The reference of a trade of the store. */
export function reference(digits) {
  return `SBXFILL${digits}`;
}

/**
 * Fills the store of an embedded bank with paid trades, each with its effects and the entries
 * that sum to zero, as if customers had paid them one after another.
 */
export function fill(file, trades) {
  const Database = require('libsql');
  const database = new Database(file);
  const [{ user_version: version }] = database.prepare('PRAGMA user_version').all();
  if (version !== SCHEMA_VERSION) throw new Error(`bench/fill.mjs does not know schema ${version}`);
  database.exec('PRAGMA synchronous=OFF; PRAGMA cache_size=-400000; BEGIN IMMEDIATE');
  const numbers = `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${trades})`;
  const name = `'${reference('')}' || substr('000000000' || n, -9)`;
  const [{ first }] = database
    .prepare('SELECT COALESCE(MAX(id), 0) + 1 AS first FROM effect')
    .all();
  const now = Date.now();
  const statements = [
    `INSERT INTO trade (company, reference, wallet, direction, terminal, amount, state, transaction_id,
       payer, qr_id, created_at, expires_at) ${numbers} SELECT '${COMPANY}', ${name}, 'W', 'customer',
       '${TERMINAL}', ${BAHT}, 'paid', '20260101' || (10000000000000 + n), 'wallet:W', hex(randomblob(10)),
       ${now}, ${now + 7_200_000} FROM number`,
    `INSERT INTO effect (id, at, kind, reference) ${numbers} SELECT ${first} + (n - 1) * 2, ${now},
       'ewallet.create', ${name} FROM number`,
    `INSERT INTO effect (id, at, kind, reference) ${numbers} SELECT ${first} + (n - 1) * 2 + 1, ${now},
       'customer.pay', ${name} FROM number`,
    ...ENTRIES.flatMap(([account, currency, amount, merchant]) => [
      `INSERT OR IGNORE INTO account (id, currency, name, overdraft, behaviour, balance)
         VALUES ('${account}', '${currency}', '${merchant}', 1, NULL, 0)`,
      `INSERT INTO entry (effect, account, currency, amount) ${numbers}
         SELECT ${first} + (n - 1) * 2 + 1, '${account}', '${currency}', ${amount} FROM number`,
      `UPDATE account SET balance = balance + ${amount} * ${trades} WHERE id = '${account}'`,
    ]),
    "UPDATE meta SET value = value + 1 WHERE key = 'generation'",
    'COMMIT',
    'PRAGMA wal_checkpoint(TRUNCATE)',
  ];
  for (const statement of statements) database.exec(statement);
  database.close();
}

const ENTRIES = [
  ['wallet:W', 'CNY', -FEN, 'Buyer of wallet B'],
  ['outside:scheme:CNY', 'CNY', FEN, 'scheme'],
  ['outside:scheme:THB', 'THB', -BAHT, 'scheme'],
  [`merchant:${COMPANY}`, 'THB', BAHT, 'Example Shop'],
];
