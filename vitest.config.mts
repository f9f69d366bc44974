import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Each waits for half a minute or more, for servers, browsers and time-outs: begun last, nothing would be left to do meanwhile. */
const WAITING = [
  'attack/applications',
  ...['console-browser', 'console', 'signals', 'documents', 'examples'].map(
    (name) => `e2e/${name}`,
  ),
  ...['console-words', 'console-team-browser'].map((name) => `e2e/${name}`),
  ...['postgres/moving', 'faults/command/disk-errors'],
];

/** What waits begins first; then as always: `e2e`, which waits often, then `unit`, the longest first. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) =>
      WAITING.some((name) => moduleId.endsWith(`/test/${name}.test.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
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
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
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
          // Some run thirty commands one after the other.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
