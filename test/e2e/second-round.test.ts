import { describe, expect, it } from 'vitest';
import { quickMachine } from '../fixtures/quick-machine.js';
import { serveBank } from '../fixtures/served-bank.js';

describe('the second round of a test', () => {
  const machine = quickMachine();

  async function round(before: string, env: Record<string, string> = {}) {
    const code = (await machine.payctl('sandbox buyer-code --wallet W --raw')).stdout.trim();
    const words = 'ewallet pay --tran-type W --out-trade-no SBXROUND1 --total-fee 5.00 -y';
    return machine.payctl(`${before} ${words} --buyer-identity-code ${code} -o json`, { env });
  }

  it('says which field differs and how to begin anew; then it is as the first', async () => {
    const first = await round('--sandbox');
    expect(first.code, first.stderr).toBe(0);
    await machine.payctl('sandbox reset --yes');
    const second = await round('--sandbox');
    expect(second.code).toBe(12);
    const { message, hint } = JSON.parse(second.stderr).error;
    expect(message).toMatch(
      /: buyerIdentityCode was \*\*\*\d{4} and is \*\*\*\d{4}; nothing was sent/,
    );
    expect(hint).toContain('payctl sandbox reset --journal');
    expect((await machine.payctl('sandbox reset --journal --yes')).stderr).toContain(
      'journal: 1.\n',
    );
    const third = await round('--sandbox');
    expect(third.code, third.stderr).toBe(0);
    expect((await machine.payctl('journal verify')).code).toBe(0);
  });

  it('begins anew at a served bank as well, and forgets no other', async () => {
    await machine.payctl('sandbox reset --journal --yes');
    const bank = await serveBank(machine);
    expect((await round('', bank.env)).code).toBe(0);
    const elsewhere = { ...bank.env, PAYCTL_BASE_URL: 'https://bank.invalid/partners' };
    expect((await round('', elsewhere)).code).toBe(9);
    const other = { ...bank.env, PAYCTL_API_KEY: 'another-key' };
    await machine.payctl('sandbox reset --journal --yes');
    await round('', other);
    await machine.payctl('sandbox reset --journal --yes');
    const kept = JSON.parse((await machine.payctl('journal list -o json')).stdout);
    expect(kept.map(({ baseUrl }: { baseUrl: string }) => baseUrl).toSorted()).toEqual(
      [bank.url, elsewhere.PAYCTL_BASE_URL].toSorted(),
    );
  });
});
