import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { onServedBank } from './story.js';

const CUSTOMER = '2220000001';
const OURS = '1110000001';

// Capabilities 5 and 6 of the service; what they moved is accounted for.
onServedBank(({ run, data, field, bare, moved, listening, presentTime, home }) => {
  it('5: credits to every kind of payee, step by step and as one', async () => {
    const money = await moved(async () => {
      const initiate =
        'transfer credit initiate --payee-account-no 2220000001 --payee-bank-code 999 --amount 7';
      const tokenizerId = await field(initiate, 'tokenizerId');
      const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
      const inquire = `transfer inquire --tokenizer-id ${tokenizerId} --date-from ${today}`;
      expect(await data(inquire)).toMatchObject({ status: 'INITIATE_COMPLETED' });
      await data(`transfer credit confirm --tokenizer-id ${tokenizerId} --expect-amount 7.00`);
      expect(await data(inquire)).toMatchObject({ status: 'CONFIRM_COMPLETED' });
      const send = 'transfer credit send --partner-transaction-id';
      await data(`${send} C1 --payee-account-no 1234567890 --payee-bank-code 014 --amount 90.25`);
      await data(
        `${send} C2 --payee-proxy-type NATID --payee-proxy-value 1100000000025 --amount 1.50`,
      );
      await data(
        `${send} C3 --payer-account-no 1110000000002 --payee-account-no 2220000000005 --payee-bank-code 999 --currency USD --objective-code 318245 --amount 10`,
      );
    });
    expect(money).toEqual({
      [OURS]: '-98.75',
      '1110000000002': '-10.00',
      '2220000000005': '10.00',
      [CUSTOMER]: '7.00',
      '2220000002': '1.50',
      'outside:bank-014:THB': '90.25',
    });
  });

  it('5: debits in full, in part, failed and in progress, each with an exit code of its own', async ({
    onTestFinished,
  }) => {
    onTestFinished(presentTime);
    const initiate = async (plan?: string) => {
      const debit = 'transfer debit initiate --payer-account-no 2220000001 --amount 100';
      const tokenizerId = await field(debit, 'tokenizerId');
      if (plan !== undefined) await data(`sandbox transfer ${tokenizerId} --plan ${plan}`);
      return `transfer debit confirm --tokenizer-id ${tokenizerId}`;
    };
    const money = await moved(async () => {
      expect(await data(await initiate())).toMatchObject({ debitStatus: 'Full' });
      const partial = { debitStatus: 'Partial', confirmAmount: { amount: 50 } };
      expect(await data(await initiate('partial'), 11)).toMatchObject(partial);
      expect(await data(await initiate('failed'), 5)).toMatchObject({ status: 'CONFIRM_FAILED' });
      const slow = await initiate('processing');
      expect(await data(slow, 8)).toMatchObject({ status: 'CONFIRM_PROCESSING' });
      await data('sandbox clock +1m');
      expect(await data(slow)).toMatchObject({
        debitStatus: 'Full',
        confirmAmount: { amount: 100 },
      });
    });
    expect(money).toEqual({ [OURS]: '250.00', [CUSTOMER]: '-250.00' });
  });

  it('6: a customer registers for direct debit and is charged, in clear and sealed', async () => {
    const listener = await listening();
    const register = 'dd register --ref1 CUST7 --back-url https://shop.example/done --reg-ref';
    const charge = 'dd charge --account-number 2220000001 --amount';
    const money = await moved(async () => {
      await data(`${register} REG1`);
      await data('dd registration --reg-ref REG1', 8);
      await run(`${charge} 12.50 --ref-number EARLY`, 5);
      await data('sandbox registration approve REG1');
      expect(await data('dd registration --reg-ref REG1')).toMatchObject({ statusCode: '0' });
      const when = await field(`${charge} 12.50 --ref-number CH1`, 'refDateTime');
      const inquire = `dd payment --ref-number CH1 --ref-date-time ${when}`;
      expect(await data(inquire)).toMatchObject({ statusCode: '1000' });
      await data(`${register} REG2`);
      await data('sandbox registration reject REG2 --error 10');
      await data('dd registration --reg-ref REG2', 5);
      await data(`${charge} 7.50 --ref-number CH2`, 0, await sealed());
    });
    expect(money).toEqual({ [CUSTOMER]: '-20.00', 'merchant:3000000001': '20.00' });
    expect(await listener.rows(2)).toMatchObject([
      { kind: 'registration' },
      { kind: 'registration' },
    ]);
    await listener.stop();
  });

  /** With the bank's key, where the connection is the user's own: --sandbox has none to set. */
  async function sealed() {
    const file = `${home}/bank.pem`;
    writeFileSync(file, `${await bare('sandbox key')}\n`);
    return { env: { PAYCTL_DD_PUBLIC_KEY: file } };
  }
});
