import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { KEEPING_CODE, type Machine } from '../fixtures/machine.js';
import { quickMachine } from '../fixtures/quick-machine.js';
import { silentServer } from '../fixtures/servers.js';

const KEPT = resolve(import.meta.dirname, '../kept/0.1.0.tar.gz');
const DAY_S = 86_400;

let machine: Machine;
beforeEach(() => {
  machine = quickMachine(KEEPING_CODE);
});
afterEach(() => machine.dispose());

const state = (...names: string[]) => join(machine.home, '.local/state/payctl', ...names);

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
}

/** As if it had last been written so many days ago. */
function age(path: string, days = 60): void {
  const then = Date.now() / 1_000 - days * DAY_S;
  utimesSync(path, then, then);
}

function filesBelow(directory: string): string[] {
  const all = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return all.filter((name) => statSync(join(directory, name)).isFile()).sort();
}

/** What is made anew by whoever misses it is left out; and each use of a lock is another generation. */
const named = (files: readonly string[]) =>
  files
    .filter((file) => !file.startsWith('index/'))
    .map((file) => file.replace(/\.lock\.\d+$/, '.lock'));

async function doctor(...options: string[]): Promise<string> {
  const { code, stdout } = await machine.payctl(['doctor', '--offline', ...options, '-o', 'json']);
  expect(code, stdout).toBe(0);
  const found = JSON.parse(stdout).find(({ check }: { check: string }) => check === 'old files');
  return `${found.status}: ${found.message}`;
}

describe('files that nobody has used for long', () => {
  beforeEach(() => {
    execFileSync('tar', ['-xzmf', KEPT, '-C', machine.home]);
    // Its own token has not ended yet, or has, by the day on which this runs.
    for (const name of readdirSync(state('tokens'))) {
      if (name.endsWith('.json')) rmSync(state('tokens', name));
    }
    const token = { accessToken: 'x', tokenType: 'Bearer', receivedAt: 1, expiresAt: 2 };
    const name = 'a'.repeat(40);
    write(state('tokens', `${name}-application.json`), JSON.stringify(token));
    write(state('tokens', `${name}-application.failure.json`), '{}');
    write(state('tokens', `${name}-user.json`), JSON.stringify({ ...token, refreshToken: 'r' }));
    write(state('batch', `${'b'.repeat(40)}.checkpoint`), '{"batch":"x"}\n');
    write(state('codes', '2025-01.jsonl'), '\n');
    write(state('journal', `${'c'.repeat(32)}.1.jsonl.${'d'.repeat(16)}.tmp`), 'half');
    write(state('spool', 'outcome.sealed'), 'sealed');
    write(state('slips', 'e'.repeat(64)), '2025-01-31T00:00:00Z\n');
    for (const file of filesBelow(state())) age(state(file));
    const code = join(machine.home, '.cache/payctl/code');
    for (const build of ['0.0.9-abc-v20-x64', '0.1.0-abc-v20-x64']) {
      mkdirSync(join(code, build), { recursive: true, mode: 0o700 });
      age(join(code, build));
    }
  });

  it('are removed by doctor --fix, but never a charge', async () => {
    const before = named(filesBelow(state()));
    const expected =
      '1 checkpoint, 1 code list, 1 compiled build, 1 half-written file, 1 lock, 2 tokens';
    expect(await doctor()).toBe(`warning: 7 old files that nothing needs any more: ${expected}`);
    expect(named(filesBelow(state()))).toEqual(expect.arrayContaining(before));
    expect(await doctor('--fix')).toBe(`ok: removed: ${expected}`);
    expect(await doctor('--fix')).toBe('ok: none');
    const after = new Set(named(filesBelow(state())));
    const gone = before.filter((file) => !after.has(file));
    expect(gone.filter((file) => !/^(tokens|batch|codes)\/|\.tmp$/.test(file))).toEqual([]);
    // A login that can still be renewed is worth a person's time.
    expect(after).toContain(`tokens/${'a'.repeat(40)}-user.json`);
    expect(after).toContain('tokens/salt');
    expect(readdirSync(join(machine.home, '.cache/payctl/code'))).not.toContain(
      '0.0.9-abc-v20-x64',
    );
    expect((await machine.payctl('journal verify')).code).toBe(0);
    const buyers = JSON.parse(readFileSync(join(machine.home, 'buyers.json'), 'utf8'));
    const again = await machine.payctl(
      `ewallet pay --tran-type W --out-trade-no SBXKEPT1 --total-fee 10.00 --buyer-identity-code ${buyers.SBXKEPT1} --wait 0`,
    );
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('nothing was sent')]);
  });

  it('are kept by commands that move money', async () => {
    const before = filesBelow(state());
    write(join(machine.home, 'refunds.csv'), 'outTradeNo,totalFee\nSBXR1,1.00\nSBXR2,1.00\n');
    const batch = 'batch ewallet.refund refunds.csv -f tranType=W --yes --wait 0 --retries 0';
    expect((await machine.payctl(batch)).code).toBe(11);
    expect((await machine.payctl('journal recover --wait 0 --retries 0')).code).toBe(10);
    expect(named(filesBelow(state()))).toEqual(expect.arrayContaining(named(before)));
  });

  it('are kept while a running process holds them', async () => {
    const { url, asked } = await silentServer();
    const env = { PAYCTL_BASE_URL: url, PAYCTL_API_SECRET: 'made-up' };
    // It holds the lock of its token, and both files of its batch.
    write(join(machine.home, 'some.csv'), 'outTradeNo\nSBXA1\n');
    const { child, ended } = machine.start(
      'batch ewallet.inquire some.csv -f tranType=W --retries 0',
      { env },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    await asked;
    const own = new Set(['tokens', 'batch'].flatMap((name) => readdirSync(state(name))));
    const held = [...own].filter((name) => existsAnew(name));
    for (const name of held) age(pathOf(name));
    expect(held.some((name) => name.endsWith('.checkpoint'))).toBe(true);
    expect(held.some((name) => /\.lock\.\d+$/.test(name))).toBe(true);
    await doctor('--fix');
    expect(held.filter((name) => !existsSync(pathOf(name)))).toEqual([]);
    child.kill('SIGKILL');
    await ended;
    // Nobody holds them any more.
    expect(await doctor('--fix')).toMatch(/^ok: removed: 1 checkpoint, 1 lock/);
  });

  const pathOf = (name: string) =>
    existsSync(state('tokens', name)) ? state('tokens', name) : state('batch', name);

  /** Made since the files were aged. */
  function existsAnew(name: string): boolean {
    return Date.now() - statSync(pathOf(name)).mtimeMs < DAY_S * 1_000;
  }
});
