-- What the reader may see: nothing sealed, nothing personal. Made anew after each migration.

CREATE OR REPLACE VIEW payctl.charges AS
  SELECT claim.key, claim.part, claim.server, claim.made_at, claim.seen_at,
    charge.key IS NOT NULL AS has_ended,
    coalesce(charge.state, 'open') AS state, charge.amount, charge.reference, charge.operation,
    charge.machine, charge.user_name AS "user", charge.started_at AS started,
    charge.ended_at AS ended, charge.class, charge.attempts, charge.profile, charge.archive
  FROM payctl.claim LEFT JOIN payctl.charge USING (key);

CREATE OR REPLACE VIEW payctl.entries AS
  SELECT key, seq, part, at, server, line FROM payctl.entry;

CREATE OR REPLACE VIEW payctl.confirmations AS
  SELECT inbox, seq, at, machine, state, judged_at, forwarding, forwarded_at FROM payctl.inbox;

CREATE OR REPLACE VIEW payctl.jobs AS
  SELECT name, operation, rows, started_at FROM payctl.job;

CREATE OR REPLACE VIEW payctl.job_rows AS
  SELECT job, number, amount, worker, attempt, class, done_at FROM payctl.job_row;

-- Where lines and originals lie: by the month of their claims, the first also those of all months before;
-- without a month those of months that have no partition of their own. `lines` is what the server estimates.
CREATE OR REPLACE VIEW payctl.partitions AS
  SELECT to_date(substring(entry.relname FROM '\d{4}_\d\d$'), 'YYYY_MM') AS month,
    pg_get_expr(entry.relpartbound, entry.oid) ~ 'MINVALUE' AS has_all_before,
    greatest(entry.reltuples, 0)::bigint AS lines,
    pg_total_relation_size(entry.oid) + pg_total_relation_size(original.oid) AS bytes
  FROM pg_inherits JOIN pg_class AS entry ON entry.oid = inhrelid
    JOIN pg_class AS original ON original.relnamespace = entry.relnamespace
      AND original.relname = replace(entry.relname, 'entry_', 'original_')
  WHERE inhparent = 'payctl.entry'::regclass;
