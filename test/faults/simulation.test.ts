import { describe, expect, it } from 'vitest';
import { FULL } from '../fixtures/sizes.js';
import { loadParts } from './parts.js';
import { type Result, simulate } from './simulation.js';

const ONE = process.env.PAYCTL_SEED;
const COUNT = FULL ? 20_000 : 60;
/** Each has found a bug once, beyond the everyday size. */
const FINDERS = [400, 19_610];

describe('simulated faults', () => {
  it(`holds every promise in ${ONE === undefined ? COUNT : 'one'} histories`, async () => {
    const parts = await loadParts();
    const seeds =
      ONE === undefined
        ? [...Array.from({ length: COUNT }, (_, seed) => seed), ...(FULL ? [] : FINDERS)]
        : [Number(ONE)];
    const results: Result[] = [];
    for (const seed of seeds) results.push(await simulate(parts, seed));
    console.log(summary(results));
    const broken = results.filter((result) => result.broken.length > 0);
    expect(broken.map(({ seed, broken }) => ({ 'replay with PAYCTL_SEED': seed, broken }))).toEqual(
      [],
    );
    if (ONE !== undefined) return;
    // A harness that kills nobody and executes nothing would hold every promise, too.
    expect(sum(results, ({ kills }) => kills)).toBeGreaterThan(COUNT / 2);
    expect(sum(results, ({ effects }) => effects)).toBeGreaterThan(COUNT / 4);
  }, 7_200_000);
});

function summary(results: readonly Result[]): string {
  const states = new Map<string, number>();
  for (const { state } of results) states.set(state, (states.get(state) ?? 0) + 1);
  const ends = [...states].map(([state, count]) => `${state} ${count}`).join(', ');
  const count = (of: (result: Result) => number) => sum(results, of);
  return [
    `${results.length} histories: ${count(({ requests }) => requests)} money calls`,
    `${count(({ effects }) => effects)} effects, ${count(({ kills }) => kills)} kills`,
    `${count(({ broken }) => broken.length)} broken promises; in the end ${ends}`,
  ].join(', ');
}

function sum(results: readonly Result[], of: (result: Result) => number): number {
  return results.reduce((total, result) => total + of(result), 0);
}
