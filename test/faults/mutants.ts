import { CLAIMS } from './mutants/claims.js';
import { CLIENT } from './mutants/client.js';
import { EVIDENCE } from './mutants/evidence.js';
import { FENCE } from './mutants/fence.js';
import { JOURNAL } from './mutants/journal.js';
import { KEPT } from './mutants/kept.js';
import type { Mutant } from './mutants/mutant.js';
import { TRUST } from './mutants/trust.js';

/** Bugs that somebody might make one day. */
export const MUTANTS: readonly Mutant[] = [
  ...JOURNAL,
  ...FENCE,
  ...CLAIMS,
  ...EVIDENCE,
  ...CLIENT,
  ...KEPT,
  ...TRUST,
];
