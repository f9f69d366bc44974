import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Builds once before the tests, so that those of the real command never meet a stale one. */
export default function setup(): void {
  const root = resolve(import.meta.dirname, '..');
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the build failed');
}
