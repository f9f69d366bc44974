-- Version 5: the amounts of confirmed payments.

-- Of which amount the payment of a confirmation is, in baht: as the bank says it where it was asked, else as the
-- message does, `0` where that says none; so that payments are sorted by it. NULL where the message is encrypted,
-- and in rows of programs for the version before, of which `store init` says it after this step, and readers later.
ALTER TABLE payctl.inbox ADD COLUMN amount numeric;
CREATE INDEX inbox_amount ON payctl.inbox (inbox, amount, paid_at, seq);
