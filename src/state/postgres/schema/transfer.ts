import type { Subject } from './subject.js';

/** Initiated transfers, each written once. */
export const TRANSFER: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.transfer (
  key text PRIMARY KEY CHECK (key ~ '^[0-9a-f]{32}$'),
  line text NOT NULL,
  asked integer NOT NULL DEFAULT 0
);`,
  },
  operator: { transfer: 'SELECT, INSERT, UPDATE (asked)' },
};
