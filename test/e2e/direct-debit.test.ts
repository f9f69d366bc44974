import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { overHttp } from '../fixtures/served-bank.js';

// Registration, charge and inquiry, in clear and sealed, are story 6.
describe('direct debit', async () => {
  const CHARGE = 'dd charge --amount 5 --account-number';
  const way = await overHttp();

  it('draws the code of a registration, and says why it failed at the cash machine', async () => {
    const register = 'dd register --reg-ref REG2 --ref1 CUST8 --back-url https://shop.example/done';
    const registered = await way.machine.payctl(`${register} -o table`);
    expect(registered.stdout).toContain('█');
    expect(registered.stdout).toMatch(/webUrl +bank-sandbox:\/\/register\//);
    await way.machine.payctl('sandbox registration reject REG2 --error 10');
    const failed = await way.machine.payctl('dd registration --reg-ref REG2');
    expect([failed.code, failed.stderr]).toEqual([
      5,
      expect.stringContaining('the ATM PIN is wrong'),
    ]);
  });

  it('shows what would be sent, sealed where it would be, and in clear', async () => {
    const file = `${way.machine.home}/bank.pem`;
    writeFileSync(file, (await way.machine.payctl('sandbox key')).stdout);
    const inner = { refNumber: 'C3', accountNumber: '2220000001' };
    for (const [env, shown] of [
      [{}, { body: inner }],
      [
        { PAYCTL_DD_PUBLIC_KEY: file },
        { body: { encryptedValue: expect.any(String) }, clear: inner },
      ],
    ] as const) {
      const call = `${CHARGE} 2220000001 --ref-number C3 --dry-run -o json`;
      const { stdout } = await way.machine.payctl(call, { env: { ...env } });
      expect(JSON.parse(stdout).dryRun).toMatchObject(shown);
    }
    expect((await way.machine.payctl('journal list')).stdout).not.toContain('"reference":"C3"');
  });

  it('names a missing key file before anything is sent', async () => {
    const env = { PAYCTL_DD_PUBLIC_KEY: `${way.machine.home}/none.pem` };
    const refused = await way.machine.payctl(`${CHARGE} 2220000001 --ref-number C4`, { env });
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('none.pem')]);
    expect((await way.machine.payctl('token status', { env })).code).toBe(0);
  });
});
