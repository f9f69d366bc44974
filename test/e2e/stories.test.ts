import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { onServedBank } from './story.js';

const CPM = '010000000000101ABCDEFGHIJ0123456789';
const SHOP = 'merchant:010000000000101';
const CARD_SHOP = 'merchant:200000000000001';
const CARD = 'card:4000000000000002';
const CUSTOMER = '2220000001';
const OURS = '1110000001';
const CS = 'qr create --qr-type CS';
const PPCS = 'qr create --qr-type PPCS --ref3 SBX2';

// A story for each capability of the service, by its number; what it moved is accounted for.
onServedBank(({ run, data, field, bare, moved, listening, presentTime, home }) => {
  it('1: an application and a user get their tokens, which renew themselves until consent ends', async ({
    onTestFinished,
  }) => {
    onTestFinished(presentTime);
    const money = await moved(async () => {
      expect(await data('token')).toMatchObject({ accessToken: '[redacted]', state: 'valid' });
      const first = await bare('token --raw');
      expect(first).toMatch(/^[0-9a-f-]{36}$/);
      expect(await bare('token --raw')).toBe(first);
      expect(await bare('token refresh --raw')).not.toBe(first);
      const code = await bare('sandbox consent --raw');
      const shown = { accessToken: '[redacted]', refreshToken: '[redacted]', state: 'valid' };
      expect(await data(`token login --auth-code ${code}`)).toMatchObject(shown);
      await data('sandbox clock +31m');
      expect(await data('profile customer')).toMatchObject({ profile: { cardType: 'P1' } });
      await data('profile merchant');
      await data('sandbox clock +61m');
      const lapsed = await run('profile customer', 4);
      expect(JSON.parse(lapsed.stderr).error.hint).toContain('payctl token login');
      const again = await bare('sandbox consent --raw');
      await data(`token login --auth-code ${again}`);
      await data('profile customer');
      await run('token clear');
    });
    expect(money).toEqual({});
  });

  it('2: e-wallets of both schemes, scanned by customer and by business, confirmed, refunded', async ({
    onTestFinished,
  }) => {
    onTestFinished(presentTime);
    const listener = await listening('--verify');
    const W = 'ewallet create --tran-type W --total-fee';
    const refund = 'ewallet refund --tran-type W --out-trade-no SBXW1 --total-fee';
    const money = await moved(async () => {
      await data(`${W} 250.00 --out-trade-no SBXW1`);
      await data('ewallet inquire --tran-type W --out-trade-no SBXW1', 8);
      await data('sandbox pay SBXW1');
      const paid = { tradeState: 'SUCCESS', amount: '250.00' };
      expect(await data('ewallet inquire --tran-type W --out-trade-no SBXW1')).toMatchObject(paid);
      await data('ewallet create --tran-type A --total-fee 80 --out-trade-no SBXA1');
      await data('sandbox pay SBXA1');
      await data(`${W} 5 --out-trade-no SBXW2`);
      await data('sandbox pay SBXW2 --fail');
      await data('ewallet inquire --tran-type W --out-trade-no SBXW2', 5);
      await data(`${W} 1 --out-trade-no SBXW3`);
      await data('ewallet close --tran-type W --out-trade-no SBXW3');
      await run('sandbox pay SBXW3', 5);
      const code = await bare('sandbox buyer-code --wallet A --raw');
      const pay = 'ewallet pay --tran-type A --out-trade-no SBXA2 --total-fee 10.00';
      await data(`${pay} --buyer-identity-code ${code}`);
      const slow = await bare('sandbox buyer-code --wallet W --pending 30s --raw');
      const waiting = `ewallet pay --tran-type W --out-trade-no SBXW4 --total-fee 3 --buyer-identity-code ${slow}`;
      expect(await data(waiting, 8)).toMatchObject({ tradeState: 'USERPAYING' });
      await data('sandbox clock +31s');
      await data(waiting);
      await data('ewallet cancel --tran-type W --out-trade-no SBXW1', 5);
      await data('ewallet cancel --tran-type X --out-trade-no SBXA1');
      const given = await data(`${refund} 250.00`);
      expect(await data(`${refund} 250.00 --envelope`)).toMatchObject({
        replayed: true,
        data: given,
      });
      await data(`${refund} 1.00`, 12);
    });
    expect(money).toEqual({
      'merchant:00100': '13.00',
      'outside:scheme:CNY': '2.60',
      'outside:scheme:THB': '-13.00',
      'wallet:A': '-2.00',
      'wallet:W': '-0.60',
    });
    expect(await listener.rows(2)).toMatchObject([
      { reference: 'SBXW1', kind: 'wallet', amount: '250.00', state: 'verified' },
      { reference: 'SBXA1', kind: 'wallet', amount: '80.00', state: 'verified' },
    ]);
    await listener.stop();
    expect(await data('sandbox log --ref SBXW1 --operation ewallet.refund')).toHaveLength(1);
    const rows = await data('journal list --operation ewallet.refund');
    expect(rows).toMatchObject([{ reference: 'SBXW1', amount: '250.00', state: 'succeeded' }]);
    expect(await data('journal verify')).toMatchObject({ faults: [] });
  });

  it('3: QR 30 with its slip, QR CS and PPCS by card and by account, and a void', async () => {
    const money = await moved(async () => {
      const bill = 'qr create --ref1 BILL1 --ref2 TABLE4 --ref3 SBX1 --amount 55.50 --save qr.png';
      await data(`sandbox pay ${await field(bill, 'data.qrRawData')} --slip slip.png`);
      const drawn = { amount: '55.50', ref1: 'BILL1', ref2: 'TABLE4', ref3: 'SBX1' };
      expect(await data('qr decode qr.png')).toMatchObject(drawn);
      await data('slip verify slip.png --expect-amount 55.5 --expect-ref1 BILL1');
      expect(await data('bill inquire --reference1 BILL1')).toMatchObject([{ amount: '55.50' }]);
      const card = await field(`${CS} --invoice CARD1 --amount 75`, 'qrCodeId');
      await data(`qr inquire ${card}`, 6);
      await data(`sandbox pay ${card}`);
      const settled = { transactionType: 'SETTLED', amount: '75.00', invoice: 'CARD1' };
      expect(await data(`qr inquire ${card}`)).toMatchObject(settled);
      expect(await data(`qr inquire ${card} --method POST`)).toMatchObject(settled);
      const both = await field(`${PPCS} --ref1 BOTH1 --invoice BOTH1 --amount 40`, 'qrCodeId');
      await data(`sandbox pay ${both} --by account`);
      expect(await data('bill inquire --reference1 BOTH1')).toMatchObject([{ amount: '40.00' }]);
      const paid = await field(`qr inquire ${card}`, 'transactionId');
      const takeBack = `qr void --reversal-type REFUND_REQUEST --bp-reference ${paid}`;
      await data(takeBack);
      expect((await run(takeBack)).stderr).toContain('answered from the journal');
    });
    expect(money).toEqual({ [CUSTOMER]: '-95.50', [SHOP]: '95.50' });
  });

  it('3: a card payment stays where nobody voids it, an unpaid QR that is void takes none', async () => {
    const money = await moved(async () => {
      const both = await field(`${PPCS} --ref1 BOTH2 --invoice BOTH2 --amount 41`, 'qrCodeId');
      await data(`sandbox pay ${both} --by card`);
      const unpaid = await field(`${CS} --invoice CARD2 --amount 9`, 'qrCodeId');
      await data(`qr void --reversal-type CANCELLATION_REQUEST --bp-reference ${unpaid}`);
      await run(`sandbox pay ${unpaid}`, 5);
    });
    expect(money).toEqual({ [CARD]: '-41.00', [CARD_SHOP]: '41.00' });
  });

  it('4: a code that the customer presents is charged, and refunded until 23:00', async ({
    onTestFinished,
  }) => {
    onTestFinished(presentTime);
    await data('sandbox clock 2026-01-31T12:00:00+07:00');
    const at = '--event-code 00300104 --transaction-date 2026-01-31 --partner-transaction-id';
    const late = CPM.replace('ABC', 'XYZ');
    const money = await moved(async () => {
      for (const id of [CPM, late]) {
        const code = await bare('sandbox buyer-code --wallet P --raw');
        const pay = `cpm pay --qr-data ${code} --transaction-amount 20 --reference1 TILL7`;
        await data(`${pay} --partner-transaction-id ${id}`);
      }
      await data(`cpm refund --partner-transaction-id ${CPM}`);
      expect(await data(`bill inquire ${at} ${CPM}`, 5)).toMatchObject([{ reverseFlag: 'R' }]);
      await data('sandbox clock 2026-01-31T23:00:00+07:00');
      const refused = await run(`cpm refund --partner-transaction-id ${late}`, 5);
      expect(refused.stderr).toContain('until 23:00');
      expect(await data(`bill inquire ${at} ${late}`)).toMatchObject([{ reverseFlag: '' }]);
    });
    expect(money).toEqual({ [CUSTOMER]: '-20.00', [SHOP]: '20.00' });
  });

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

  it('7: profiles show a customer what he consented to, and a shop its limits', async () => {
    const money = await moved(async () => {
      await run('profile customer', 4);
      const code = await bare('sandbox consent --raw');
      await data(`token login --auth-code ${code}`);
      const customer = await data('profile customer');
      expect(customer).toMatchObject({ profile: { address: {} } });
      const shop = await data('profile merchant --query paymentService.QR[].code');
      expect(shop).toEqual(['T30', 'QRCS', 'WALLETA', 'WALLETB']);
      const profile = await data('profile merchant');
      expect(await data('api GET /v1/shopapp/merchant/profile')).toEqual(profile);
    });
    expect(money).toEqual({});
  });

  it('8: a confirmation that is forged, comes twice or never is not taken for money', async () => {
    const listener = await listening('--verify');
    const pay = async (ref1: string, fault?: string) => {
      const create = `qr create --ref1 ${ref1} --ref3 SBX9 --amount 30`;
      const payload = await field(create, 'data.qrRawData');
      if (fault !== undefined) await data(`sandbox faults ${fault} --times 1`);
      await data(`sandbox pay ${payload}`);
    };
    const money = await moved(async () => {
      await pay('TRUE1');
      await pay('TWICE1', 'duplicate-callback');
      await pay('WRONG1', 'wrong-amount-callback');
      await pay('NEVER1', 'no-callback');
      expect(await data('bill inquire --reference1 NEVER1')).toMatchObject([{ amount: '30.00' }]);
    });
    expect(money).toEqual({ [CUSTOMER]: '-120.00', [SHOP]: '120.00' });
    const states = (await listener.rows(3)).map(({ reference, state }) => [reference, state]);
    expect(states).toEqual([
      ['TRUE1', 'verified'],
      ['TWICE1', 'verified'],
      ['WRONG1', 'contradicted'],
    ]);
    expect(await data('listen list --state contradicted')).toMatchObject([
      { reference: 'WRONG1', amount: '31.00', bankAmount: '30.00' },
    ]);
    await listener.stop();
  });
});
