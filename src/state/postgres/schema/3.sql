-- Version 3: marks, by which a confirmation is found while its text is sealed. What an older program
-- receives has none until a reader adds them.

ALTER TABLE payctl.inbox ADD COLUMN marks text[];
CREATE INDEX inbox_marks ON payctl.inbox USING gin (marks);
CREATE INDEX inbox_unmarked ON payctl.inbox (inbox, seq) WHERE marks IS NULL;
