import type { Subject } from './subject.js';

/** When the next call of an application and operation may leave, and who takes part. */
export const PACE: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.pace (
  key text PRIMARY KEY,
  next_at timestamptz NOT NULL
);
CREATE TABLE payctl.pace_run (
  key text NOT NULL,
  run text NOT NULL,
  rate double precision NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (key, run)
);`,
  },
  operator: { pace: 'SELECT, INSERT, UPDATE', pace_run: 'SELECT, INSERT, UPDATE, DELETE' },
};
