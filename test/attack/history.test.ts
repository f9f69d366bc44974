import { expect, it } from 'vitest';
import { planHistory, shorterHistories } from '../../src/attack/history.js';
import { SCENARIOS } from '../../src/attack/scenarios.js';

it('confirms every payment of an order that is paid twice: a sound shop need not find it otherwise', () => {
  const twice = SCENARIOS.flatMap((scenario) => planHistory(scenario, 1))
    .flatMap(shorterHistories)
    .filter(({ steps }) => steps.filter((step) => step.do === 'pay').length > 1);
  expect(twice.length).toBeGreaterThan(10);
  for (const { fate, steps } of twice) {
    const confirmed = steps.flatMap((step) => (step.do === 'confirm' ? [step.of ?? 0] : []));
    expect([fate, new Set(confirmed)]).toEqual([fate, new Set([0, 1])]);
  }
});
