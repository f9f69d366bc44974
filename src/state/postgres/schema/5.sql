-- Version 5.

-- Retention: what is left of a claim whose lines have left the store. It stays for ever, so that its
-- reference is never charged again. A program of schema 4 misses the lines, and refuses such a reference.
ALTER TABLE payctl.claim ADD COLUMN retired bytea;
