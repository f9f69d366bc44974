import type { Subject } from './subject.js';

/**
 * The row of a claim is made once, by its key. Its entries are only ever added, each after the one
 * before. What nobody may read without the key lies apart, so that the key can be exchanged while no
 * entry ever changes.
 */
export const CLAIM: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.claim (
  key text PRIMARY KEY CHECK (key ~ '^[0-9a-f]{32}$'),
  attempt text NOT NULL,
  part integer NOT NULL CHECK (part > 0),
  seq integer NOT NULL CHECK (seq > 0),
  server text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended text
);
CREATE TABLE payctl.entry (
  key text NOT NULL REFERENCES payctl.claim ON DELETE CASCADE,
  seq integer NOT NULL CHECK (seq > 0),
  part integer NOT NULL CHECK (part > 0),
  attempt text NOT NULL,
  line text NOT NULL,
  server text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (key, seq)
);
CREATE TABLE payctl.original (
  key text NOT NULL,
  seq integer NOT NULL,
  bank text NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (key, seq),
  FOREIGN KEY (key, seq) REFERENCES payctl.entry ON DELETE CASCADE
);`,
    // As the index of claims asks: by start, by text, and for those whose end is not known.
    2: `
CREATE INDEX claim_started ON payctl.claim ((coalesce(ended::jsonb ->> 9, '') COLLATE "C"), key)
  WHERE ended IS NOT NULL AND jsonb_typeof(ended::jsonb -> -2) = 'array';
CREATE INDEX claim_texts ON payctl.claim USING gin ((ended::jsonb -> -2) jsonb_path_ops)
  WHERE ended IS NOT NULL AND jsonb_typeof(ended::jsonb -> -2) = 'array';
CREATE INDEX claim_open ON payctl.claim (key)
  WHERE NOT (ended IS NOT NULL AND jsonb_typeof(ended::jsonb -> -2) = 'array');`,
  },
  operator: {
    claim: 'SELECT, INSERT, UPDATE (attempt, part, seq, server, seen_at, ended)',
    entry: 'SELECT, INSERT',
    original: 'SELECT, INSERT',
  },
  views: [
    `CREATE OR REPLACE VIEW payctl.charges AS
  SELECT key, part, server, made_at, seen_at, ended IS NOT NULL AS has_ended FROM payctl.claim`,
    `CREATE OR REPLACE VIEW payctl.entries AS
  SELECT key, seq, part, at, server, line FROM payctl.entry`,
  ],
  sealed: [
    {
      table: 'original',
      column: 'sealed',
      key: ['key', 'seq'],
      bank: 'bank',
      name: "'entry/' || key || '/' || seq",
    },
  ],
};
