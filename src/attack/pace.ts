import { hasSlowAnswers, type Scenario } from './scenario.js';

/** On average, for scenarios without slow answers: a quick application needs four seconds. */
const SLOW_SCENARIO_MS = 5_000;
/** Ten times what a quick one needs. */
const SLOW_START_MS = 1_000;

/**
 * How many histories of a scenario are played unless it is said. An application that turns out to be slow
 * has one from then on.
 */
export class Pace {
  #scenarios = 0;
  #ms = 0;
  #isSlow = false;

  get histories(): number {
    return this.#isSlow ? 1 : 2;
  }

  judge(scenario: Scenario, scenarioMs: number, startMs: number): void {
    if (!hasSlowAnswers(scenario)) {
      this.#scenarios += 1;
      this.#ms += scenarioMs;
    }
    this.#isSlow ||= this.#ms > SLOW_SCENARIO_MS * this.#scenarios || startMs > SLOW_START_MS;
  }
}
