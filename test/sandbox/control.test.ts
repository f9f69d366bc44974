import { describe, expect, it, onTestFinished } from 'vitest';
import { faultOrder } from '../../src/commands/sandbox/faults.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { serveBank } from '../../src/sandbox/server/server.js';
import { newWorld } from '../fixtures/sandbox.js';
import { call, ewallet } from '../fixtures/sandbox-calls.js';

const KEY = 'key-of-the-control-test';

async function served({ withKey = true, control = true } = {}) {
  const { bank } = await newWorld();
  const address = { host: '127.0.0.1', port: 0 };
  const options = control ? { ...address, control: { key: KEY, faultOrder } } : address;
  const server = await serveBank(bank, options);
  onTestFinished(() => server.close());
  const ask = async (name: string, body?: unknown, method = 'POST') => {
    const response = await fetch(`${server.url}/_sandbox/${name}`, {
      method,
      headers: { 'content-type': 'application/json', ...(withKey && { 'X-Sandbox-Key': KEY }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { status, data } = JSON.parse(await response.text());
    return { http: response.status, code: status.code, text: status.description, data };
  };
  return { bank, ask };
}

/** A bill payment of 10.00 whose checksum is CDF7. */
const BROKEN_CODE =
  '00020101021230510016A00000067701011201150100000000001010202A10302B25303764540510.005802TH63040000';

const ORDER = { outTradeNo: 'SBXCONTROL1', totalFee: '250.00' };

describe('the control calls', () => {
  it('pay, set faults and the clock, tell the log, and reset', async () => {
    const { bank, ask } = await served();
    await ewallet(bank, 'qrcode/create', ORDER);
    expect(await ask('pay', { target: ORDER.outTradeNo })).toMatchObject({
      http: 200,
      data: { state: 'paid', amount: '250.00' },
    });
    const fault = { code: 8102, operation: 'ewallet.inquire', times: 1 };
    expect(await ask('faults', fault)).toMatchObject({ http: 200, data: [{ code: '8102' }] });
    const inquire = () => ewallet(bank, 'inquire', { outTradeNo: ORDER.outTradeNo });
    expect(await inquire()).toMatchObject({ status: 400, code: 8102 });
    expect((await inquire()).data.tradeState).toBe('SUCCESS');
    const before = bank.now();
    expect(await ask('clock', { time: '+2h' })).toMatchObject({ http: 200 });
    expect(bank.now() - before).toBe(7_200_000);
    expect(await ask('faults', { name: 'clear', times: 1 })).toMatchObject({
      http: 400,
      code: 1102,
    });
    const { data } = await ask('log?operation=customer.pay', undefined, 'GET');
    expect(data).toMatchObject([{ reference: ORDER.outTradeNo, committed: true }]);
    expect(await ask('reset')).toMatchObject({ http: 200 });
    expect((await ask('log', undefined, 'GET')).data).toMatchObject([
      { operation: 'operator.reset' },
    ]);
  });

  it('show codes and consent as the customer, and decide as the operator', async () => {
    const { bank, ask } = await served();
    const { data: shown } = await ask('buyer-code', {
      wallet: 'A',
      balance: '9.00',
      pending: '30s',
    });
    expect(shown).toMatchObject({ code: expect.stringMatching(/^28[0-9]{16}$/) });
    expect((await ask('consent', { customer: 'mali' })).data).toHaveProperty('authCode');
    await ewallet(bank, 'qrcode/create', ORDER);
    const { data: seen } = await ask('customer', undefined, 'GET');
    expect(seen.codes).toMatchObject([{ reference: ORDER.outTradeNo, amount: '250.00' }]);
    expect(seen.consents).toEqual([]);
    expect(seen.accounts.map(({ account }: { account: string }) => account)).toContain('wallet:W');
    const { data: balances } = await ask('balance');
    expect(balances.length).toBeGreaterThan(seen.accounts.length);
    const unknown = { tokenizerId: 'NONE', plan: 'failed' };
    expect(await ask('transfer', unknown)).toMatchObject({ http: 404, code: 1104 });
    expect((await ask('settings', { rateLimit: 0, unpaidBill: 'not-found' })).data).toMatchObject({
      ...{ rateLimit: 0, unpaidBill: 'not-found' },
    });
  });

  it('approve and reject direct debit registrations as the customer', async () => {
    const { bank, ask } = await served();
    for (const regRef of ['REG1', 'REG2']) {
      const { ddMerchantId: merchantId, subAccountId } = SANDBOX_PROFILE;
      const backUrl = 'https://shop.example.com/back';
      const begun = { merchantId, subAccountId, regRef, ref1: 'CUST7', backUrl };
      await call(bank, 'POST', '/v1/registration/web/init', begun);
      expect((await ask('customer', undefined, 'GET')).data.consents).toHaveLength(1);
      const [word, more, state] =
        regRef === 'REG1' ? ['approve', {}, 'approved'] : ['reject', { error: '11' }, 'rejected'];
      expect(await ask(`registration/${word}`, { regRef, ...more })).toMatchObject({
        http: 200,
        data: { regRef, state },
      });
      expect((await ask('customer', undefined, 'GET')).data.consents).toEqual([]);
      expect(await ask(`registration/${word}`, { regRef })).toMatchObject({ http: 404 });
    }
  });

  it('set where confirmations go, on this machine, over a reset', async () => {
    const { ask } = await served();
    const confirmationUrl = 'http://127.0.0.1:9/paid';
    expect((await ask('settings', { confirmationUrl })).data).toMatchObject({ confirmationUrl });
    for (const elsewhere of ['http://shop:3000/', 'file:///etc/passwd', 'http://u:p@127.0.0.1/']) {
      expect(await ask('settings', { confirmationUrl: elsewhere })).toMatchObject({ http: 400 });
    }
    await ask('reset');
    expect((await ask('settings', {})).data).toMatchObject({ confirmationUrl });
  });

  it.each([
    ['settings', { deliverTo: 'shop:3000' }],
    ['settings', { rateLimit: 'few' }],
    ['settings', { nothing: 1 }],
    ['buyer-code', { pending: 'soon' }],
    ['transfer', { tokenizerId: 'X', plan: 'won' }],
    ['balance', { account: 'X' }],
    ['pay', {}],
    ['pay', { target: 7 }],
    ['pay', { target: BROKEN_CODE }],
    ['log?operation=ewallet.py', undefined, 'GET'],
    ['pay', { target: 'X', amuont: '1' }],
    ['pay', 'not JSON'],
    ['pay', '[]'],
    ['faults', {}],
    ['faults', { code: 7777 }],
    ['faults', { code: 1111, status: 503 }],
    ['faults', { name: 'slow', operation: 'ewallet.py' }],
    ['faults', { name: 'slow', times: 0 }],
    ['clock', { time: 'soon' }],
    ['reset', { all: true }],
  ])('refuse %s %j with 400', async (name, body, method = 'POST') => {
    const { ask } = await served();
    expect(await ask(name, body, method)).toMatchObject({ http: 400, code: 1102 });
  });

  it('want the key, a known call and the right method', async () => {
    const { ask } = await served({ withKey: false });
    expect(await ask('reset')).toMatchObject({ http: 401, code: 9500 });
    const keyed = await served();
    expect(await keyed.ask('nothing')).toMatchObject({ http: 404 });
    expect(await keyed.ask('log')).toMatchObject({ http: 405 });
    expect(await keyed.ask('pay', { target: 'NOTHING' })).toMatchObject({ http: 404, code: 1104 });
  });

  it('do not exist unless they are asked for', async () => {
    const { ask } = await served({ control: false });
    expect(await ask('reset')).toMatchObject({ http: 404, code: 9900 });
  });
});
