import type { Reading } from './reading.js';

/**
 * `error`: broken grammar, checksum, character set or length, or a missing mandatory Thai field.
 * `warning`: what some banking apps stumble over.
 */
export type Severity = 'error' | 'warning';

/** A place in the payload, and what is wrong there. */
export interface Place {
  /** Tag path as `30.01`; empty for the payload as a whole. */
  path: string;
  /** Characters from the start of the payload, from 0. */
  offset: number;
  message: string;
}

/** One thing that can be wrong with a payload. */
export interface Rule {
  /** Stable: scripts may match it. */
  code: string;
  severity: Severity;
  /** What to do about it. */
  fix: string;
  /** Every place that breaks the rule. */
  find: (reading: Reading) => Place[];
}
