import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/run.js';
import { fakeHost } from '../fake-host.js';
import { stubBank } from '../stub-bank.js';

/** What version 0.1.0 left on the disk of a machine: charges, and transfers in the making. */
const KEPT = join(import.meta.dirname, 'kept');
const STATE = '/home/tester/.local/state/payctl';
/** The bank stood here. */
const PORT = 18431;

const bank = await stubBank(
  ({ path, body }) => {
    const { tokenizerId } = JSON.parse(body || '{}');
    return path.endsWith('/fcd/inquiry')
      ? { data: { tokenizerId, status: 'CONFIRM_COMPLETED' } }
      : { data: { tradeState: 'SUCCESS', amount: '100.00' } };
  },
  { port: PORT },
);
beforeEach(bank.forget);
const calls = () => bank.calls.map(({ path }) => path.replace('/partners/v1/payment', ''));

function keptFiles(): Record<string, string> {
  const names = ['journal', 'transfers'].flatMap((directory) =>
    readdirSync(join(KEPT, directory)).map((name) => `${directory}/${name}`),
  );
  return Object.fromEntries(
    names.map((name) => [`${STATE}/${name}`, readFileSync(join(KEPT, name), 'utf8')]),
  );
}

/** A machine that was upgraded, a month later. */
function machine() {
  const { files } = fakeHost({ files: keptFiles() });
  return {
    files,
    async payctl(words: string, baseUrl: string) {
      const host = fakeHost({
        argv: [...words.split(' '), '-o', 'json'],
        env: {
          PAYCTL_BASE_URL: baseUrl,
          PAYCTL_API_KEY: 'kept-key',
          PAYCTL_API_SECRET: 'kept-secret',
          PAYCTL_ENVIRONMENT: 'test',
          PAYCTL_CORPORATE_ID: 'CORP0001',
          PAYCTL_TAX_ID: '0105500000001',
          PAYCTL_PAYER_ACCOUNT_NO: '1110000001',
          PAYCTL_PAYER_BANK_CODE: '999',
        },
        now: Date.UTC(2026, 11, 21),
      });
      const code = await run({ ...host, files });
      return { code, stdout: host.stdout.text(), stderr: host.stderr.text() };
    },
  };
}

const pay = (reference: string, amount = '100.00') =>
  `ewallet pay --tran-type W --company-id 001 --terminal-id 12345678 --total-fee ${amount} --buyer-identity-code 280000000000000001 --out-trade-no ${reference} --wait 0`;
const send = (reference: string, amount = '1500.00') =>
  `transfer credit send --payee-account-no 2220000001 --payee-bank-code 999 --amount ${amount} --partner-transaction-id ${reference} --wait 0`;

const NUMBER = `http://127.0.0.1:${PORT}/partners`;
const NAME = `http://localhost:${PORT}/partners`;
const CAPITAL = `http://127.0.0.1:${PORT}/Partners`;

describe('what an older version charged', () => {
  it.each([
    ['KEPT0001', NUMBER, 'under the address as it was'],
    ['KEPT0001', NAME, 'under another name of it'],
    ['KEPT0001', CAPITAL, 'in capitals'],
    ['KEPT0002', NAME, 'under the name as it was'],
    ['KEPT0002', NUMBER, 'under its number'],
    ['KEPT0003', CAPITAL, 'under a path with capitals'],
  ])('%s at %s (%s) is told again, and nothing is sent', async (reference, baseUrl) => {
    const { payctl } = machine();
    const again = await payctl(pay(reference), baseUrl);
    expect([again.code, JSON.parse(again.stdout).tradeState]).toEqual([0, 'TRADE_SUCCESS']);
    expect(again.stderr).toContain('nothing was sent');
    expect((await payctl(pay(reference, '7.00'), baseUrl)).code).toBe(12);
    expect(calls()).toEqual([]);
  });

  it.each([NAME, NUMBER])('and does not know the end of is asked about at %s', async (baseUrl) => {
    const { payctl } = machine();
    expect((await payctl(pay('KEPT0004'), baseUrl)).code).toBe(0);
    expect(calls()).toEqual(['/ewallets/inquire']);
    expect((await payctl(pay('KEPT0004'), NUMBER)).code).toBe(0);
    expect((await payctl(pay('KEPT0004'), NAME)).code).toBe(0);
    expect(calls()).toHaveLength(1);
  });

  it.each([
    ['KEPTPAY1', 'that was sent'],
    ['KEPTPAY2', 'whose confirmation was on its way'],
    ['KEPTPAY3', 'that was confirmed'],
  ])('by transfer %s, %s, is not initiated and not confirmed again', async (reference) => {
    for (const baseUrl of [NUMBER, NAME]) {
      bank.forget();
      const { payctl } = machine();
      for (let time = 0; time < 2; time++) {
        const sent = await payctl(send(reference), baseUrl);
        expect([sent.code, JSON.parse(sent.stdout).status]).toEqual([0, 'CONFIRM_COMPLETED']);
      }
      expect(new Set(calls())).toEqual(new Set(['/transfer/fcd/inquiry']));
      expect((await payctl(send(reference, '1600.00'), baseUrl)).code).toBe(12);
      expect((await payctl('journal verify', baseUrl)).code).toBe(0);
    }
  });

  it('is all there, and in order', async () => {
    const { payctl } = machine();
    const listed = JSON.parse((await payctl('journal list', NUMBER)).stdout);
    expect(listed).toHaveLength(7);
    expect((await payctl('journal verify', NUMBER)).code).toBe(0);
  });
});
