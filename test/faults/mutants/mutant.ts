import type { Check } from '../checks.js';
import type { Invariant } from '../invariants.js';
import type { Fault } from '../modules.js';

/** A bug, the function that has it, and what finds it: an invariant of the simulation or a named check. */
export interface Mutant {
  bug: string;
  fault: Fault;
  caughtBy: { invariant: Invariant } | { check: Check };
}

export const caught = (invariant: Invariant) => ({ invariant });
export const checked = (check: Check) => ({ check });
