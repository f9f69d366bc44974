-- Version 5.

-- The index of claims: of each claim, `charge` has a row if it has ended, with how it ended as of its
-- newest revision, and `open_claim` has one if it has not. Lists read these two. They are caches: no
-- decision about money reads them.
--
-- Whoever writes a revision or a line sets claim.ended, and the triggers below keep the two tables by it.
-- A program of version 4 sets a sealed list there, and finds it there again. A program of version 5 sets
-- an object by the columns of `charge`, which does not stay. So an update of a claim touches no indexed
-- column and is HOT, and the row of a claim is small for ever.
CREATE TABLE payctl.charge (
  key text NOT NULL,
  part integer NOT NULL,
  attempts integer NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  state text NOT NULL,
  class text NOT NULL,
  operation text NOT NULL,
  reference text NOT NULL,
  amount numeric,
  request_uid text NOT NULL,
  profile text NOT NULL,
  base_url text NOT NULL,
  machine text,
  user_name text,
  archive text,
  hashes bigint[] NOT NULL
);
CREATE TABLE payctl.open_claim (
  key text PRIMARY KEY,
  part integer NOT NULL
);

-- A cached outcome by the columns of `charge`, out of the list that a program of version 4 has made of
-- it; NULL where it is none.
CREATE FUNCTION payctl.named_outcome(ended jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN jsonb_typeof(ended) = 'object' THEN ended
    WHEN jsonb_typeof(ended) = 'array' AND jsonb_typeof(ended -> -2) = 'array'
      AND (ended ->> 1) ~ '^\d{1,9}$' AND num_nulls(ended ->> 2, ended ->> 3, ended ->> 6, ended ->> 7,
        ended ->> 8, ended ->> 11, ended ->> 12) = 0
      AND (ended ->> 9) ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$'
      AND (ended ->> 10) ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$'
    THEN jsonb_build_object(
      'attempts', ended -> 1, 'state', ended -> 2, 'class', ended -> 3,
      'amount', CASE WHEN (ended ->> 4) ~ '^\d{1,30}(\.\d{1,2})?$' THEN ended -> 4 END,
      'operation', ended -> 6, 'reference', ended -> 7, 'request_uid', ended -> 8,
      'started_at', ended -> 9, 'ended_at', ended -> 10, 'profile', ended -> 11, 'base_url', ended -> 12,
      'machine', CASE WHEN jsonb_typeof(ended -> 13) = 'string' THEN nullif(ended ->> 13, '') END,
      'archive', CASE WHEN jsonb_typeof(ended -> 14) = 'string' AND jsonb_array_length(ended) > 16
        THEN ended ->> 14 END,
      'user_name', CASE WHEN jsonb_typeof(ended -> -3) = 'array' THEN ended -> -3 ->> 0 END,
      'hashes', (SELECT coalesce(jsonb_agg(('x' || lpad(hash, 16, '0'))::bit(64)::bigint), '[]')
        FROM jsonb_array_elements_text(ended -> -2) AS hash WHERE hash ~ '^[0-9a-f]{1,12}$'))
  END $$;

-- The triggers reach each row by its key. A session keeps their plans, and may have made them while the
-- tables were empty: so they are told not to read a whole table.

-- The claim has ended, or must be read. Nothing that is wrong with an outcome may keep the line that it
-- came with from being written: then the claim must be read.
CREATE FUNCTION payctl.index_claim(claim_key text, claim_part integer, ended text)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM payctl.charge WHERE charge.key = claim_key;
  IF ended IS NOT NULL THEN
    BEGIN
      INSERT INTO payctl.charge SELECT charge.* FROM jsonb_populate_record(NULL::payctl.charge,
        payctl.named_outcome(ended::jsonb) || jsonb_build_object('key', claim_key, 'part', claim_part)) AS charge;
      DELETE FROM payctl.open_claim WHERE open_claim.key = claim_key;
      RETURN;
    EXCEPTION WHEN data_exception OR integrity_constraint_violation THEN NULL;
    END;
  END IF;
  INSERT INTO payctl.open_claim (key, part) VALUES (claim_key, claim_part)
    ON CONFLICT (key) DO UPDATE SET part = excluded.part;
END $$;

CREATE FUNCTION payctl.claim_inserted() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  PERFORM payctl.index_claim(NEW.key, NEW.part, NEW.ended);
  RETURN NULL;
END $$;
CREATE FUNCTION payctl.claim_updated() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  PERFORM payctl.index_claim(NEW.key, NEW.part, NEW.ended);
  IF NEW.ended LIKE '{%' THEN NEW.ended := NULL; END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION payctl.claim_deleted() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM payctl.charge WHERE charge.key = OLD.key;
  DELETE FROM payctl.open_claim WHERE open_claim.key = OLD.key;
  RETURN NULL;
END $$;

-- What is there, while payments go on, which takes most of the time. The indexes are made after it, which
-- is far faster than growing them.
CREATE UNLOGGED TABLE payctl.claim_taken AS SELECT key, xmin::text AS version FROM payctl.claim;
INSERT INTO payctl.charge SELECT charge.* FROM (
    -- OFFSET 0: each list is read once, and not again for each of its items.
    SELECT key, part, payctl.named_outcome(ended) AS outcome FROM (
      SELECT key, part, ended::jsonb AS ended FROM payctl.claim WHERE ended IS NOT NULL OFFSET 0
    ) AS listed OFFSET 0
  ) AS named, jsonb_populate_record(NULL::payctl.charge,
    outcome || jsonb_build_object('key', key, 'part', part)) AS charge
  WHERE outcome IS NOT NULL;
-- The newest and those of some days, by their start and by their end; of an operation, of an amount, and
-- of a state. Nearly all charges succeed: the newest that did are found by their start, and cost no more
-- entries. Claims that were started at the same moment are few, so no index has the key as well.
ALTER TABLE payctl.charge ADD PRIMARY KEY (key);
CREATE INDEX charge_started ON payctl.charge (started_at);
CREATE INDEX charge_ended ON payctl.charge (ended_at);
CREATE INDEX charge_operation ON payctl.charge (operation, started_at);
CREATE INDEX charge_amount ON payctl.charge (amount, started_at);
CREATE INDEX charge_state ON payctl.charge (state, started_at) WHERE state <> 'succeeded';
-- Those whose lines are there, in the order in which they leave.
CREATE INDEX charge_kept ON payctl.charge (started_at) WHERE archive IS NULL;
-- By the texts of its entries. What waits to be sorted into the index is read by every search.
CREATE INDEX charge_hashes ON payctl.charge USING gin (hashes) WITH (gin_pending_list_limit = 256);
ANALYZE payctl.charge, payctl.claim_taken;
INSERT INTO payctl.open_claim (key, part) SELECT claim.key, claim.part FROM payctl.claim
  WHERE NOT EXISTS (SELECT FROM payctl.charge WHERE charge.key = claim.key);

-- The indexes of confirmations: those of some days, of a state, and by what became of forwarding them. From
-- here on new ones wait, and are sent again; payments do not.
CREATE INDEX inbox_at ON payctl.inbox (inbox, at, seq);
CREATE INDEX inbox_state ON payctl.inbox (inbox, state, seq);
CREATE INDEX inbox_forwarding ON payctl.inbox (inbox, forwarding, seq) WHERE forwarding IS NOT NULL;
CREATE UNLOGGED TABLE payctl.inbox_contradicting AS
  SELECT inbox, id FROM payctl.inbox GROUP BY inbox, id HAVING count(*) > 1;

-- From here on payments wait, while what was written meanwhile is indexed again.
LOCK TABLE payctl.claim IN ACCESS EXCLUSIVE MODE;
SELECT count(payctl.index_claim(claim.key, claim.part, claim.ended))
  FROM payctl.claim LEFT JOIN payctl.claim_taken AS taken USING (key)
  WHERE taken.version IS DISTINCT FROM claim.xmin::text;
DELETE FROM payctl.charge WHERE NOT EXISTS (SELECT FROM payctl.claim WHERE claim.key = charge.key);
DELETE FROM payctl.open_claim WHERE NOT EXISTS (SELECT FROM payctl.claim WHERE claim.key = open_claim.key);
DROP TABLE payctl.claim_taken;
CREATE TRIGGER index_inserted AFTER INSERT ON payctl.claim
  FOR EACH ROW EXECUTE FUNCTION payctl.claim_inserted();
CREATE TRIGGER index_updated BEFORE UPDATE OF ended ON payctl.claim
  FOR EACH ROW EXECUTE FUNCTION payctl.claim_updated();
CREATE TRIGGER index_deleted AFTER DELETE ON payctl.claim
  FOR EACH ROW EXECUTE FUNCTION payctl.claim_deleted();
DROP INDEX payctl.claim_started, payctl.claim_texts, payctl.claim_open, payctl.inbox_waiting;
-- Room for the two or three updates that a claim gets at once, on its own page.
ALTER TABLE payctl.claim SET (fillfactor = 70);
-- Few rows, of which each lives for seconds: vacuum must come often, and not take the lock that gives
-- pages back.
ALTER TABLE payctl.open_claim SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);

