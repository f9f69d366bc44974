-- What the reader may see: nothing sealed, nothing personal. Made anew after each migration.

CREATE OR REPLACE VIEW payctl.charges AS
  SELECT key, part, server, made_at, seen_at, ended IS NOT NULL AS has_ended FROM payctl.claim;

CREATE OR REPLACE VIEW payctl.entries AS
  SELECT key, seq, part, at, server, line FROM payctl.entry;

CREATE OR REPLACE VIEW payctl.confirmations AS
  SELECT inbox, seq, at, machine, state, judged_at, forwarding, forwarded_at FROM payctl.inbox;

CREATE OR REPLACE VIEW payctl.jobs AS
  SELECT name, operation, rows, started_at FROM payctl.job;

CREATE OR REPLACE VIEW payctl.job_rows AS
  SELECT job, number, amount, worker, attempt, class, done_at FROM payctl.job_row;
