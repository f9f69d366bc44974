import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../fixtures/needs.js';
import { FULL } from '../fixtures/sizes.js';
import { MUTANTS } from './planted/mutants.js';

const BUILD = resolve(import.meta.dirname, '../../build');
const BUILDER = join(import.meta.dirname, 'planted/build.mjs');
const run = promisify(execFile);

/** Every day the quick ones; the rest wait for commands that give up. */
const CHOSEN = FULL ? MUTANTS : MUTANTS.slice(1, 3);

let directory: string;
beforeAll(async () => {
  // Below the project, where its packages are found.
  directory = await mkdtemp(join(BUILD, 'planted-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describeWith('postgres', 'a bug that was planted in the shared store is found', () => {
  it.each(CHOSEN)('$bug', async ({ bug, module, changes, complaints, finds }) => {
    const out = join(directory, String(MUTANTS.findIndex((mutant) => mutant.bug === bug)));
    await run(process.execPath, [BUILDER, out, module, JSON.stringify(changes)]);
    const complain = async () =>
      (await complaints({ bin: join(out, 'bin/payctl.js'), own: true })).join('\n');
    const found = await complain();
    // On a busy machine a kill may come too late to show anything.
    expect(finds.test(found) ? found : await complain()).toMatch(finds);
  });
});
