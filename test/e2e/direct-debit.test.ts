import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overHttp, type Way } from './bank.js';

describe.each(['without a key', 'with the key of the bank'])('direct debit %s', (how) => {
  const sealed = how.startsWith('with the');
  let way: Way;
  let env: Record<string, string> = {};

  beforeAll(async () => {
    way = await overHttp();
    if (!sealed) return;
    const file = `${way.machine.home}/bank.pem`;
    writeFileSync(file, (await way.machine.payctl('sandbox key')).stdout);
    env = { PAYCTL_DD_PUBLIC_KEY: file };
  });
  afterAll(() => way.stop());

  const run = (command: string) => way.machine.payctl(`${command} -o json`, { env });

  async function data(command: string, code = 0): Promise<Record<string, unknown>> {
    const finished = await run(command);
    expect(finished.code, finished.stderr).toBe(code);
    return JSON.parse(finished.stdout);
  }

  it('registers by the app, charges, and inquires', async () => {
    const registered = await way.machine.payctl(
      'dd register --reg-ref REG1 --ref1 CUST7 --back-url https://shop.example/done -o table',
      { env },
    );
    expect(registered.stdout).toContain('█');
    expect(registered.stdout).toMatch(/webUrl +bank-sandbox:\/\/register\//);
    expect(await data('dd registration --reg-ref REG1', 8)).toMatchObject({ statusCode: '0001' });
    await way.machine.payctl('sandbox registration approve REG1');
    expect(await data('dd status --reg-ref REG1')).toMatchObject({
      statusCode: '0',
      accountNo: '2220000001',
    });
    const charged = await data(
      'dd charge --ref-number C1 --amount 12.50 --account-number 2220000001',
    );
    expect(charged).toMatchObject({ statusCode: '1000', refNumber: 'C1', amount: 12.5 });
    expect(charged).not.toHaveProperty('encryptedValue');
    const asked = `dd payment --ref-number C1 --ref-date-time ${String(charged.refDateTime)}`;
    expect(await data(asked)).toMatchObject({ statusCode: '1000', txnNumber: charged.txnNumber });
    const again = await data('dd charge --ref-number C1 --amount 12.5 --account-number 2220000001');
    expect(again.txnNumber).toBe(charged.txnNumber);
  });

  it('tells a registration that failed at the cash machine, and why', async () => {
    await data('dd register --reg-ref REG2 --ref1 CUST8 --back-url https://shop.example/done');
    await way.machine.payctl('sandbox registration reject REG2 --error 10');
    const failed = await way.machine.payctl('dd registration --reg-ref REG2', { env });
    expect(failed.code).toBe(5);
    expect(failed.stderr).toContain('the ATM PIN is wrong');
  });

  it('explains a charge that the bank declined', async () => {
    const declined = await way.machine.payctl(
      'dd charge --ref-number C2 --amount 5 --account-number 9990000009',
      { env },
    );
    expect(declined.code).toBe(5);
    expect(declined.stderr).toContain('H182: failed: the account was not found');
  });

  it('shows what would be sent, sealed where it would be, and in clear', async () => {
    const { dryRun } = await data(
      'dd charge --ref-number C3 --amount 5 --account-number 2220000001 --dry-run',
    );
    const inner = { refNumber: 'C3', accountNumber: '2220000001' };
    expect(dryRun).toMatchObject(
      sealed ? { body: { encryptedValue: expect.any(String) }, clear: inner } : { body: inner },
    );
    const { stdout } = await run('journal list');
    expect(stdout).not.toContain('"reference":"C3"');
  });
});

describe('the key of direct debit', () => {
  it('is missed by name, before anything is sent', async () => {
    const way = await overHttp();
    const env = { PAYCTL_DD_PUBLIC_KEY: `${way.machine.home}/none.pem` };
    const refused = await way.machine.payctl(
      'dd charge --ref-number C4 --amount 5 --account-number 2220000001',
      { env },
    );
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('none.pem');
    expect((await way.machine.payctl('token status', { env })).code).toBe(0);
    await way.stop();
  });
});
