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
-- Machines are named by their ids, and by their hosts for people: several may share a host name. Each
-- shows the keys that it has.
CREATE TABLE payctl.machine (
  name text PRIMARY KEY,
  host text,
  program text NOT NULL,
  keys text[],
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- What people said of the store: that its claims are on a standby, or not, or that a failover lost none;
-- and which machine took everything out of it, or brought it back. Who declared it: the account of the
-- operating system, and who became that one by sudo.
CREATE TABLE payctl.declaration (
  id text PRIMARY KEY DEFAULT gen_random_uuid(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('synchronous', 'asynchronous', 'failover', 'left', 'returned')),
  machine text NOT NULL,
  machine_id text,
  server text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  "user" text,
  sudo_user text
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

-- The row of a claim is inserted once, by its key, and stays for ever, so that its reference is never
-- charged again. Its month is that of its partition. `retired` is what is left of a claim whose lines have
-- left the store.
--
-- Whoever writes a revision or a line sets `ended`, an object by the columns of `charge`, or NULL: the
-- triggers below keep the index of claims by it, and it does not stay. So an update of a claim touches no
-- indexed column and is HOT, and the row of a claim is small. There is room for the two or three updates
-- that a claim gets at once on its own page.
CREATE TABLE payctl.claim (
  key text PRIMARY KEY CHECK (key ~ '^[0-9a-f]{32}$'),
  attempt text NOT NULL,
  part integer NOT NULL CHECK (part > 0),
  seq integer NOT NULL CHECK (seq > 0),
  server text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  month date NOT NULL DEFAULT date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC')::date,
  ended text,
  retired bytea
) WITH (fillfactor = 70);

-- The index of claims: of each claim, `charge` has a row if it has ended, with how it ended as of its
-- newest revision, and `open_claim` has one if it has not. Lists read these two. They are caches: no
-- decision about money reads them.
CREATE TABLE payctl.charge (
  key text PRIMARY KEY,
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
-- Few rows, of which each lives for seconds: vacuum must come often, and not take the lock that gives
-- pages back.
CREATE TABLE payctl.open_claim (
  key text PRIMARY KEY,
  part integer NOT NULL
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);

-- The newest and those of some days, by their start and by their end; of an operation, of an amount, and
-- of a state. Nearly all charges succeed: the newest that did are found by their start, and cost no more
-- entries. Claims that were started at the same moment are few, so no index has the key as well.
CREATE INDEX charge_started ON payctl.charge (started_at);
CREATE INDEX charge_ended ON payctl.charge (ended_at);
CREATE INDEX charge_operation ON payctl.charge (operation, started_at);
CREATE INDEX charge_amount ON payctl.charge (amount, started_at);
CREATE INDEX charge_state ON payctl.charge (state, started_at) WHERE state <> 'succeeded';
-- Those whose lines are there, in the order in which they leave.
CREATE INDEX charge_kept ON payctl.charge (started_at) WHERE archive IS NULL;
-- By the texts of its entries. What waits to be sorted into the index is read by every search.
CREATE INDEX charge_hashes ON payctl.charge USING gin (hashes) WITH (gin_pending_list_limit = 256);
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
        ended::jsonb || jsonb_build_object('key', claim_key, 'part', claim_part)) AS charge;
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
  NEW.ended := NULL;
  RETURN NEW;
END $$;
CREATE FUNCTION payctl.claim_deleted() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM payctl.charge WHERE charge.key = OLD.key;
  DELETE FROM payctl.open_claim WHERE open_claim.key = OLD.key;
  PERFORM payctl.delete_lines(ARRAY[OLD.key], OLD.month);
  RETURN NULL;
END $$;
CREATE TRIGGER index_inserted AFTER INSERT ON payctl.claim
  FOR EACH ROW EXECUTE FUNCTION payctl.claim_inserted();
CREATE TRIGGER index_updated BEFORE UPDATE OF ended ON payctl.claim
  FOR EACH ROW EXECUTE FUNCTION payctl.claim_updated();
CREATE TRIGGER index_deleted AFTER DELETE ON payctl.claim
  FOR EACH ROW EXECUTE FUNCTION payctl.claim_deleted();

-- Whatever a machine writes is sealed with the current key, or refused: a claim, an outcome, a
-- confirmation, a token. So nothing is left that nobody can open after the key was exchanged, whichever
-- program wrote it and however long it had run. A store without any key is being restored. The lock is
-- KEY_LOCK of sealed-columns.ts, the code OLD_KEY.
CREATE FUNCTION payctl.refuse_old_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sealed_with text;
BEGIN
  EXECUTE format('SELECT encode(substring(($1).%I FROM 1 FOR 8), ''hex'')', TG_ARGV[0])
    INTO sealed_with USING NEW;
  PERFORM pg_advisory_xact_lock_shared(7162004);
  IF EXISTS (SELECT FROM payctl.key WHERE current AND id <> sealed_with) THEN
    RAISE EXCEPTION 'the key % is not the current one', sealed_with USING ERRCODE = 'PK001';
  END IF;
  RETURN NEW;
END $$;

-- Partitions: what is large lies by month, so that it can be let go of. The month is that in which the
-- claim was made, not that of the line: all lines of a claim lie in one partition, whose primary key
-- (key, seq) lets only one process write a line, also where an answer was lost at the end of a month.

-- Whoever writes a line writes the row of its claim in the same statement, which tells the line its month.
-- A line without its claim has no month, and is refused. There are no foreign keys: they would be asked for
-- each line of a charge, and take as long again as all else when a month of them is deleted.
CREATE FUNCTION payctl.tell_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('payctl.month', NEW.month::text, true);
  RETURN NEW;
END $$;
CREATE FUNCTION payctl.month_of_claim() RETURNS date LANGUAGE sql VOLATILE AS
  $$ SELECT nullif(current_setting('payctl.month', true), '')::date $$;

CREATE TABLE payctl.entry (
  key text NOT NULL,
  seq integer NOT NULL CHECK (seq > 0),
  part integer NOT NULL CHECK (part > 0),
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

-- A partition of entry and one of original.
CREATE FUNCTION payctl.make_partition(suffix text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE payctl.entry_%s (LIKE payctl.entry INCLUDING ALL,
    PRIMARY KEY (key, seq))', suffix);
  EXECUTE format('CREATE TABLE payctl.original_%s (LIKE payctl.original INCLUDING ALL,
    PRIMARY KEY (key, seq))', suffix);
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
  EXECUTE format('DELETE FROM payctl.original_default WHERE month = %L', month);
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
  LOCK TABLE ONLY payctl.entry, ONLY payctl.original IN SHARE ROW EXCLUSIVE MODE;
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

-- The partition of this month has all months before it, too; those of a year follow. A payment never fails
-- for want of one.
DO $$
DECLARE
  month CONSTANT date := date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC');
  suffix CONSTANT text := to_char(month, 'YYYY_MM');
BEGIN
  PERFORM payctl.make_partition(suffix);
  PERFORM payctl.attach_partition(suffix,
    format('FOR VALUES FROM (MINVALUE) TO (%L)', (month + interval '1 month')::date));
  PERFORM payctl.make_partition('default');
  PERFORM payctl.attach_partition('default', 'DEFAULT');
  PERFORM payctl.make_partitions((month + interval '1 year')::date);
END $$;
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

INSERT INTO payctl.meta (name, value) VALUES
  ('store', gen_random_uuid()::text),
  ('server', payctl.server());
-- The transaction that wrote the row of the store: another one where its data were loaded from a dump.
INSERT INTO payctl.meta (name, value) SELECT 'written', xmin::text FROM payctl.meta WHERE name = 'store';
