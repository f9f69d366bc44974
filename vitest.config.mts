import { defineConfig } from 'vitest/config';

const BUILT = ['test/{e2e,package,postgres,faults/command}/**/*.test.ts'];

// `unit` runs against the sources; `e2e` against the built command and package.
export default defineConfig({
  test: {
    testTimeout: 30_000,
    // A second, as vitest would have it, is too short for a command on a machine under load.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // One less than the processors, as vitest would have it, leaves half of two of them idle.
    maxWorkers: 2,
    globalSetup: ['test/postgres/template.ts'],
    reporters: ['default', './test/summary.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: BUILT },
      },
      {
        extends: true,
        test: { name: 'e2e', include: BUILT, globalSetup: ['test/build.ts'] },
      },
    ],
  },
});
