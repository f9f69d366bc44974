import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundleChild, startChild, temporaryDirectory } from '../fixtures/child.js';
import { FULL } from '../fixtures/sizes.js';

const CONTENDERS = FULL ? 12 : 4;
const KILLS = FULL ? 10_000 : 15;

it('lets one process in at a time while holders and waiters are killed', async () => {
  const child = await bundleChild(join(import.meta.dirname, '../fixtures/machine-child.ts'));
  const directory = await temporaryDirectory();
  mkdirSync(join(directory, 'locks'));
  const until = String(Date.now() + (FULL ? 3_600_000 : 60_000));
  const start = () => startChild(child, ['lock', directory, until]);
  const running = Array.from({ length: CONTENDERS }, start);

  for (let kill = 0; kill < KILLS; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 60));
    const victim = Math.floor(Math.random() * CONTENDERS);
    running[victim]?.child.kill('SIGKILL');
    running[victim] = start();
  }
  const acquired = () => {
    const path = join(directory, 'log');
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  };
  // On a busy machine a contender may be killed before it has begun.
  await expect.poll(() => acquired().length).toBeGreaterThan(10);
  for (const { child: last } of running) last.kill('SIGKILL');
  await Promise.all(running.map(({ done }) => done));

  const log = acquired();
  const violations = log.filter((line) => line !== 'ok').length;
  console.log(`lock: ${KILLS} kills, ${log.length} acquisitions, ${violations} violations`);
  expect(violations).toBe(0);
  // The row is tidied: litter does not grow with the number of acquisitions.
  expect(readdirSync(join(directory, 'locks')).length).toBeLessThan(CONTENDERS + KILLS);
}, 4_000_000);
