import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/runtime/command.js';
import { GROUPS } from '../../src/tree.js';
import { NOWHERE, payctl as run } from '../fixtures/command.js';

const ENV = {
  ...NOWHERE,
  PAYCTL_TAX_ID: '0105500000001',
  PAYCTL_PAYER_ACCOUNT_NO: '1110000001',
  PAYCTL_PAYER_BANK_CODE: '014',
  PAYCTL_CORPORATE_ID: 'CORP1',
};
const payctl = (words: string | readonly string[], stdin = '') => run(words, { env: ENV, stdin });

async function commandsWith(dryRun: Command['dryRun'] | 'refused'): Promise<Command[]> {
  const all = await Promise.all(Object.values(GROUPS).map((group) => group.load()));
  return all.flat().filter((command) => (command.dryRun ?? 'refused') === dryRun);
}

function named(command: Command): string {
  return command.words.join(' ');
}

describe('--dry-run', () => {
  it('is refused, with nothing done, by every command that cannot show what it would do', async () => {
    for (const command of await commandsWith('refused')) {
      const words = (command.arguments ?? []).map(({ choices }) => choices?.[0] ?? 'x');
      const { code, stdout, stderr, host } = await payctl([
        ...command.words,
        ...words,
        '--dry-run',
      ]);
      expect({ code, stdout, name: named(command) }).toEqual({
        code: 2,
        stdout: '',
        name: named(command),
      });
      expect(stderr).toContain(`payctl ${named(command)} has no --dry-run; nothing was done`);
      expect(host.files.stat('/home/tester/.config/payctl')).toBeUndefined();
      expect(host.files.stat('/home/tester/.local/state/payctl')).toBeUndefined();
    }
  });

  it('means nothing to those that only read what is here', async () => {
    const names = (await commandsWith('harmless')).map(named);
    expect(names.join(', ')).toBe(
      'token status, qr decode, qr lint, batch status, batch results, reconcile guess, books list, ' +
        'books status, books breaks, books decisions, books export, books verify, journal list, journal show, journal verify, approvals list, approvals show, audit export, store status, store key, listen list, smoke, sandbox log, ' +
        'config list, config show, config get, config path, explain, openapi, completion, help',
    );
  });

  it('is followed by every call, and by what makes several', async () => {
    const shown = await commandsWith('shown');
    const several = shown.filter(({ operation }) => !operation).map(named);
    expect(several.join(', ')).toBe(
      'token, token refresh, token login, api, batch, investigate, reconcile, find, journal settle, journal archive, journal retain, journal erase, store retain',
    );
  });

  it.each([
    ['ewallet pay --tran-type W --out-trade-no A1 --total-fee 10 --buyer-identity-code 28'],
    [
      'transfer credit send --partner-transaction-id P1 --payee-account-no 222 --payee-bank-code 999 --amount 10',
    ],
  ])('compares the amount that is expected: %s', async (line) => {
    const call = `${line} --dry-run`;
    expect(await payctl(`${call} --expect-amount 10.00`)).toMatchObject({ stderr: '', code: 0 });
    const { code, stderr } = await payctl(`${call} --expect-amount 11`);
    expect(code).toBe(2);
    expect(stderr).toContain('not 11 as --expect-amount says');
    expect(await payctl(`${call} --expect-amount ten`)).toMatchObject({ code: 2 });
  });

  it('compares the sum that is expected of a batch', async () => {
    const rows = 'outTradeNo,totalFee\nA1,10.00\nA2,5.50\n';
    const batch = 'batch ewallet.refund - -f tranType=W --dry-run --expect-amount';
    expect(await payctl(`${batch} 15.50`, rows)).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await payctl(`${batch} 15.00`, rows);
    expect(code).toBe(2);
    expect(stdout).toContain('"totalFee":"10.00"');
    expect(stderr).toContain('the rows come to 15.50, not 15.00 as --expect-amount says');
  });

  it('opens no embedded bank', async () => {
    const line =
      '--sandbox ewallet create --tran-type W --out-trade-no SBX1 --total-fee 10 --dry-run';
    const { code, host } = await payctl(line);
    expect(code).toBe(0);
    expect(host.files.stat('/home/tester/.local/state/payctl')).toBeUndefined();
  });

  it.each([
    ['token refresh --grant user', '/oauth/token/refresh', '"refreshToken":"[redacted]"'],
    ['token login --auth-code C1', '/oauth/token"', '"authCode":"[redacted]"'],
  ])('shows the token call that would be made: %s', async (line, path, field) => {
    const { code, stdout } = await payctl(`${line} --dry-run`);
    expect(code).toBe(0);
    expect(stdout).toContain(path);
    expect(stdout).toContain(field);
  });
});
