import type { Played } from './run-scenario.js';
import type { ScenarioStep } from './scenario.js';

/** Histories in which nothing goes wrong: which of them came right in this run. */
export class PlainHistories {
  readonly #right = new Set<string>();

  learn(played: readonly Played[]): void {
    for (const { planned, classes, unclear } of played) {
      const isRight = classes.length === 0 && unclear === undefined;
      if (isRight && isPlain(planned.steps)) this.#right.add(textOf(planned.steps));
    }
  }

  /** Whether the same came right before. */
  wasRight({ planned: { steps } }: Played): boolean {
    return isPlain(steps) && this.#right.has(textOf(steps));
  }
}

function isPlain(steps: readonly ScenarioStep[]): boolean {
  return steps.every(
    (step) =>
      step.do === 'pay' ||
      step.do === 'confirm' ||
      (step.do === 'wait' && step.minutes === undefined),
  );
}

function textOf(steps: readonly ScenarioStep[]): string {
  return JSON.stringify(steps.filter((step) => step.do !== 'wait'));
}
