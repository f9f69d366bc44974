import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { freePort } from '../fixtures/free-port.js';
import { BIN, machineWithPath } from '../fixtures/machine.js';
import { itWith, pythonWithPytest } from '../fixtures/needs.js';

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

it('the recipe for vitest runs', async () => {
  const { home, env } = machineWithPath();
  writeFileSync(join(home, 'payment.test.ts'), recipe('vitest'));
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'));
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { stdout } = await run(process.execPath, [vitest, 'run', '--root', home], {
    env,
    cwd: home,
  });
  expect(stdout).toMatch(/2 passed/);
});

itWith('pytest', 'the recipe for pytest runs', async () => {
  const { home, env } = machineWithPath();
  writeFileSync(join(home, 'test_payment.py'), recipe('pytest'));
  const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_payment.py'];
  const { stdout } = await run(pythonWithPytest() ?? 'python3', args, { env, cwd: home });
  expect(stdout).toContain('1 passed');
});

/** Runs a pipeline's commands in its shell, and ends what they leave behind, as the runner does. */
async function inShell(
  shell: string[],
  script: string,
  env: Record<string, string | undefined>,
  cwd: string,
) {
  const [command = 'sh', ...args] = shell;
  const child = spawn(command, [...args, script], { cwd, env, detached: true });
  const { pid = 0 } = child;
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (out += text));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // Nothing was left behind.
  }
  return { code, out };
}

/** The job's own tests: a call to the bank with what was exported, and an application on port 3000. */
const TEST = `node -e "const e = process.env; fetch(e.PAYCTL_BASE_URL + '/v1/oauth/token', { method: 'POST', headers: { 'content-type': 'application/json', resourceOwnerId: 'me', requestUId: '1' }, body: JSON.stringify({ applicationKey: e.PAYCTL_API_KEY, applicationSecret: e.PAYCTL_API_SECRET }) }).then((r) => console.log('answered', r.status))"
for _ in $(seq 50); do node -e "require('net').createServer().listen(3000, '127.0.0.1', process.exit)" 2> /dev/null && echo port is free && break; done`;

async function pipeline() {
  const { home, env } = machineWithPath();
  mkdirSync(join(home, 'node_modules/.bin'), { recursive: true });
  symlinkSync(BIN, join(home, 'node_modules/.bin/payctl'));
  // The recipes name a port, which somebody else may have.
  const port = String(await freePort());
  const shopPort = String(await freePort());
  const PAYCTL_SANDBOX_KEY = 'key-for-tests-0000000001';
  return {
    home,
    env: { ...env, PAYCTL_SANDBOX_KEY },
    at: (text: string) => text.replaceAll('8787', port).replaceAll('3000', shopPort),
  };
}

it('the steps for GitHub Actions run', { timeout: 60_000 }, async () => {
  const { home, env, at } = await pipeline();
  const steps: { run?: string }[] = parse(recipe('GitHub Actions')).jobs.test.steps;
  const runs = steps.flatMap(({ run: text }) => text ?? []);
  expect(runs.map((text) => text.split('\n')[0])).toEqual([
    'npm ci',
    expect.stringContaining('payctl sandbox serve'),
    expect.stringContaining('payctl listen'),
    'npm test',
    'npx payctl sandbox log -o json',
  ]);
  const file = join(home, 'github.env');
  writeFileSync(file, '');
  // The runner reads the file between the steps, and a variable is the rest of its line.
  const arrives = at(runs[2] ?? '');
  const script = `${at(runs[1] ?? '')}\nset -a; . ./github.env; set +a\n${arrives}\n${at(TEST)}\n${runs[4]}`;
  const own = { ...env, GITHUB_ENV: file };
  const { code, out } = await inShell(['bash', '-e', '-c'], script, own, home);
  expect([code, out]).toEqual([0, expect.stringContaining('answered 200')]);
  expect(out).toContain('port is free');
  expect(out).toContain('"operation":"token.issue"');
});

it('the script for GitLab runs', { timeout: 60_000 }, async () => {
  const { home, env, at } = await pipeline();
  const job = parse(recipe('GitLab')).payments;
  expect([job.before_script[0], job.script.at(-1)]).toEqual(['npm ci', 'npm test']);
  const before = [...job.before_script.slice(1), ...job.script.slice(0, -1)];
  const lines = [...before.map(at), at(TEST), ...job.after_script];
  const { code, out } = await inShell(['sh', '-e', '-c'], lines.join('\n'), env, home);
  expect([code, out]).toEqual([0, expect.stringContaining('answered 200')]);
  expect(out).toContain('port is free');
  expect(out).toContain('"operation":"token.issue"');
});

/** Of this machine, as another host would write it. */
function outerAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}

// Each container is a process here, and the name of its service an address.
it('the commands for Compose: a bank becomes healthy, and confirms to another host', {
  timeout: 60_000,
}, async () => {
  const { home, env, at } = await pipeline();
  const host = outerAddress() ?? '127.0.0.1';
  const here = (text: string) =>
    at(text)
      .replaceAll('0.0.0.0', host)
      .replaceAll('127.0.0.1', host)
      .replaceAll('shop:', `${host}:`);
  const { bank, shop, tests } = parse(recipe('Compose')).services;
  expect(tests.environment.PAYCTL_SANDBOX_KEY).toBe(bank.environment.PAYCTL_SANDBOX_KEY);
  // A service has a name without a dot, which only the test environment takes.
  expect(tests.environment).toMatchObject({
    PAYCTL_ENVIRONMENT: 'test',
    PAYCTL_API_KEY: SANDBOX_PROFILE.apiKey,
    PAYCTL_API_SECRET: SANDBOX_PROFILE.apiSecret,
  });
  const [, node, ...args]: string[] = bank.healthcheck.test;
  expect([node, args[0]]).toEqual(['node', '-e']);
  const key = bank.environment.PAYCTL_SANDBOX_KEY;
  const pay = `fetch('http://bank:8787/_sandbox/pay', { method: 'POST', headers: { 'X-Sandbox-Key': '${key}' }, body: JSON.stringify({ target: 'SBXORDER1' }) }).then((r) => console.log('paid', r.status))`;
  const script = `
    payctl ${here(bank.command.join(' '))} & payctl ${here(shop.command)} &
    until node -e "${here(args[1] ?? '')}"; do sleep 0.2; done
    payctl --sandbox ewallet create --tran-type W --out-trade-no SBXORDER1 --total-fee 5.00 --quiet
    node -e "${here(pay).replace('bank:', `${host}:`)}"
    until payctl listen list -o json | grep SBXORDER1; do sleep 0.2; done`;
  const own = { ...env, ...bank.environment, ...shop.environment };
  const { code, out } = await inShell(['sh', '-e', '-c'], script, own, home);
  expect([code, out]).toEqual([0, expect.stringContaining('paid 200')]);
});
