import { hasSlowAnswers, type Scenario } from './scenario.js';

/** More than a quick application needs for any scenario without slow answers, and ten times what it needs to start. */
const SLOW_SCENARIO_MS = 10_000;
const SLOW_START_MS = 1_000;

/**
 * How many histories of a scenario are played unless it is said. An application that turns out to be slow
 * has one from then on.
 */
export class Pace {
  #isSlow = false;

  get histories(): number {
    return this.#isSlow ? 1 : 2;
  }

  judge(scenario: Scenario, scenarioMs: number, startMs: number): void {
    const tookLong = scenarioMs > SLOW_SCENARIO_MS && !hasSlowAnswers(scenario);
    this.#isSlow ||= tookLong || startMs > SLOW_START_MS;
  }
}
