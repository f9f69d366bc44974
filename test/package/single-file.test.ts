import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/core/version.js';

const ROOT = resolve(import.meta.dirname, '../..');
const PAYLOAD =
  '00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469';

const PROFILE = {
  PAYCTL_BASE_URL: 'https://127.0.0.1:9',
  PAYCTL_API_KEY: 'key',
  PAYCTL_API_SECRET: 'secret',
  PAYCTL_COMPANY_ID: '12345',
  PAYCTL_TERMINAL_ID: '1',
};

let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'payctl-single-'));
  const built = spawnSync(process.execPath, ['scripts/build-single.mjs'], { cwd: ROOT });
  expect(built.status, String(built.stderr)).toBe(0);
  copyFileSync(join(ROOT, 'build/payctl.cjs'), join(home, 'payctl.cjs'));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Far from any node_modules, so that nothing but the file itself can be found. */
function payctl(...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: home, ...PROFILE };
  const options = { cwd: home, env, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, [join(home, 'payctl.cjs'), ...args], options);
}

describe('the single-file payctl', () => {
  it('says its version and its help', () => {
    expect(payctl('--version').stdout).toBe(`${VERSION}\n`);
    expect(payctl('ewallet', '--help').stdout).toContain('payctl ewallet inquire');
    expect(payctl('ewallet', 'pay', '--help').stdout).toContain('--total-fee');
  });

  it('makes a call of the bank', () => {
    const payment = ['--tran-type', 'A', '--out-trade-no', 'SHOP1'];
    const { status, stdout } = payctl('ewallet', 'inquire', ...payment, '--dry-run');
    expect(status).toBe(0);
    expect(stdout).toContain('https://127.0.0.1:9/v1/payment/ewallets/inquire');
  });

  it('draws a QR and reads it back from the picture', () => {
    expect(payctl('qr', 'render', PAYLOAD, '--save', 'qr.png').status).toBe(0);
    const { status, stdout } = payctl('qr', 'decode', 'qr.png');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ crc: { valid: true }, amount: '4.22' });
  });

  it('lists what it charged by reading it, for SQLite is not inside', () => {
    const payment = ['--tran-type', 'W', '--out-trade-no', 'SHOP2', '--yes'];
    const closed = payctl('ewallet', 'close', ...payment);
    expect(closed.status, closed.stderr).toBe(9);
    const { status, stdout } = payctl('journal', 'list');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ reference: 'SHOP2', state: 'not-executed' }]);
    expect(payctl('journal', 'show', 'SHOP2').status).toBe(0);
    expect(payctl('journal', 'verify').status).toBe(0);
    expect(payctl('listen', 'list').stdout).toBe('[]\n');
  });

  it('says plainly that the embedded bank is not inside', () => {
    const { status, stderr } = payctl('--sandbox', 'token');
    expect(status).toBe(3);
    expect(stderr).toContain('the embedded bank is not in this single-file payctl');
  });
});
