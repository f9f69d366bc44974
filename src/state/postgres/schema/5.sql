-- Version 5.

-- Who declared it: the account of the operating system, and who became that one by sudo.
ALTER TABLE payctl.declaration ADD COLUMN "user" text, ADD COLUMN sudo_user text;