-- Partitions: what is large lies by month, so that it can be let go of. The month is that in which the
-- claim was made, not that of the line: all lines of a claim lie in one partition, whose primary key
-- (key, seq) lets only one process write a line, also where an answer was lost at the end of a month.

-- Whoever writes a line writes the row of its claim in the same statement, which tells the line its month:
-- a program of schema 4 does not name the column. A line without its claim has no month, and is refused.
CREATE FUNCTION payctl.tell_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('payctl.month', NEW.month::text, true);
  RETURN NEW;
END $$;
CREATE FUNCTION payctl.month_of_claim() RETURNS date LANGUAGE sql VOLATILE AS
  $$ SELECT nullif(current_setting('payctl.month', true), '')::date $$;

ALTER TABLE payctl.entry RENAME TO entry_before;
ALTER TABLE payctl.original RENAME TO original_before;
CREATE TABLE payctl.entry (
  key text NOT NULL REFERENCES payctl.claim ON DELETE CASCADE,
  seq integer NOT NULL CONSTRAINT entry_seq_check CHECK (seq > 0),
  part integer NOT NULL CONSTRAINT entry_part_check CHECK (part > 0),
  attempt text NOT NULL,
  line text NOT NULL,
  server text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  month date NOT NULL DEFAULT payctl.month_of_claim()
) PARTITION BY RANGE (month);
CREATE TABLE payctl.original (
  key text NOT NULL,
  seq integer NOT NULL,
  bank text NOT NULL,
  sealed bytea NOT NULL,
  month date NOT NULL DEFAULT payctl.month_of_claim()
) PARTITION BY RANGE (month);
CREATE TRIGGER sealed_key BEFORE INSERT OR UPDATE OF sealed ON payctl.original
  FOR EACH ROW WHEN (NEW.sealed IS NOT NULL) EXECUTE FUNCTION payctl.refuse_old_key('sealed');

