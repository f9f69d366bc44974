-- The books of reconciling. A line stays for ever, so rows name their book by a number. Only commit_book
-- writes to these tables but book_piece: what is in a book came with an event of its chain.
CREATE TABLE payctl.book (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  seq integer NOT NULL,
  sum text NOT NULL,
  state text NOT NULL
);
CREATE TABLE payctl.book_event (
  book integer NOT NULL,
  seq integer NOT NULL,
  at text NOT NULL,
  line text NOT NULL,
  sum text NOT NULL,
  PRIMARY KEY (book, seq)
);
CREATE TABLE payctl.book_file (
  book integer NOT NULL,
  id integer NOT NULL,
  side text NOT NULL,
  name text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  digest text NOT NULL,
  from_day integer,
  to_day integer,
  applied integer NOT NULL,
  replaced integer,
  PRIMARY KEY (book, id)
);
CREATE INDEX book_file_name ON payctl.book_file (book, name);
CREATE INDEX book_file_sha256 ON payctl.book_file (book, sha256);
CREATE TABLE payctl.book_line (
  book integer NOT NULL,
  id integer NOT NULL,
  side text NOT NULL,
  file integer NOT NULL,
  line integer NOT NULL,
  reference text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  payout text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  fee bigint,
  date integer NOT NULL,
  time integer NOT NULL,
  settles integer NOT NULL,
  status integer NOT NULL,
  currency text NOT NULL,
  contents bigint NOT NULL,
  fault text,
  waits text,
  item text COLLATE "C",
  PRIMARY KEY (book, id)
);
CREATE INDEX book_line_reference ON payctl.book_line (book, reference) WHERE reference <> '';
CREATE INDEX book_line_transaction ON payctl.book_line (book, transaction_id) WHERE transaction_id <> '';
CREATE INDEX book_line_payout ON payctl.book_line (book, payout) WHERE payout <> '';
CREATE INDEX book_line_settles ON payctl.book_line (book, settles);
CREATE INDEX book_line_file ON payctl.book_line (book, file);
CREATE INDEX book_line_item ON payctl.book_line (book, item) WHERE item IS NOT NULL;
CREATE INDEX book_line_waits ON payctl.book_line (book, waits) WHERE waits IS NOT NULL;
CREATE TABLE payctl.book_item (
  book integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  class text NOT NULL,
  amount bigint NOT NULL,
  day integer NOT NULL,
  first_seen text NOT NULL,
  resolved integer,
  decided integer,
  decision text,
  PRIMARY KEY (book, id)
);
CREATE INDEX book_item_open ON payctl.book_item (book, id) WHERE resolved IS NULL;
ALTER TABLE payctl.book_line SET (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);

-- Rows of an event that is not committed yet, in pieces. Those of a run that was killed go with a later one.
CREATE TABLE payctl.book_piece (
  event text NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  rows json NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (event, number)
);

-- Makes the pieces of an event count, all of them or none: false where the book does not end with the
-- event before it. true, too, where this very event is there: the answer to an earlier call was lost.
-- Who waits for another writer is told so after a while.
CREATE FUNCTION payctl.commit_book(book_name text, before_seq integer, before_sum text,
  new_seq integer, new_sum text, new_state text, pieces integer, is_whole boolean
) RETURNS boolean LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
  SET lock_timeout = '30s' AS $$
DECLARE
  known payctl.book;
  new_event payctl.book_event;
  new_file payctl.book_file;
  new_line payctl.book_line;
  new_item payctl.book_item;
  old_line payctl.book_line;
  old_file payctl.book_file;
BEGIN
  INSERT INTO payctl.book (name, seq, sum, state) SELECT book_name, 0, before_sum, ''
    WHERE before_seq = 0 ON CONFLICT DO NOTHING;
  SELECT * INTO known FROM payctl.book WHERE name = book_name FOR UPDATE;
  IF EXISTS (SELECT FROM payctl.book_event
      WHERE book = known.id AND seq = new_seq AND book_event.sum = new_sum) THEN
    -- A commit that writes nothing would not wait for the standby.
    UPDATE payctl.book SET seq = known.seq WHERE id = known.id;
    DELETE FROM payctl.book_piece WHERE book_piece.event = new_sum;
    RETURN true;
  END IF;
  -- A server that was promoted may lack pieces.
  IF known.id IS NULL OR known.seq <> before_seq OR known.sum <> before_sum
    OR (SELECT count(*) FROM payctl.book_piece WHERE book_piece.event = new_sum) <> pieces THEN
    DELETE FROM payctl.book_piece WHERE book_piece.event = new_sum;
    DELETE FROM payctl.book WHERE name = book_name AND seq = 0;
    RETURN false;
  END IF;
  new_event.book := known.id;
  new_file.book := known.id;
  new_line.book := known.id;
  new_item.book := known.id;
  IF is_whole THEN
    DELETE FROM payctl.book_event WHERE book = known.id;
    DELETE FROM payctl.book_file WHERE book = known.id;
    DELETE FROM payctl.book_line WHERE book = known.id;
    DELETE FROM payctl.book_item WHERE book = known.id;
  END IF;
  UPDATE payctl.book SET seq = new_seq, sum = new_sum, state = new_state WHERE id = known.id;
  INSERT INTO payctl.book_event SELECT added.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_event, piece.rows) AS added
    WHERE piece.event = new_sum AND piece.kind = 'event';
  -- Row by row: the server cannot know how many there are, and might read the book whole for them.
  FOR old_line IN SELECT removed.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_line, piece.rows) AS removed
    WHERE piece.event = new_sum AND piece.kind = 'removed'
  LOOP
    DELETE FROM payctl.book_line WHERE book = known.id AND id = old_line.id;
  END LOOP;
  INSERT INTO payctl.book_file SELECT added.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_file, piece.rows) AS added
    WHERE piece.event = new_sum AND piece.kind = 'file';
  FOR old_file IN SELECT old.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_file, piece.rows) AS old
    WHERE piece.event = new_sum AND piece.kind = 'replaced'
  LOOP
    UPDATE payctl.book_file SET replaced = new_seq WHERE book = known.id AND id = old_file.id;
  END LOOP;
  INSERT INTO payctl.book_line SELECT added.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_line, piece.rows) AS added
    WHERE piece.event = new_sum AND piece.kind = 'line';
  FOR old_line IN SELECT changed.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_line, piece.rows) AS changed
    WHERE piece.event = new_sum AND piece.kind = 'changed'
  LOOP
    UPDATE payctl.book_line SET file = old_line.file, line = old_line.line, item = old_line.item,
      waits = old_line.waits WHERE book = known.id AND id = old_line.id;
  END LOOP;
  INSERT INTO payctl.book_item SELECT put.* FROM payctl.book_piece AS piece,
    json_populate_recordset(new_item, piece.rows) AS put
    WHERE piece.event = new_sum AND piece.kind = 'item'
    ON CONFLICT (book, id) DO UPDATE SET class = excluded.class, amount = excluded.amount,
      day = excluded.day, first_seen = excluded.first_seen, resolved = excluded.resolved,
      decided = excluded.decided, decision = excluded.decision;
  DELETE FROM payctl.book_piece AS piece
    WHERE piece.event = new_sum OR piece.at < clock_timestamp() - interval '1 day';
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION
  payctl.commit_book(text, integer, text, integer, text, text, integer, boolean) FROM PUBLIC;
