/** Twice what a quick application needs for the first scenario, and ten times what it needs to start. */
const SLOW_SCENARIO_MS = 8_000;
const SLOW_START_MS = 1_000;

/** How many histories of a scenario are played unless it is said: the second one would take a slow application too long. */
export class Pace {
  #isSlow = false;

  get histories(): number {
    return this.#isSlow ? 1 : 2;
  }

  /** By the first scenario, in which nothing is slow on purpose. */
  judge(scenarioMs: number, startMs: number): void {
    this.#isSlow = scenarioMs > SLOW_SCENARIO_MS || startMs > SLOW_START_MS;
  }
}
