import { KEYED_SINCE, keyGuard, type SealedColumn } from './keys.js';

/** What one subject of the store keeps, and who may do what with it. */
export interface Subject {
  /** Its tables, views and functions, by the version of the schema that brought them. */
  steps: Readonly<Record<number, string>>;
  /** What the operator, as whom payctl runs, may do with each table. */
  operator: Readonly<Record<string, string>>;
  /** Views that the reader may see: nothing sealed, nothing personal. */
  views?: readonly string[];
  /** Columns that hold sealed values, for who exchanges the key. */
  sealed?: readonly SealedColumn[];
}

/**
 * What the store is: its id, its schema, its keys, and which server counts as the one with the truth.
 * `server()` names it: a promotion changes the timeline, a restored dump the tables' numbers, a new
 * cluster the identifier. A managed server may not tell; then that part is empty.
 */
const META: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.meta (
  name text PRIMARY KEY,
  value text NOT NULL
);
CREATE TABLE payctl.key (
  id text PRIMARY KEY,
  proof bytea NOT NULL,
  current boolean NOT NULL
);
CREATE UNIQUE INDEX key_current ON payctl.key (current) WHERE current;
CREATE TABLE payctl.machine (
  name text PRIMARY KEY,
  program text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE FUNCTION payctl.server() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  identifier text := '';
  timeline text := '';
BEGIN
  BEGIN
    SELECT system_identifier::text INTO identifier FROM pg_control_system();
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  BEGIN
    timeline := left(pg_walfile_name(pg_current_wal_lsn()), 8);
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  RETURN identifier || '/' || coalesce(timeline, '') || '/' || 'payctl.meta'::regclass::oid;
END $$;`,
  },
  operator: {
    meta: 'SELECT, INSERT, UPDATE',
    key: 'SELECT, INSERT',
    machine: 'SELECT, INSERT, UPDATE',
  },
};

/** The version of the schema that brought `declaration`. */
export const DECLARED_SINCE = 4;

/**
 * What people said of the store: that its claims are on a standby, or not, or that a failover lost none;
 * and which machine took everything out of it, or brought it back.
 */
const DECLARATION: Subject = {
  steps: {
    [DECLARED_SINCE]: `
CREATE TABLE payctl.declaration (
  id text PRIMARY KEY DEFAULT gen_random_uuid(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('synchronous', 'asynchronous', 'failover', 'left', 'returned')),
  machine text NOT NULL,
  machine_id text,
  server text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);`,
  },
  operator: { declaration: 'SELECT, INSERT' },
};

/**
 * The row of a claim is made once, by its key. Its entries are only ever added, each after the one
 * before. What nobody may read without the key lies apart, so that the key can be exchanged while no
 * entry ever changes.
 */
const CLAIM: Subject = {
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

/** Initiated transfers, each written once. */
const TRANSFER: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.transfer (
  key text PRIMARY KEY CHECK (key ~ '^[0-9a-f]{32}$'),
  line text NOT NULL,
  asked integer NOT NULL DEFAULT 0
);`,
  },
  operator: { transfer: 'SELECT, INSERT, UPDATE (asked)' },
};

/** Tokens and failed token calls, sealed; and who buys one now, so that one call is enough for all. */
const TOKEN: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.token (
  name text PRIMARY KEY,
  bank text NOT NULL,
  sealed bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE payctl.lease (
  name text PRIMARY KEY,
  holder text NOT NULL,
  until timestamptz NOT NULL
);`,
  },
  operator: { token: 'SELECT, INSERT, UPDATE, DELETE', lease: 'SELECT, INSERT, UPDATE, DELETE' },
  sealed: [
    {
      table: 'token',
      column: 'sealed',
      key: ['name'],
      bank: 'bank',
      name: "'token/' || name",
    },
  ],
};

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

/** Slips that the bank has confirmed, by their hash. */
const SLIP: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.slip (
  slip text PRIMARY KEY,
  seen text NOT NULL,
  attempt text NOT NULL,
  machine text NOT NULL
);`,
  },
  operator: { slip: 'SELECT, INSERT, UPDATE (attempt)' },
};

/** Codes that the bank made, sealed. */
export const CODE: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.code (
  id text PRIMARY KEY,
  at timestamptz NOT NULL,
  bank text NOT NULL,
  sealed bytea NOT NULL
);
CREATE INDEX code_at ON payctl.code (at);`,
  },
  operator: { code: 'SELECT, INSERT' },
  sealed: [{ table: 'code', column: 'sealed', key: ['id'], bank: 'bank', name: "'code/' || id" }],
};

/** Batches that several machines work on, with their rows and workers. */
export const JOB: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.job (
  name text PRIMARY KEY,
  operation text NOT NULL,
  identity text NOT NULL,
  details bytea NOT NULL,
  rows integer,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE payctl.job_row (
  job text NOT NULL REFERENCES payctl.job (name),
  number integer NOT NULL,
  fields bytea NOT NULL,
  amount bigint,
  worker text,
  attempt integer NOT NULL DEFAULT 0,
  class text,
  result bytea,
  done_at timestamptz,
  PRIMARY KEY (job, number)
);
CREATE INDEX job_row_open ON payctl.job_row (job, number) WHERE done_at IS NULL;
CREATE TABLE payctl.job_worker (
  job text NOT NULL REFERENCES payctl.job (name),
  worker text NOT NULL,
  machine text NOT NULL,
  seen_at timestamptz NOT NULL,
  over boolean NOT NULL DEFAULT false,
  PRIMARY KEY (job, worker)
);`,
  },
  operator: {
    job: 'SELECT, INSERT, UPDATE',
    job_row: 'SELECT, INSERT, UPDATE',
    job_worker: 'SELECT, INSERT, UPDATE',
  },
  views: [
    `CREATE OR REPLACE VIEW payctl.jobs AS
  SELECT name, operation, rows, started_at FROM payctl.job`,
    `CREATE OR REPLACE VIEW payctl.job_rows AS
  SELECT job, number, amount, worker, attempt, class, done_at FROM payctl.job_row`,
  ],
  sealed: [
    { table: 'job', column: 'details', key: ['name'], bank: `'job ' || name`, name: `'details'` },
    ...['fields', 'result'].map((column) => ({
      table: 'job_row',
      column,
      key: ['job', 'number'],
      bank: `'job ' || job`,
      name: `'${column} ' || number`,
    })),
  ],
};

/** When the next call of an application and operation may leave, and who takes part. */
const PACE: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.pace (
  key text PRIMARY KEY,
  next_at timestamptz NOT NULL
);
CREATE TABLE payctl.pace_run (
  key text NOT NULL,
  run text NOT NULL,
  rate double precision NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (key, run)
);`,
  },
  operator: { pace: 'SELECT, INSERT, UPDATE', pace_run: 'SELECT, INSERT, UPDATE, DELETE' },
};

/** Every subject of the store brings its own tables. */
const TABLES: readonly Subject[] = [
  META,
  DECLARATION,
  CLAIM,
  TRANSFER,
  TOKEN,
  INBOX,
  SLIP,
  CODE,
  JOB,
  PACE,
];

/** All columns that hold sealed values. */
export const SEALED: readonly SealedColumn[] = TABLES.flatMap(({ sealed = [] }) => sealed);

/** The keys that each machine has shown, and the guard of all that is sealed: after their tables. */
const KEYS: Subject = { steps: { [KEYED_SINCE]: keyGuard(SEALED) }, operator: {} };

export const SUBJECTS: readonly Subject[] = [...TABLES, KEYS];
