import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { placeOfTests } from './test/place.mjs';

// Of all processes of the run, its own files included.
process.env.TMPDIR = placeOfTests();
// Node reads these certificates at every start, which takes as long as the start itself; no test calls anybody.
delete process.env.NODE_EXTRA_CA_CERTS;

const BUILT = ['test/{e2e,package,postgres,faults/command}/**/*.test.ts'];

// `unit` runs against the sources; `e2e` against the built command and package.
export default defineConfig({
  resolve: {
    alias: [{ find: /.*\/host\/assets\.js$/, replacement: resolve('test/assets.ts') }],
  },
  test: {
    // They end what hangs. What is only slow, because the machine is busy, comes to its end.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    experimental: { fsModuleCache: true },
    pool: 'forks',
    // Files of a worker share what they import; `test/setup.ts` ends what each has left.
    isolate: false,
    setupFiles: ['test/setup.ts'],
    // Made for two processors: many tests wait for processes and time-outs, during which a third works.
    maxWorkers: 3,
    globalSetup: ['test/postgres/template.ts'],
    reporters: ['default', './test/summary.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: BUILT },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: BUILT,
          globalSetup: ['test/build.ts'],
          // After the others, so that a worker is kept from one file to the next.
          sequence: { groupOrder: 1 },
          // More of them wait: for servers, time-outs, browsers.
          maxWorkers: 6,
        },
      },
    ],
  },
});
