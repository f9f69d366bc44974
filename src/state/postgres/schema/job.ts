import type { Subject } from './subject.js';

/** Batches that several machines work on, with their rows and workers. */
export const JOB: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.job (
  name text PRIMARY KEY,
  operation text NOT NULL,
  identity text NOT NULL,
  details bytea NOT NULL,
  rows integer,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE payctl.job_row (
  job text NOT NULL REFERENCES payctl.job (name),
  number integer NOT NULL,
  fields bytea NOT NULL,
  amount bigint,
  worker text,
  attempt integer NOT NULL DEFAULT 0,
  class text,
  result bytea,
  done_at timestamptz,
  PRIMARY KEY (job, number)
);
CREATE INDEX job_row_open ON payctl.job_row (job, number) WHERE done_at IS NULL;
CREATE TABLE payctl.job_worker (
  job text NOT NULL REFERENCES payctl.job (name),
  worker text NOT NULL,
  machine text NOT NULL,
  seen_at timestamptz NOT NULL,
  over boolean NOT NULL DEFAULT false,
  PRIMARY KEY (job, worker)
);`,
  },
  operator: {
    job: 'SELECT, INSERT, UPDATE',
    job_row: 'SELECT, INSERT, UPDATE',
    job_worker: 'SELECT, INSERT, UPDATE',
  },
  views: [
    `CREATE OR REPLACE VIEW payctl.jobs AS
  SELECT name, operation, rows, started_at FROM payctl.job`,
    `CREATE OR REPLACE VIEW payctl.job_rows AS
  SELECT job, number, amount, worker, attempt, class, done_at FROM payctl.job_row`,
  ],
  sealed: [
    { table: 'job', column: 'details', key: ['name'], bank: `'job ' || name`, name: `'details'` },
    ...['fields', 'result'].map((column) => ({
      table: 'job_row',
      column,
      key: ['job', 'number'],
      bank: `'job ' || job`,
      name: `'${column} ' || number`,
    })),
  ],
};
