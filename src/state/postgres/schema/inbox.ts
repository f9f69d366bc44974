import type { Subject } from './subject.js';

/** The version of the schema that brought `marks`. */
export const MARKED_SINCE = 3;

/** Confirmations as they came, sealed, and what became of each. */
export const INBOX: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.inbox (
  inbox text NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL,
  fingerprint text NOT NULL,
  receipt text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  machine text NOT NULL,
  message bytea NOT NULL,
  state text NOT NULL DEFAULT 'hint',
  judged_at timestamptz,
  judgement bytea,
  target text,
  forwarding text CHECK (forwarding IN ('waiting', 'delivered', 'dead')),
  forwarded_at timestamptz,
  forwarded bytea,
  PRIMARY KEY (inbox, seq),
  UNIQUE (inbox, id, fingerprint)
);
CREATE INDEX inbox_waiting ON payctl.inbox (inbox, seq) WHERE forwarding = 'waiting';`,
    // What an older program receives has none, until a reader makes them.
    [MARKED_SINCE]: `
ALTER TABLE payctl.inbox ADD COLUMN marks text[];
CREATE INDEX inbox_marks ON payctl.inbox USING gin (marks);
CREATE INDEX inbox_unmarked ON payctl.inbox (inbox, seq) WHERE marks IS NULL;`,
  },
  operator: { inbox: 'SELECT, INSERT, UPDATE' },
  views: [
    `CREATE OR REPLACE VIEW payctl.confirmations AS
  SELECT inbox, seq, at, machine, state, judged_at, forwarding, forwarded_at FROM payctl.inbox`,
  ],
  sealed: ['message', 'judgement', 'forwarded'].map((column) => ({
    table: 'inbox',
    column,
    key: ['inbox', 'seq'],
    bank: 'inbox',
    name: `'${column} ' || fingerprint`,
    ...(column === 'message' && { derived: 'marks' }),
  })),
};
