import { describe, expect, it } from 'vitest';
import { CHECKS } from './checks.js';
import type { Invariant } from './invariants.js';
import { MUTANTS } from './mutants.js';
import { loadParts, type Parts } from './parts.js';
import { simulate } from './simulation.js';

/** How many histories a bug may hide from. */
const SEEDS = 400;

/** That the promises can be broken: every bug of the table is found by what is said to find it. */
describe('bugs planted on purpose', () => {
  it.each(MUTANTS)('$bug', async (mutant) => {
    const { parts, remove } = await loadParts(mutant);
    try {
      const { caughtBy } = mutant;
      if ('check' in caughtBy) expect(await CHECKS[caughtBy.check](parts)).toBe(false);
      else expect(await breaks(parts, caughtBy.invariant)).toBeLessThan(SEEDS);
    } finally {
      remove();
    }
  });

  it.each(Object.entries(CHECKS))('the sound sources pass: %s', async (_, check) => {
    const { parts, remove } = await loadParts();
    try {
      expect(await check(parts)).toBe(true);
    } finally {
      remove();
    }
  });
});

/** The first seed that breaks the invariant. */
async function breaks(parts: Parts, invariant: Invariant): Promise<number> {
  for (let seed = 0; seed < SEEDS; seed++) {
    const { broken } = await simulate(parts, seed);
    if (broken.some((found) => found.invariant === invariant)) return seed;
  }
  return SEEDS;
}
