-- Version 5.

-- Who declared it: the account of the operating system, and who became that one by sudo.
ALTER TABLE payctl.declaration ADD COLUMN "user" text, ADD COLUMN sudo_user text;

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
-- read and write it whole. Each row changes twice, when it was judged and when it was forwarded; the first
-- needs room in its page, to touch no index. By default a vacuum would wait for a fifth of all rows, at
-- 200,000 a day and after a year for more than a month; the forwarder reads past what is dead until then.
ALTER TABLE payctl.inbox SET (fillfactor = 85,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);
CREATE INDEX inbox_at ON payctl.inbox (inbox, at, seq);

-- A row of a job changes twice, too: a worker takes it, and ends it.
ALTER TABLE payctl.job_row SET (fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);

-- A few rows, each changed at every call: in a page that is nearly empty the server clears old versions by
-- itself, and no index grows. Their vacuums are started by the default, after 50 changes.
ALTER TABLE payctl.pace SET (fillfactor = 20);
ALTER TABLE payctl.pace_run SET (fillfactor = 20);
ALTER TABLE payctl.lease SET (fillfactor = 20);
