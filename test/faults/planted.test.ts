import { describe, expect, it } from 'vitest';
import { CHECKS } from './checks.js';
import { APPROVALS } from './mutants/approvals.js';
import { BOOKS } from './mutants/books.js';
import { CLAIMS } from './mutants/claims.js';
import { CLIENT } from './mutants/client.js';
import { DESK } from './mutants/desk.js';
import { EVIDENCE } from './mutants/evidence.js';
import { FENCE } from './mutants/fence.js';
import { JOURNAL } from './mutants/journal.js';
import { KEPT } from './mutants/kept.js';
import type { Mutant } from './mutants/mutant.js';
import { RETENTION } from './mutants/retention.js';
import { TRUST } from './mutants/trust.js';
import { bundleParts, type Parts } from './parts.js';
import { simulate } from './simulation.js';

const MUTANTS = [
  APPROVALS,
  JOURNAL,
  FENCE,
  CLAIMS,
  DESK,
  EVIDENCE,
  CLIENT,
  KEPT,
  RETENTION,
  TRUST,
  BOOKS,
].flat();
const checks = new Map(Object.entries(CHECKS));

/** How many histories a bug may hide from. */
const SEEDS = 400;

/** That the promises can be broken: every bug of the table is found by what is said to find it. */
describe('bugs planted on purpose', async () => {
  const load = await bundleParts(MUTANTS);
  const sound = load();

  it.each(MUTANTS)('$bug', async (mutant) => {
    const parts = load(mutant);
    const check = checks.get(mutant.promise);
    if (check) expect(await check(parts)).toBe(false);
    else expect(await breaks(parts, mutant)).toBe(true);
  });

  it('are at least 100, each another, and every check finds one', () => {
    expect(new Set(MUTANTS.map(({ bug }) => bug)).size).toBe(MUTANTS.length);
    expect(MUTANTS.length).toBeGreaterThanOrEqual(100);
    const promises: string[] = MUTANTS.map(({ promise }) => promise);
    expect(promises).toEqual(expect.arrayContaining([...checks.keys()]));
  });

  it.each([...checks])('the sound sources pass: %s', async (_, check) => {
    expect(await check(sound)).toBe(true);
  });
});

/** Whether one of the histories breaks the invariant. */
async function breaks(parts: Parts, { promise, seed: first }: Mutant): Promise<boolean> {
  for (let turn = 0; turn < SEEDS; turn++) {
    const { broken } = await simulate(parts, (first + turn) % SEEDS);
    if (broken.some(({ invariant }) => invariant === promise)) return true;
  }
  return false;
}
