import type { Subject } from './subject.js';

/** Tokens and failed token calls, sealed; and who buys one now, so that one call is enough for all. */
export const TOKEN: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.token (
  name text PRIMARY KEY,
  bank text NOT NULL,
  sealed bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE payctl.lease (
  name text PRIMARY KEY,
  holder text NOT NULL,
  until timestamptz NOT NULL
);`,
  },
  operator: { token: 'SELECT, INSERT, UPDATE, DELETE', lease: 'SELECT, INSERT, UPDATE, DELETE' },
  sealed: [
    {
      table: 'token',
      column: 'sealed',
      key: ['name'],
      bank: 'bank',
      name: "'token/' || name",
    },
  ],
};
