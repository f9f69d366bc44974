import { type Reading, readPayload } from './reading.js';
import { GRAMMAR_RULES } from './rules-grammar.js';
import { PAYMENT_RULES } from './rules-payment.js';
import { SLIP_RULES } from './rules-slip.js';
import { VALUE_RULES } from './rules-value.js';
import { visible } from './visible.js';

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
  mend: string;
  /** Every place that breaks the rule. */
  find: (reading: Reading) => Place[];
}

/** A place that breaks a rule. */
export interface Finding extends Place {
  code: string;
  severity: Severity;
  mend: string;
}

/** Every rule there is. */
export const RULES: readonly Rule[] = [
  ...GRAMMAR_RULES,
  ...VALUE_RULES,
  ...PAYMENT_RULES,
  ...SLIP_RULES,
];

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1 };

/** Holds a payload against every rule: errors first, then by place. Never throws. */
export function lint(payload: string): Finding[] {
  return lintReading(readPayload(payload));
}

/** As `lint`, of a payload that was read already. */
export function lintReading(reading: Reading): Finding[] {
  const findings = RULES.flatMap(({ code, severity, mend, find }) =>
    find(reading).map((place) => ({ code, severity, ...place, mend })),
  );
  return findings.sort((a, b) => RANK[a.severity] - RANK[b.severity] || a.offset - b.offset);
}

/** One finding as people read it: where, what, the mend. */
export function describeFinding({ code, severity, path, offset, message, mend }: Finding): string {
  const place = path === '' ? '' : ` tag ${path},`;
  return visible(`${severity} ${code}:${place} position ${offset}: ${message}; ${mend}`);
}
