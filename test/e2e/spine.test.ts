import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProcess, overHttp, type Way } from './bank.js';
import type { Finished } from './payctl.js';

/** Every operation that the specification shows, by commands alone, on both ways to the bank. */
describe.each([
  ['in-process', inProcess],
  ['over HTTP', overHttp],
])('the bank %s', (_, open) => {
  let way: Way;

  beforeAll(async () => {
    way = await open();
  });
  afterAll(() => way.stop());

  function run(command: string): Promise<Finished> {
    return way.machine.payctl(`${way.before} ${command} -o json`);
  }

  async function data(command: string, code = 0): Promise<Record<string, unknown>> {
    const finished = await run(command);
    expect(finished.code, `${command}: ${finished.stderr}`).toBe(code);
    return JSON.parse(finished.stdout);
  }

  it('fetches a token once, shows it redacted, and bare under --raw', async () => {
    expect(await data('token')).toMatchObject({
      accessToken: '[redacted]',
      tokenType: 'Bearer',
      state: 'valid',
    });
    const first = await way.machine.payctl(`${way.before} token --raw`);
    const second = await way.machine.payctl(`${way.before} token --raw`);
    expect(first.stdout).toMatch(/^[0-9a-f-]{36}\n$/);
    expect(second.stdout).toBe(first.stdout);
    const refreshed = await way.machine.payctl(`${way.before} token refresh --raw`);
    expect(refreshed.stdout).not.toBe(first.stdout);
  });

  it('creates a QR 30, keeps its number exact, and saves its picture', async () => {
    const created = await run(
      'qr create --ref1 ORDER1 --ref2 SHOP7 --ref3 SBX9 --amount 100 --save code.png',
    );
    expect(created.code, created.stderr).toBe(0);
    expect(created.stdout).toContain('"success":true');
    expect(readFileSync(`${way.machine.home}/code.png`).subarray(1, 4).toString()).toBe('PNG');
    const read = await way.machine.payctl('qr decode code.png -o json');
    expect(JSON.parse(read.stdout)).toMatchObject({
      amount: '100.00',
      ref1: 'ORDER1',
      ref2: 'SHOP7',
      ref3: 'SBX9',
    });
  });

  it('wallet B: create, pay by the customer, inquire, refund, and no second refund', async () => {
    await data('ewallet create --tran-type W --out-trade-no SBXW1 --total-fee 250.00');
    await data('ewallet inquire --tran-type W --out-trade-no SBXW1', 8);
    await way.machine.payctl('sandbox pay SBXW1');
    expect(await data('ewallet inquire --tran-type W --out-trade-no SBXW1')).toMatchObject({
      tradeState: 'SUCCESS',
      amount: '250.00',
    });
    await data('ewallet cancel --tran-type W --out-trade-no SBXW1', 5);
    const refund = 'ewallet refund --tran-type W --out-trade-no SBXW1 --total-fee 250.00';
    const first = await data(refund);
    expect(await data(`${refund} --envelope`)).toMatchObject({ replayed: true, data: first });
    await data('ewallet refund --tran-type W --out-trade-no SBXW1 --total-fee 1.00', 12);
    const log = await data('sandbox log --ref SBXW1 --operation ewallet.refund');
    expect(log).toHaveLength(1);
  });

  it('wallet A: pay by the code of the buyer, cancel', async () => {
    const { stdout } = await way.machine.payctl('sandbox buyer-code --wallet A --raw');
    const pay = `ewallet pay --tran-type A --out-trade-no SBXA1 --total-fee 10.00 --buyer-identity-code ${stdout.trim()}`;
    expect(await data(pay)).toMatchObject({ tradeState: 'TRADE_SUCCESS', amount: '10.00' });
    await data('ewallet cancel --tran-type X --out-trade-no SBXA1');
    const refused = await run(
      'ewallet refund --tran-type A --out-trade-no SBXA1 --total-fee 10.00',
    );
    expect(refused).toMatchObject({ code: 2, stdout: '' });
  });

  it('USERPAYING is exit 8, and becomes final', async () => {
    const { stdout } = await way.machine.payctl('sandbox buyer-code --pending 30s --raw');
    const pay = `ewallet pay --tran-type W --out-trade-no SBXP1 --total-fee 5.00 --buyer-identity-code ${stdout.trim()}`;
    expect(await data(pay, 8)).toMatchObject({ tradeState: 'USERPAYING' });
    await way.machine.payctl('sandbox clock +31s');
    expect(await data(pay)).toMatchObject({ tradeState: expect.stringMatching(/SUCCESS/) });
  });

  it('closes an unpaid wallet B QR', async () => {
    await data('ewallet create --tran-type W --out-trade-no SBXC1 --total-fee 1.00');
    await data('ewallet close --tran-type W --out-trade-no SBXC1');
    const paid = await way.machine.payctl('sandbox pay SBXC1');
    expect(paid.code).toBe(5);
  });

  it('QR CS: created by version 1, paid by card, inquired by GET and POST', async () => {
    const created = await data('qr create --qr-type CS --invoice INV0001 --amount 75.50');
    const qrId = String(created.qrCodeId ?? created.qrcodeId);
    await data(`qr inquire ${qrId}`, 6);
    await way.machine.payctl(`sandbox pay ${qrId} --by card`);
    const paid = { transactionType: 'SETTLED', amount: '75.50', invoice: 'INV0001' };
    expect(await data(`qr inquire ${qrId}`)).toMatchObject(paid);
    expect(await data(`qr inquire ${qrId} --method POST`)).toMatchObject(paid);
  });

  it('reads the merchant profile, and any path by `api`', async () => {
    const profile = await data('profile merchant');
    expect(profile).toMatchObject({ profile: { shopInfo: {} }, paymentService: {} });
    expect(await data('api GET /v1/shopapp/merchant/profile')).toEqual(profile);
  });

  it('shows what would be sent, redacted, and sends nothing', async () => {
    const before = (await data('sandbox log --limit 1000')).length;
    const { dryRun } = await data(
      'ewallet refund --tran-type W --out-trade-no SBXD1 --total-fee 2.00 --dry-run',
    );
    expect(dryRun).toMatchObject({
      method: 'POST',
      url: expect.stringMatching(/\/v1\/payment\/ewallets\/refund$/),
      body: { tranType: 'W', outTradeNo: 'SBXD1', totalFee: '2.00' },
    });
    expect((await data('sandbox log --limit 1000')).length).toBe(before);
  });

  it('lists what it sent in the journal, whole', async () => {
    const rows = await data('journal list --operation ewallet.refund');
    expect(rows).toMatchObject([{ reference: 'SBXW1', amount: '250.00', state: 'succeeded' }]);
    expect(await data('journal verify')).toMatchObject({ faults: [] });
  });
});
