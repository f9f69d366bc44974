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
-- The newest and those of some days; of an operation, of an amount, and of a state. Nearly all charges
-- succeed: the newest that did are found by their start, and cost no more entries. Claims that were
-- started at the same moment are few, so no index has the key as well.
ALTER TABLE payctl.charge ADD PRIMARY KEY (key);
CREATE INDEX charge_started ON payctl.charge (started_at);
CREATE INDEX charge_operation ON payctl.charge (operation, started_at);
CREATE INDEX charge_amount ON payctl.charge (amount, started_at);
CREATE INDEX charge_state ON payctl.charge (state, started_at) WHERE state <> 'succeeded';
-- By the texts of its entries. What waits to be sorted into the index is read by every search.
CREATE INDEX charge_hashes ON payctl.charge USING gin (hashes) WITH (gin_pending_list_limit = 256);
ANALYZE payctl.charge, payctl.claim_taken;
INSERT INTO payctl.open_claim (key, part) SELECT claim.key, claim.part FROM payctl.claim
  WHERE NOT EXISTS (SELECT FROM payctl.charge WHERE charge.key = claim.key);

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
DROP INDEX payctl.claim_started, payctl.claim_texts, payctl.claim_open;
-- Room for the two or three updates that a claim gets at once, on its own page.
ALTER TABLE payctl.claim SET (fillfactor = 70);
-- Few rows, of which each lives for seconds: vacuum must come often, and not take the lock that gives
-- pages back.
ALTER TABLE payctl.open_claim SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);
