import type { Subject } from './subject.js';

/** Codes that the bank made, sealed. */
export const CODE: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.code (
  id text PRIMARY KEY,
  at timestamptz NOT NULL,
  bank text NOT NULL,
  sealed bytea NOT NULL
);
CREATE INDEX code_at ON payctl.code (at);`,
  },
  operator: { code: 'SELECT, INSERT' },
  sealed: [{ table: 'code', column: 'sealed', key: ['id'], bank: 'bank', name: "'code/' || id" }],
};
