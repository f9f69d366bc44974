-- Version 4.

-- What people said of the store: that its claims are on a standby, or not, or that a failover lost none;
-- and which machine took everything out of it, or brought it back.
CREATE TABLE payctl.declaration (
  id text PRIMARY KEY DEFAULT gen_random_uuid(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('synchronous', 'asynchronous', 'failover', 'left', 'returned')),
  machine text NOT NULL,
  machine_id text,
  server text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Machines are named by their ids, and by their hosts for people: several may share a host name. Each
-- shows the keys that it has.
ALTER TABLE payctl.machine ADD COLUMN keys text[], ADD COLUMN host text;

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

-- One trigger for each column that sealed-columns.ts lists.
CREATE TRIGGER sealed_key BEFORE INSERT OR UPDATE OF sealed ON payctl.original
  FOR EACH ROW WHEN (NEW.sealed IS NOT NULL) EXECUTE FUNCTION payctl.refuse_old_key('sealed');
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

-- The transaction that wrote the row of the store: another one where its data were loaded from a dump.
INSERT INTO payctl.meta (name, value)
  SELECT 'written', xmin::text FROM payctl.meta WHERE name = 'store'
  ON CONFLICT (name) DO UPDATE SET value = excluded.value;
