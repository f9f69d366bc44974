import { afterAll, describe, expect, it } from 'vitest';
import { CHECKS } from './checks.js';
import type { Invariant } from './invariants.js';
import { MUTANTS } from './mutants.js';
import { bundleParts, type Parts } from './parts.js';
import { simulate } from './simulation.js';

/** How many histories a bug may hide from. */
const SEEDS = 400;

/** That the promises can be broken: every bug of the table is found by what is said to find it. */
describe('bugs planted on purpose', async () => {
  const bundle = await bundleParts(MUTANTS.map(({ fault }) => fault));
  const sound = await bundle.load();
  afterAll(bundle.remove);

  it.each(MUTANTS)('$bug', async ({ fault, caughtBy }) => {
    const parts = await bundle.load(fault);
    if ('check' in caughtBy) expect(await CHECKS[caughtBy.check](parts)).toBe(false);
    else expect(await breaks(parts, caughtBy.invariant)).toBeLessThan(SEEDS);
  });

  it('are at least 100, each another', () => {
    expect(new Set(MUTANTS.map(({ bug }) => bug)).size).toBe(MUTANTS.length);
    expect(MUTANTS.length).toBeGreaterThanOrEqual(100);
  });

  it.each(Object.entries(CHECKS))('the sound sources pass: %s', async (_, check) => {
    expect(await check(sound)).toBe(true);
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
