import { expect, it } from 'vitest';
import { Pace } from '../../src/attack/pace.js';
import { SCENARIOS } from '../../src/attack/scenarios.js';

it.each([
  { scenario: 'forged', ms: 6_000, startMs: 300, histories: 2 },
  { scenario: 'forged', ms: 8_000, startMs: 300, histories: 1 },
  { scenario: 'forged', ms: 4_000, startMs: 1_500, histories: 1 },
  // Their answers take as long for any application.
  { scenario: 'slow', ms: 13_000, startMs: 300, histories: 2 },
  { scenario: 'outage', ms: 13_000, startMs: 300, histories: 2 },
])(
  'plays $histories histories after $ms ms of $scenario, started in $startMs ms',
  ({ scenario: name, ms, startMs, histories }) => {
    const scenarioCalled = (wanted: string) => {
      const scenario = SCENARIOS.find((one) => one.name === wanted);
      if (scenario === undefined) throw new Error(`no scenario ${wanted}`);
      return scenario;
    };
    const pace = new Pace();
    pace.judge(scenarioCalled('lost'), 3_000, 300);
    pace.judge(scenarioCalled(name), ms, startMs);
    // Once slow, always slow.
    pace.judge(scenarioCalled('confirmations'), 2_000, 300);
    expect(pace.histories).toBe(histories);
  },
);
