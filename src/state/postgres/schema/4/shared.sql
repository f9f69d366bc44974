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
) WITH (fillfactor = 20);

-- Confirmations as they came, sealed, and what became of each. `marks` are those by which a confirmation is
-- found while its text is sealed; NULL until a reader adds them. `paid_at` is when its payment was made, as it
-- says, so that those of some days are found whenever they came; NULL where it is encrypted. One table: its
-- unique key keeps one from being recorded twice. By default a vacuum would wait for a fifth of all rows, at
-- 200,000 a day and after a year for more than a month; the forwarder reads past what is dead until then.
CREATE TABLE payctl.inbox (
  inbox text NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL,
  fingerprint text NOT NULL,
  receipt text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  machine text NOT NULL,
  message bytea NOT NULL,
  marks text[],
  paid_at timestamptz,
  contradicts boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'hint',
  judged_at timestamptz,
  judgement bytea,
  target text,
  forwarding text CHECK (forwarding IN ('waiting', 'delivered', 'dead')),
  forwarded_at timestamptz,
  forwarded bytea,
  PRIMARY KEY (inbox, seq),
  UNIQUE (inbox, id, fingerprint)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);
-- Those of some days, of a state, by what became of forwarding them, by the time of payment, and by their marks.
CREATE INDEX inbox_at ON payctl.inbox (inbox, at, seq);
CREATE INDEX inbox_state ON payctl.inbox (inbox, state, seq);
CREATE INDEX inbox_forwarding ON payctl.inbox (inbox, forwarding, seq) WHERE forwarding IS NOT NULL;
CREATE INDEX inbox_paid ON payctl.inbox (inbox, paid_at, seq);
CREATE INDEX inbox_marks ON payctl.inbox USING gin (marks);
CREATE INDEX inbox_unmarked ON payctl.inbox (inbox, seq) WHERE marks IS NULL;

-- Each of several messages that have one id and other contents says so: a reader of the others looks for
-- none. Where one is marked, all are, so that one of them is enough to look at; a mark stays when the
-- others are removed. Two that come at the same time would not see one another, so those of an inbox come
-- one after the other: a lock for each id could deadlock, and hundreds of them at once would take the room
-- for locks that payments need. A transaction of a stricter isolation does not see who came while it
-- waited, so what it writes is marked in any case.
-- A session may have made its plans while the table was empty, when every index seems as good: by its order
-- and without a sort it takes the unique one.
CREATE FUNCTION payctl.mark_contradicting() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  other tid;
BEGIN
  PERFORM pg_advisory_xact_lock(7162005, hashtext(NEW.inbox));
  SELECT ctid INTO other FROM payctl.inbox
    WHERE inbox = NEW.inbox AND id = NEW.id AND fingerprint <> NEW.fingerprint
    ORDER BY fingerprint LIMIT 1 FOR UPDATE;
  NEW.contradicts := FOUND OR current_setting('transaction_isolation') <> 'read committed';
  UPDATE payctl.inbox SET contradicts = true WHERE ctid = other AND NOT contradicts;
  RETURN NEW;
END $$;
-- After the triggers that wait for an exchange of the key, by its name.
CREATE TRIGGER new_contradicting BEFORE INSERT ON payctl.inbox
  FOR EACH ROW EXECUTE FUNCTION payctl.mark_contradicting();

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

-- Batches that several machines work on, with their rows and workers. A row changes twice: a worker takes
-- it, and ends it.
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
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);
CREATE INDEX job_row_open ON payctl.job_row (job, number) WHERE done_at IS NULL;
CREATE TABLE payctl.job_worker (
  job text NOT NULL REFERENCES payctl.job (name),
  worker text NOT NULL,
  machine text NOT NULL,
  seen_at timestamptz NOT NULL,
  over boolean NOT NULL DEFAULT false,
  PRIMARY KEY (job, worker)
);

-- When the next call of an application and operation may leave, and which runs take part: a few rows, each
-- changed at every call. In a page that is nearly empty the server clears old versions by itself, and no
-- index grows. Their vacuums are started by the default, after 50 changes. So it is with leases.
CREATE TABLE payctl.pace (
  key text PRIMARY KEY,
  next_at timestamptz NOT NULL
) WITH (fillfactor = 20);
CREATE TABLE payctl.pace_run (
  key text NOT NULL,
  run text NOT NULL,
  rate double precision NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (key, run)
) WITH (fillfactor = 20);

-- One trigger for each column of these that sealed-columns.ts lists.
CREATE TRIGGER sealed_key BEFORE INSERT OR UPDATE OF sealed ON payctl.token
  FOR EACH ROW WHEN (NEW.sealed IS NOT NULL) EXECUTE FUNCTION payctl.refuse_old_key('sealed');
CREATE TRIGGER message_key BEFORE INSERT OR UPDATE OF message ON payctl.inbox
  FOR EACH ROW WHEN (NEW.message IS NOT NULL) EXECUTE FUNCTION payctl.refuse_old_key('message');
CREATE TRIGGER judgement_key BEFORE INSERT OR UPDATE OF judgement ON payctl.inbox
  FOR EACH ROW WHEN (NEW.judgement IS NOT NULL) EXECUTE FUNCTION payctl.refuse_old_key('judgement');
CREATE TRIGGER forwarded_key BEFORE INSERT OR UPDATE OF forwarded ON payctl.inbox
  FOR EACH ROW WHEN (NEW.forwarded IS NOT NULL) EXECUTE FUNCTION payctl.refuse_old_key('forwarded');
CREATE TRIGGER sealed_key BEFORE INSERT OR UPDATE OF sealed ON payctl.code
  FOR EACH ROW WHEN (NEW.sealed IS NOT NULL) EXECUTE FUNCTION payctl.refuse_old_key('sealed');
CREATE TRIGGER details_key BEFORE INSERT OR UPDATE OF details ON payctl.job
  FOR EACH ROW WHEN (NEW.details IS NOT NULL) EXECUTE FUNCTION payctl.refuse_old_key('details');
CREATE TRIGGER fields_key BEFORE INSERT OR UPDATE OF fields ON payctl.job_row
  FOR EACH ROW WHEN (NEW.fields IS NOT NULL) EXECUTE FUNCTION payctl.refuse_old_key('fields');
CREATE TRIGGER result_key BEFORE INSERT OR UPDATE OF result ON payctl.job_row
  FOR EACH ROW WHEN (NEW.result IS NOT NULL) EXECUTE FUNCTION payctl.refuse_old_key('result');
