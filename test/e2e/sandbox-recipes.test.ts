import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { BIN, freshMachine } from './payctl.js';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/sandbox-recipes.md'), 'utf8');
const run = promisify(execFile);

/** The code of a recipe, as a reader pastes it. */
function recipe(heading: string): string {
  const [, code] =
    new RegExp(`^## ${heading}\\n[\\s\\S]*?^\`\`\`\\w+\\n([\\s\\S]*?)^\`\`\``, 'm').exec(PAGE) ??
    [];
  if (code === undefined) throw new Error(`no recipe for ${heading}`);
  return code;
}

/** A project with payctl on its path. */
function project() {
  const machine = freshMachine();
  const bin = join(machine.home, 'bin');
  mkdirSync(bin);
  symlinkSync(BIN, join(bin, 'payctl'));
  const env = { ...machine.env, PATH: `${bin}:${process.env.PATH}` };
  return { home: machine.home, env };
}

it('the recipe for vitest runs', async () => {
  const { home, env } = project();
  writeFileSync(join(home, 'payment.test.ts'), recipe('vitest'));
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'));
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { stdout } = await run(process.execPath, [vitest, 'run', '--root', home], {
    env,
    cwd: home,
  });
  expect(stdout).toMatch(/2 passed/);
});

const python = spawnSync('python3', ['-c', 'import pytest, requests']).status === 0;

it.runIf(python)('the recipe for pytest runs', async () => {
  const { home, env } = project();
  writeFileSync(join(home, 'test_payment.py'), recipe('pytest'));
  const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_payment.py'];
  const { stdout } = await run('python3', args, { env, cwd: home });
  expect(stdout).toContain('1 passed');
});

it('the recipes for containers and pipelines are YAML, and start the same bank', () => {
  const compose = parse(recipe('Compose'));
  expect(compose.services.tests.environment.PAYCTL_SANDBOX_KEY).toBe(
    compose.services.bank.environment.PAYCTL_SANDBOX_KEY,
  );
  expect(compose.services.bank.command).toMatch(/^sandbox serve /);
  const steps: { run?: string }[] = parse(recipe('GitHub Actions')).jobs.test.steps;
  expect(steps.map((step) => step.run ?? '').join('\n')).toContain('npx payctl sandbox serve ');
  expect(parse(recipe('GitLab')).payments.before_script.join('\n')).toContain('sandbox serve ');
});
