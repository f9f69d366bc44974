import { bookStorage } from '../../messages/book-storage.js';
import type { Holding } from './own-database.js';

const TABLES = `
CREATE TABLE state (seq INTEGER NOT NULL, sum TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE event (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, line TEXT NOT NULL, sum TEXT NOT NULL);
CREATE TABLE file (id INTEGER PRIMARY KEY, side TEXT NOT NULL, name TEXT NOT NULL, sha256 TEXT NOT NULL,
  digest TEXT NOT NULL, from_day INTEGER, to_day INTEGER, applied INTEGER NOT NULL, replaced INTEGER);
CREATE INDEX file_name ON file (name);
CREATE INDEX file_sha256 ON file (sha256);
CREATE TABLE line (id INTEGER PRIMARY KEY, side TEXT NOT NULL, file INTEGER NOT NULL, line INTEGER NOT NULL,
  reference TEXT NOT NULL, transaction_id TEXT NOT NULL, payout TEXT NOT NULL, amount INTEGER NOT NULL,
  fee INTEGER, date INTEGER NOT NULL, time INTEGER NOT NULL, settles INTEGER NOT NULL,
  status INTEGER NOT NULL, currency TEXT NOT NULL, contents INTEGER NOT NULL, fault TEXT, waits TEXT,
  item TEXT);
CREATE INDEX line_reference ON line (reference) WHERE reference <> '';
CREATE INDEX line_transaction ON line (transaction_id) WHERE transaction_id <> '';
CREATE INDEX line_payout ON line (payout) WHERE payout <> '';
CREATE INDEX line_settles ON line (settles);
CREATE INDEX line_file ON line (file);
CREATE INDEX line_item ON line (item) WHERE item IS NOT NULL;
CREATE INDEX line_waits ON line (waits) WHERE waits IS NOT NULL;
CREATE TABLE item (id TEXT PRIMARY KEY, class TEXT NOT NULL, amount INTEGER NOT NULL, day INTEGER NOT NULL,
  first_seen TEXT NOT NULL, resolved INTEGER, decided INTEGER, decision TEXT) WITHOUT ROWID;
CREATE INDEX item_open ON item (id) WHERE resolved IS NULL`;

export const BOOK: Holding = {
  version: 1,
  tables: TABLES,
  words: {
    another: bookStorage.noBook,
    noSqlite: bookStorage.noSqlite,
    restore: bookStorage.restore,
  },
};
