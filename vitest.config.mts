import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Each waits for half a minute or more, for servers, browsers and time-outs, the longest first: begun last, nothing would be left to do meanwhile. */
const WAITING = [
  'attack/applications',
  'e2e/console-browser',
  'e2e/console',
  'postgres/moving',
  'e2e/signals',
  'e2e/documents',
  'faults/command/disk-errors',
  'e2e/console-words',
  'e2e/examples',
  'e2e/console-team-browser',
].map((name) => resolve(`test/${name}.test.ts`));
const gone = WAITING.filter((path) => !existsSync(path));
if (gone.length > 0) throw new Error(`WAITING names what is not there: ${gone.join(', ')}`);

/** What waits begins first; then as always: `e2e`, which waits often, then `unit`, the longest first. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = WAITING.flatMap((path) => sorted.filter(({ moduleId }) => moduleId === path));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}

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
    pool: 'forks',
    // Files of a worker share what they import; `test/setup.ts` ends what each has left.
    isolate: false,
    setupFiles: ['test/setup.ts'],
    // Made for two processors: most of `e2e` wait for servers, time-outs and browsers.
    maxWorkers: 6,
    sequence: { sequencer: WaitingFirst },
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
        },
      },
    ],
  },
});
