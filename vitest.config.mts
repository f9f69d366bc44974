import { defineConfig } from 'vitest/config';

// `unit` runs against the sources; `e2e` against the built command.
export default defineConfig({
  test: {
    testTimeout: 30_000,
    pool: 'forks',
    reporters: ['default', './test/summary.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/e2e/**'] },
      },
      {
        extends: true,
        test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], globalSetup: ['test/build.ts'] },
      },
    ],
  },
});
