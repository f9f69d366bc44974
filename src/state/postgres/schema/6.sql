-- Version 6.

-- When the payment of a confirmation was made, as it says: so that those of some days are found whenever they
-- came. NULL in rows of older programs, which the next reader fills in, and where the message is encrypted.
ALTER TABLE payctl.inbox ADD COLUMN paid_at timestamptz;
CREATE INDEX inbox_paid ON payctl.inbox (inbox, paid_at, seq);
-- Until the next vacuum the server would take it to be known of nearly all.
ANALYZE payctl.inbox (paid_at);
