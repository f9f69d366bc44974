import type { Subject } from './subject.js';

/** Slips that the bank has confirmed, by their hash. */
export const SLIP: Subject = {
  steps: {
    1: `
CREATE TABLE payctl.slip (
  slip text PRIMARY KEY,
  seen text NOT NULL,
  attempt text NOT NULL,
  machine text NOT NULL
);`,
  },
  operator: { slip: 'SELECT, INSERT, UPDATE (attempt)' },
};
