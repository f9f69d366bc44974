import { expect, it } from 'vitest';
import {
  hoursAdded,
  planHistories,
  planHistory,
  shorterHistories,
} from '../../src/attack/history.js';
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

it.each(SCENARIOS.filter(({ from }) => from === undefined))(
  '$name has room between noon and midnight, however many histories are played at once',
  (scenario) => {
    expect(hoursAdded(planHistories(scenario, 1, 100))).toBeLessThan(11);
  },
);

it('counts what each order adds to the clock, and what they add together once', () => {
  const stopped = SCENARIOS.find(({ name }) => name === 'stopped');
  expect(stopped && hoursAdded(planHistories(stopped, 1, 2))).toBe(1.5);
  const late = SCENARIOS.find(({ name }) => name === 'confirmations');
  expect(late && hoursAdded(planHistories(late, 1, 2))).toBeCloseTo(2 / 60);
});

it('gives a fate as many orders as it has copies, in the first history alone where it is played once', () => {
  const again = SCENARIOS.filter(({ name }) => name === 'paid-again');
  const crowd = again
    .flatMap((scenario) => planHistories(scenario, 1, 2))
    .filter(({ fate }) => fate === 'crowd');
  expect(crowd.map(({ seed }) => seed)).toEqual(Array(12).fill(1));
  expect(new Set(crowd.map(({ delayMs }) => delayMs)).size).toBeGreaterThan(6);
});
