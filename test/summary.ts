import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/**
 * Ends the run with the names of the tests that were skipped, and one plain line of real figures:
 * `N passed, N failed`. In CI, where everything that a test needs can be installed, a run that
 * skipped one has failed.
 */
export default class Summary implements Reporter {
  #chosen = false;

  /** Who asks for tests by name has skipped all others on purpose. */
  onInit({ config }: Vitest): void {
    this.#chosen = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    // One that could not be read, or has a suite without a test.
    const broken = modules.filter((module) => {
      const own = [...module.children.allTests()];
      return module.state() === 'failed' && own.every((test) => test.result().state !== 'failed');
    });
    const of = (state: string) => tests.filter((test) => test.result().state === state);
    const skipped = of('skipped');
    const failed = of('failed').length + broken.length + errors.length;
    const aside = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
    const figures = `${of('passed').length} passed, ${failed} failed${aside}`;
    const missed = this.#chosen ? [] : skipped;
    const names = missed.map((test) => `skipped: ${nameOf(test)}\n`).join('');
    process.on('exit', () => {
      if (process.env.CI && missed.length > 0) process.exitCode = 1;
      process.stdout.write(`\n${names}${figures}\n`);
    });
  }
}

/** With the reason, where the test gave one when it ran; else its name tells. */
function nameOf(test: TestCase): string {
  const result = test.result();
  const why = result.state === 'skipped' && result.note ? ` (${result.note})` : '';
  return `${test.module.relativeModuleId}: ${test.fullName}${why}`;
}
