import type { Subject } from './subject.js';

/**
 * What the store is: its id, its schema, its keys, and which server counts as the one with the truth.
 * `server()` names it: a promotion changes the timeline, a restored dump the tables' numbers, a new
 * cluster the identifier. A managed server may not tell; then that part is empty.
 */
export const META: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.meta (
  name text PRIMARY KEY,
  value text NOT NULL
);
CREATE TABLE payctl.key (
  id text PRIMARY KEY,
  proof bytea NOT NULL,
  current boolean NOT NULL
);
CREATE UNIQUE INDEX key_current ON payctl.key (current) WHERE current;
CREATE TABLE payctl.machine (
  name text PRIMARY KEY,
  program text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE FUNCTION payctl.server() RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  identifier text := '';
  timeline text := '';
BEGIN
  BEGIN
    SELECT system_identifier::text INTO identifier FROM pg_control_system();
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  BEGIN
    timeline := left(pg_walfile_name(pg_current_wal_lsn()), 8);
  EXCEPTION WHEN OTHERS THEN NULL;
  END;
  RETURN identifier || '/' || coalesce(timeline, '') || '/' || 'payctl.meta'::regclass::oid;
END $$;`,
  },
  operator: {
    meta: 'SELECT, INSERT, UPDATE',
    key: 'SELECT, INSERT',
    machine: 'SELECT, INSERT, UPDATE',
  },
};
