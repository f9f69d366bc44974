-- Version 1.

CREATE SCHEMA IF NOT EXISTS payctl;

-- What the store is: its id, the version of its schema, its keys, and which server counts as the one
-- that has all claims.
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
-- Names the server: a promotion changes the timeline, a restored dump the number of the table, a new
-- cluster the identifier. A managed server may not tell; then that part is empty.
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
END $$;

-- The row of a claim is inserted once, by its key. Its entries are only ever added, each after the one
-- before. Originals, which nobody may read without the key, are in a table of their own: so the key can
-- be exchanged while no entry ever changes.
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
);

-- Initiated transfers, each written once.
CREATE TABLE payctl.transfer (
  key text PRIMARY KEY CHECK (key ~ '^[0-9a-f]{32}$'),
  line text NOT NULL,
  asked integer NOT NULL DEFAULT 0
);

-- Tokens and failed token calls, sealed; and who buys a token now, so that one call is enough for all.
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
);

-- Confirmations as they came, sealed, and what became of each.
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
CREATE INDEX inbox_waiting ON payctl.inbox (inbox, seq) WHERE forwarding = 'waiting';

-- Slips that the bank has confirmed, by their hash.
CREATE TABLE payctl.slip (
  slip text PRIMARY KEY,
  seen text NOT NULL,
  attempt text NOT NULL,
  machine text NOT NULL
);

-- Codes that the bank made to be paid, sealed.
CREATE TABLE payctl.code (
  id text PRIMARY KEY,
  at timestamptz NOT NULL,
  bank text NOT NULL,
  sealed bytea NOT NULL
);
CREATE INDEX code_at ON payctl.code (at);

-- Batches that several machines work on, with their rows and workers.
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
);

-- When the next call of an application and operation may leave, and which runs take part.
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
);

INSERT INTO payctl.meta (name, value) VALUES
  ('store', gen_random_uuid()::text),
  ('server', payctl.server()),
  ('synchronous', 'false');