-- A partition of entry and one of original, whose rows go with their lines.
CREATE FUNCTION payctl.make_partition(suffix text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE payctl.entry_%s (LIKE payctl.entry INCLUDING ALL,
    PRIMARY KEY (key, seq))', suffix);
  EXECUTE format('CREATE TABLE payctl.original_%1$s (LIKE payctl.original INCLUDING ALL,
    PRIMARY KEY (key, seq),
    FOREIGN KEY (key, seq) REFERENCES payctl.entry_%1$s ON DELETE CASCADE)', suffix);
END $$;

-- Lines are added, do not change, and after some weeks there come no more. So they are vacuumed and frozen
-- after each 100,000: by default it would take a fifth of the partition, its last lines would never be, and
-- the server would freeze the partitions of half a year on one day.
CREATE FUNCTION payctl.attach_partition(suffix text, bounds text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  vacuum CONSTANT text := 'autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 100000, autovacuum_freeze_min_age = 0';
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['entry', 'original'] LOOP
    EXECUTE format('ALTER TABLE payctl.%s_%s SET (%s, %s)',
      name, suffix, vacuum, replace(vacuum, 'autovacuum_', 'toast.autovacuum_'));
    EXECUTE format('ALTER TABLE payctl.%1$s ATTACH PARTITION payctl.%1$s_%2$s %3$s', name, suffix, bounds);
  END LOOP;
END $$;

-- The partition of a month. What waited among all months without one goes along.
CREATE FUNCTION payctl.make_month(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  suffix CONSTANT text := to_char(month, 'YYYY_MM');
BEGIN
  PERFORM payctl.make_partition(suffix);
  EXECUTE format('INSERT INTO payctl.entry_%s SELECT * FROM payctl.entry_default WHERE month = %L',
    suffix, month);
  EXECUTE format('INSERT INTO payctl.original_%s SELECT * FROM payctl.original_default WHERE month = %L',
    suffix, month);
  EXECUTE format('DELETE FROM payctl.entry_default WHERE month = %L', month);
  PERFORM payctl.attach_partition(suffix,
    format('FOR VALUES FROM (%L) TO (%L)', month, (month + interval '1 month')::date));
END $$;

-- Makes the partitions that are missing from this month to another one, at most two years ahead, and for
-- lines that wait; says how many. Whoever runs payctl may call it, often: it does nothing where the last one
-- is there. Payments wait for its locks, so it gives up rather than wait itself, and long before the server
-- would look for a deadlock; another call will do.
CREATE FUNCTION payctl.make_partitions(until date) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  this_month CONSTANT date := date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC');
  last CONSTANT date := date_trunc('month', least(until, this_month + interval '2 years'));
  missing date;
  made integer := 0;
BEGIN
  IF to_regclass(to_char(last, '"payctl.entry_"YYYY_MM')) IS NOT NULL THEN
    RETURN 0;
  END IF;
  LOCK TABLE ONLY payctl.claim, ONLY payctl.entry, ONLY payctl.original IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE payctl.entry_default, payctl.original_default IN ACCESS EXCLUSIVE MODE;
  FOR missing IN
    SELECT month FROM (SELECT generate_series(this_month, last, interval '1 month')::date AS month
      UNION SELECT month FROM payctl.entry_default) AS needed
    WHERE to_regclass(to_char(month, '"payctl.entry_"YYYY_MM')) IS NULL ORDER BY month
  LOOP
    PERFORM payctl.make_month(missing);
    made := made + 1;
  END LOOP;
  RETURN made;
EXCEPTION WHEN lock_not_available THEN
  RETURN 0;
END $$;
REVOKE EXECUTE ON FUNCTION payctl.make_partitions(date) FROM PUBLIC;

-- Lets go of all lines of the claims of a month; false where it is not over, or others hold its lock. The
-- owner alone may.
CREATE FUNCTION payctl.drop_partition(month date) RETURNS boolean
  LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
BEGIN
  IF month >= date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC') THEN
    RETURN false;
  END IF;
  LOCK TABLE ONLY payctl.entry, ONLY payctl.original IN ACCESS EXCLUSIVE MODE;
  EXECUTE to_char(month, '"DROP TABLE payctl.original_"YYYY_MM", payctl.entry_"YYYY_MM');
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END $$;

-- What is there becomes the partition of this month and all before it. A constant default fills the new
-- column without writing a row.
DO $$
DECLARE
  month CONSTANT date := date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC');
  suffix CONSTANT text := to_char(month, 'YYYY_MM');
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['claim', 'entry_before', 'original_before'] LOOP
    EXECUTE format('ALTER TABLE payctl.%I ADD COLUMN month date NOT NULL DEFAULT %L', name, month);
  END LOOP;
  EXECUTE format('ALTER TABLE payctl.entry_before RENAME TO entry_%s', suffix);
  EXECUTE format('ALTER TABLE payctl.original_before RENAME TO original_%s', suffix);
  EXECUTE format('DROP TRIGGER sealed_key ON payctl.original_%s', suffix);
  PERFORM payctl.attach_partition(suffix,
    format('FOR VALUES FROM (MINVALUE) TO (%L)', (month + interval '1 month')::date));
  -- A payment never fails for want of a partition.
  PERFORM payctl.make_partition('default');
  PERFORM payctl.attach_partition('default', 'DEFAULT');
  PERFORM payctl.make_partitions((month + interval '1 year')::date);
END $$;
ALTER TABLE payctl.claim ALTER COLUMN month
  SET DEFAULT date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC')::date;
CREATE TRIGGER tell_month BEFORE INSERT OR UPDATE ON payctl.claim
  FOR EACH ROW EXECUTE FUNCTION payctl.tell_month();

-- The lines of a claim with their originals. Its month stands in the statement as a constant, so that the
-- server opens one partition, however many there are.
CREATE FUNCTION payctl.lines_of(key text, month date) RETURNS TABLE (
  seq integer, part integer, attempt text, line text, server text, at timestamptz, bank text, sealed bytea
) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT entry.seq, entry.part, entry.attempt, entry.line, entry.server, entry.at,
      original.bank, original.sealed
    FROM payctl.entry LEFT JOIN payctl.original ON original.month = %1$L AND original.key = entry.key
      AND original.seq = entry.seq
    WHERE entry.month = %1$L AND entry.key = %2$L', month, key);
END $$;

-- Confirmations are one table: its unique key keeps one from being recorded twice, and older programs
-- read and write it whole. By default a vacuum would wait for a fifth of all rows, at 200,000 a day and
-- after a year for more than a month; the forwarder reads past what is dead until then.
ALTER TABLE payctl.inbox ADD COLUMN contradicts boolean NOT NULL DEFAULT false;
UPDATE payctl.inbox SET contradicts = true FROM payctl.inbox_contradicting AS found
  WHERE inbox.inbox = found.inbox AND inbox.id = found.id;
DROP TABLE payctl.inbox_contradicting;
ALTER TABLE payctl.inbox SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

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

-- A row of a job changes twice, too: a worker takes it, and ends it.
ALTER TABLE payctl.job_row SET (fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);

-- A few rows, each changed at every call: in a page that is nearly empty the server clears old versions by
-- itself, and no index grows. Their vacuums are started by the default, after 50 changes.
ALTER TABLE payctl.pace SET (fillfactor = 20);
ALTER TABLE payctl.pace_run SET (fillfactor = 20);
ALTER TABLE payctl.lease SET (fillfactor = 20);

-- Who declared it: the account of the operating system, and who became that one by sudo.
ALTER TABLE payctl.declaration ADD COLUMN "user" text, ADD COLUMN sudo_user text;

-- Retention: what is left of a claim whose lines have left the store. It stays for ever, so that its
-- reference is never charged again. A program of version 4 misses the lines, and refuses the reference.
ALTER TABLE payctl.claim ADD COLUMN retired bytea;

-- As lines_of, of many claims of a month.
CREATE FUNCTION payctl.lines_of_many(keys text[], month date) RETURNS TABLE (
  key text, seq integer, part integer, attempt text, line text, server text, at timestamptz, bank text, sealed bytea
) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT entry.key, entry.seq, entry.part, entry.attempt, entry.line, entry.server, entry.at,
      original.bank, original.sealed
    FROM payctl.entry LEFT JOIN payctl.original ON original.month = %1$L AND original.key = entry.key
      AND original.seq = entry.seq
    WHERE entry.month = %1$L AND entry.key = ANY ($1)', month) USING keys;
END $$;

-- Deletes the lines of claims of a month, with their originals. The owner alone may.
CREATE FUNCTION payctl.delete_lines(keys text[], month date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DELETE FROM payctl.original WHERE month = %L AND key = ANY ($1)', month) USING keys;
  EXECUTE format('DELETE FROM payctl.entry WHERE month = %L AND key = ANY ($1)', month) USING keys;
END $$;

-- Gives back the space of a month in which few lines are left, and drops its partition where there is none;
-- false where others use it now: payments wait for its locks, so it does not wait for theirs. The owner
-- alone may.
CREATE FUNCTION payctl.shrink_partition(month date) RETURNS boolean
  LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
DECLARE
  suffix CONSTANT text := to_char(month, 'YYYY_MM');
  lines boolean;
BEGIN
  EXECUTE format('LOCK TABLE payctl.entry_%1$s, payctl.original_%1$s IN ACCESS EXCLUSIVE MODE', suffix);
  EXECUTE format('SELECT EXISTS (SELECT FROM payctl.entry_%s)', suffix) INTO lines;
  IF NOT lines THEN
    RETURN payctl.drop_partition(month);
  END IF;
  EXECUTE format('CREATE TEMP TABLE kept_entry ON COMMIT DROP AS SELECT * FROM payctl.entry_%s', suffix);
  EXECUTE format('CREATE TEMP TABLE kept_original ON COMMIT DROP AS SELECT * FROM payctl.original_%s', suffix);
  EXECUTE format('TRUNCATE payctl.entry_%1$s, payctl.original_%1$s', suffix);
  EXECUTE format('INSERT INTO payctl.entry_%s SELECT * FROM kept_entry', suffix);
  EXECUTE format('INSERT INTO payctl.original_%s SELECT * FROM kept_original', suffix);
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END $$;

-- The books of reconciling. A line stays for ever, so rows name their book by a number. Only commit_book
-- writes to these tables but book_piece: what is in a book came with an event of its chain.
CREATE TABLE payctl.book (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  seq integer NOT NULL,
  sum text NOT NULL,
  state text NOT NULL
);
CREATE TABLE payctl.book_event (
  book integer NOT NULL,
  seq integer NOT NULL,
  at text NOT NULL,
  line text NOT NULL,
  sum text NOT NULL,
  PRIMARY KEY (book, seq)
);
CREATE TABLE payctl.book_file (
  book integer NOT NULL,
  id integer NOT NULL,
  side text NOT NULL,
  name text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  digest text NOT NULL,
  from_day integer,
  to_day integer,
  applied integer NOT NULL,
  replaced integer,
  PRIMARY KEY (book, id)
);
CREATE INDEX book_file_name ON payctl.book_file (book, name);
CREATE INDEX book_file_sha256 ON payctl.book_file (book, sha256);
CREATE TABLE payctl.book_line (
  book integer NOT NULL,
  id integer NOT NULL,
  side text NOT NULL,
  file integer NOT NULL,
  line integer NOT NULL,
  reference text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  payout text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  fee bigint,
  date integer NOT NULL,
  time integer NOT NULL,
  settles integer NOT NULL,
  status integer NOT NULL,
  currency text NOT NULL,
  contents bigint NOT NULL,
  fault text,
  waits text,
  item text COLLATE "C",
  PRIMARY KEY (book, id)
);
CREATE INDEX book_line_reference ON payctl.book_line (book, reference) WHERE reference <> '';
CREATE INDEX book_line_transaction ON payctl.book_line (book, transaction_id) WHERE transaction_id <> '';
CREATE INDEX book_line_payout ON payctl.book_line (book, payout) WHERE payout <> '';
CREATE INDEX book_line_settles ON payctl.book_line (book, settles);
CREATE INDEX book_line_file ON payctl.book_line (book, file);
CREATE INDEX book_line_item ON payctl.book_line (book, item) WHERE item IS NOT NULL;
CREATE INDEX book_line_waits ON payctl.book_line (book, waits) WHERE waits IS NOT NULL;
CREATE TABLE payctl.book_item (
  book integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  class text NOT NULL,
  amount bigint NOT NULL,
  day integer NOT NULL,
  first_seen text NOT NULL,
  resolved integer,
  decided integer,
  decision text,
  PRIMARY KEY (book, id)
);
CREATE INDEX book_item_open ON payctl.book_item (book, id) WHERE resolved IS NULL;
ALTER TABLE payctl.book_line SET (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

-- Rows of an event that is not committed yet, in pieces. Those of a run that was killed go with a later one.
CREATE TABLE payctl.book_piece (
  event text NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  rows json NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (event, number)
);

-- Makes the pieces of an event count, all of them or none: false where the book does not end with the
-- event before it. true, too, where this very event is there: the answer to an earlier call was lost.
CREATE FUNCTION payctl.commit_book(book_name text, before_seq integer, before_sum text,
  new_seq integer, new_sum text, new_state text, pieces integer, is_whole boolean
) RETURNS boolean LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  known payctl.book;
  new_event payctl.book_event;
  new_file payctl.book_file;
  new_line payctl.book_line;
  new_item payctl.book_item;
  old_line payctl.book_line;
  old_file payctl.book_file;
BEGIN
  INSERT INTO payctl.book (name, seq, sum, state) SELECT book_name, 0, before_sum, ''
    WHERE before_seq = 0 ON CONFLICT DO NOTHING;
  SELECT * INTO known FROM payctl.book WHERE name = book_name FOR UPDATE;
  IF EXISTS (SELECT FROM payctl.book_event
      WHERE book = known.id AND seq = new_seq AND book_event.sum = new_sum) THEN
    -- A commit that writes nothing would not wait for the standby.
    UPDATE payctl.book SET seq = known.seq WHERE id = known.id;
    DELETE FROM payctl.book_piece WHERE book_piece.event = new_sum;
    RETURN true;
  END IF;
  -- A server that was promoted may lack pieces.
  IF known.id IS NULL OR known.seq <> before_seq OR known.sum <> before_sum
    OR (SELECT count(*) FROM payctl.book_piece WHERE book_piece.event = new_sum) <> pieces THEN
    DELETE FROM payctl.book_piece WHERE book_piece.event = new_sum;
    DELETE FROM payctl.book WHERE name = book_name AND seq = 0;
    RETURN false;
  END IF;
  new_event.book := known.id;
  new_file.book := known.id;
  new_line.book := known.id;
  new_item.book := known.id;
  IF is_whole THEN
    DELETE FROM payctl.book_event WHERE book = known.id;
    DELETE FROM payctl.book_file WHERE book = known.id;
    DELETE FROM payctl.book_line WHERE book = known.id;
    DELETE FROM payctl.book_item WHERE book = known.id;
  END IF;
  UPDATE payctl.book SET seq = new_seq, sum = new_sum, state = new_state WHERE id = known.id;
  INSERT INTO payctl.book_event SELECT added.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_event, piece.rows) AS added
    WHERE piece.event = new_sum AND piece.kind = 'event';
  -- Row by row: the server cannot know how many there are, and might read the book whole for them.
  FOR old_line IN SELECT removed.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_line, piece.rows) AS removed
    WHERE piece.event = new_sum AND piece.kind = 'removed'
  LOOP
    DELETE FROM payctl.book_line WHERE book = known.id AND id = old_line.id;
  END LOOP;
  INSERT INTO payctl.book_file SELECT added.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_file, piece.rows) AS added
    WHERE piece.event = new_sum AND piece.kind = 'file';
  FOR old_file IN SELECT old.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_file, piece.rows) AS old
    WHERE piece.event = new_sum AND piece.kind = 'replaced'
  LOOP
    UPDATE payctl.book_file SET replaced = new_seq WHERE book = known.id AND id = old_file.id;
  END LOOP;
  INSERT INTO payctl.book_line SELECT added.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_line, piece.rows) AS added
    WHERE piece.event = new_sum AND piece.kind = 'line';
  FOR old_line IN SELECT changed.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_line, piece.rows) AS changed
    WHERE piece.event = new_sum AND piece.kind = 'changed'
  LOOP
    UPDATE payctl.book_line SET file = old_line.file, line = old_line.line, item = old_line.item,
      waits = old_line.waits WHERE book = known.id AND id = old_line.id;
  END LOOP;
  INSERT INTO payctl.book_item SELECT put.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_item, piece.rows) AS put
    WHERE piece.event = new_sum AND piece.kind = 'item'
    ON CONFLICT (book, id) DO UPDATE SET class = excluded.class, amount = excluded.amount,
      day = excluded.day, first_seen = excluded.first_seen, resolved = excluded.resolved,
      decided = excluded.decided, decision = excluded.decision;
  DELETE FROM payctl.book_piece AS piece
    WHERE piece.event = new_sum OR piece.at < clock_timestamp() - interval '1 day';
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION
  payctl.commit_book(text, integer, text, integer, text, text, integer, boolean) FROM PUBLIC;
