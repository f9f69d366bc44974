-- The desk, where people and agents say what a journal does not have: proposals of charges, and notes on
-- payments. The events of a subject are chained, each to the one before: rows are added, and only the owner
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
