import { CLIENT } from './mutants/client.js';
import { EVIDENCE } from './mutants/evidence.js';
import { JOURNAL } from './mutants/journal.js';
import { KEPT } from './mutants/kept.js';
import type { Mutant } from './mutants/mutant.js';

/** Bugs that somebody might make one day. */
export const MUTANTS: readonly Mutant[] = [...JOURNAL, ...EVIDENCE, ...CLIENT, ...KEPT];
