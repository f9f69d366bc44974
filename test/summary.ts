import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one plain line of real figures: `N passed, N failed`. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.children.size === 0,
    );
    const count = (state: string) => states.filter((other) => other === state).length;
    const failed = count('failed') + broken.length + errors.length;
    const skipped = count('skipped');
    const aside = skipped > 0 ? `${skipped} skipped\n` : '';
    const figures = `${aside}${count('passed')} passed, ${failed} failed`;
    process.on('exit', () => process.stdout.write(`\n${figures}\n`));
  }
}
