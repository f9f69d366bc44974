-- Version 4: time and amount of the payment of confirmations; and the desk, where people and agents say what a journal
-- does not have: proposals of charges, and notes on payments.

-- When the payment of a confirmation was made, as it says: so that those of some days are found whenever they
-- came; and of which amount, as the bank says it where it was asked. NULL where the message is encrypted, and
-- in rows of older programs: the messages are sealed, so that `store init` fills those in after this step, and
-- readers those that come later.
ALTER TABLE payctl.inbox ADD COLUMN paid_at timestamptz, ADD COLUMN amount numeric;
CREATE INDEX inbox_paid ON payctl.inbox (inbox, paid_at, seq);
CREATE INDEX inbox_amount ON payctl.inbox (inbox, amount, paid_at, seq);
-- Until the next vacuum the server would take it to be known of nearly all.
ANALYZE payctl.inbox (paid_at);
INSERT INTO payctl.meta (name, value)
  SELECT 'confirmations', 'undated' WHERE EXISTS (SELECT FROM payctl.inbox);

-- What was said about a subject, each event chained to the one before: rows are added, and only the owner
-- erases what is sealed in them. The key lets one of several writers be first.
CREATE TABLE payctl.desk_event (
  kind text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  seq integer NOT NULL CHECK (seq > 0),
  at timestamptz NOT NULL,
  line text NOT NULL,
  sum text NOT NULL,
  sealed bytea,
  PRIMARY KEY (kind, subject, seq)
);
CREATE INDEX desk_event_at ON payctl.desk_event (at, kind, subject, seq);
CREATE TRIGGER sealed_key BEFORE INSERT OR UPDATE OF sealed ON payctl.desk_event
  FOR EACH ROW WHEN (NEW.sealed IS NOT NULL) EXECUTE FUNCTION payctl.refuse_old_key('sealed');

-- The newest event of each subject, and until when it waits for somebody: so that what waits is found
-- whatever has been said.
CREATE TABLE payctl.desk_head (
  kind text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  seq integer NOT NULL,
  sum text NOT NULL,
  at timestamptz NOT NULL,
  open_until bigint,
  PRIMARY KEY (kind, subject)
);
CREATE INDEX desk_head_at ON payctl.desk_head (kind, at, subject);
CREATE INDEX desk_head_open ON payctl.desk_head (kind, open_until) WHERE open_until IS NOT NULL;

-- Who writes to a book waits so long for another, and is then told so.
ALTER FUNCTION payctl.commit_book(text, integer, text, integer, text, text, integer, boolean)
  SET lock_timeout = '30s';
