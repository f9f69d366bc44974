-- The owner keeps the tables; payctl runs as the operator; people look as the reader.

GRANT USAGE ON SCHEMA payctl TO payctl_operator, payctl_reader;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA payctl TO payctl_operator;
GRANT SELECT, INSERT, UPDATE ON payctl.meta TO payctl_operator;
GRANT SELECT, INSERT ON payctl.key TO payctl_operator;
GRANT SELECT, INSERT, UPDATE ON payctl.machine TO payctl_operator;
GRANT SELECT, INSERT ON payctl.declaration TO payctl_operator;
GRANT SELECT, INSERT, UPDATE (attempt, part, seq, server, seen_at, ended) ON payctl.claim TO payctl_operator;
GRANT SELECT ON payctl.charge, payctl.open_claim TO payctl_operator;
GRANT SELECT, INSERT ON payctl.entry TO payctl_operator;
GRANT SELECT, INSERT ON payctl.original TO payctl_operator;
GRANT SELECT, INSERT, UPDATE (asked) ON payctl.transfer TO payctl_operator;
GRANT SELECT, INSERT, UPDATE, DELETE ON payctl.token TO payctl_operator;
GRANT SELECT, INSERT, UPDATE, DELETE ON payctl.lease TO payctl_operator;
GRANT SELECT, INSERT, UPDATE ON payctl.inbox TO payctl_operator;
GRANT SELECT, INSERT, UPDATE (attempt) ON payctl.slip TO payctl_operator;
GRANT SELECT, INSERT ON payctl.code TO payctl_operator;
GRANT SELECT, INSERT, UPDATE ON payctl.job TO payctl_operator;
GRANT SELECT, INSERT, UPDATE ON payctl.job_row TO payctl_operator;
GRANT SELECT, INSERT, UPDATE ON payctl.job_worker TO payctl_operator;
GRANT SELECT, INSERT, UPDATE ON payctl.pace TO payctl_operator;
GRANT SELECT, INSERT, UPDATE, DELETE ON payctl.pace_run TO payctl_operator;
GRANT SELECT ON payctl.charges TO payctl_reader;
GRANT SELECT ON payctl.entries TO payctl_reader;
GRANT SELECT ON payctl.confirmations TO payctl_reader;
GRANT SELECT ON payctl.jobs TO payctl_reader;
GRANT SELECT ON payctl.job_rows TO payctl_reader;
