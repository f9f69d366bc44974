import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, it as plain } from 'vitest';
import { createClient } from '../../src/index.js';
import { type BankStart, startBank, type TestBank } from '../../src/testing.js';

const it = plain.extend<{ start: (options?: BankStart) => Promise<TestBank> }>({
  start: async ({ onTestFinished: finished }, use) => {
    await use(async (options) => {
      const bank = await startBank(options);
      finished(() => bank.stop());
      return bank;
    });
  },
});

const order = (outTradeNo: string) => ({
  ...({ tranType: 'W', companyId: '00100', terminalId: '100000000000001', outTradeNo } as const),
});

/** As a program calls it that is not compiled. */
function call(method: (...values: never[]) => unknown, ...values: unknown[]): unknown {
  return Reflect.apply(method, undefined, values);
}

it('answers the same for the same seed and time', async ({ start }) => {
  const answers: unknown[] = [];
  for (const seed of [7, 7, 8]) {
    const bank = await start({ seed });
    await bank.clock('2026-01-31T12:00:00+07:00');
    const client = createClient(bank.settings);
    const { exact } = await client.ewallet.create({ ...order('SBX1'), totalFee: '5.00' });
    answers.push(JSON.stringify(exact).replaceAll(bank.url, ''));
    await client.close();
  }
  expect(answers[0]).toBe(answers[1]);
  expect(answers[0]).not.toBe(answers[2]);
});

it('says that it was stopped', async ({ start }) => {
  const bank = await start();
  await bank.stop();
  await expect(bank.pay('SBX1')).rejects.toThrow('this bank was stopped');
});

it('says so also where it is stopped while a confirmation is on its way', async ({ start }) => {
  const silent = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  onTestFinished(() => silent.closeAllConnections());
  const { port }: AddressInfo = Object(silent.address());
  const asked = once(silent, 'request');
  const bank = await start({ confirmationUrl: `http://127.0.0.1:${port}/` });
  const client = createClient(bank.settings);
  await client.ewallet.create({ ...order('SBX1'), totalFee: '5.00' });
  const paying = expect(bank.pay('SBX1')).rejects.toThrow('this bank was stopped');
  await asked;
  await bank.stop();
  await paying;
  await client.close();
});

it('has the customer pay, and has sent the confirmation by then', async ({ start }) => {
  const received: string[] = [];
  const shop = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(body);
      response.end();
    });
  });
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
  onTestFinished(() => void shop.close());
  const { port }: AddressInfo = Object(shop.address());
  const bank = await start({ confirmationUrl: `http://127.0.0.1:${port}/paid` });
  const client = createClient(bank.settings);
  await client.ewallet.create({ ...order('SBX2'), totalFee: '5.00' });
  expect(await bank.pay('SBX2')).toMatchObject({ state: 'paid', amount: '5.00' });
  expect(received.map((body) => JSON.parse(body).amount)).toEqual(['5.00']);
  const kinds = bank.log().map(({ operation }) => operation);
  expect(kinds.slice(-3)).toEqual(['ewallet.create', 'customer.pay', 'confirmation']);
  await client.close();
});

it('has the customer pay the latest code of a reference', async ({ start }) => {
  const bank = await start();
  const client = createClient(bank.settings);
  const bill = { ppId: '010000000000101', ref1: 'ORDER1', ref3: 'SBX' };
  await client.qr.create({ ...bill, amount: 10 });
  await bank.clock('+1m');
  await client.qr.create({ ...bill, amount: 12.5 });
  expect(await bank.pay('ORDER1')).toMatchObject({ state: 'paid', amount: '12.50' });
  await client.close();
});

it('fails by fault or code, so often, until it is reset', async ({ start }) => {
  const bank = await start();
  const client = createClient({ ...bank.settings, retries: 0 });
  const inquire = async () => (await client.ewallet.inquire(order('SBX3'))).class;
  await bank.faults('maintenance', { operation: 'ewallet.inquire', times: 1 });
  expect([await inquire(), await inquire()]).toEqual(['UNAVAILABLE', 'NOT_FOUND']);
  await bank.faults(9500, { operation: 'ewallet.inquire' });
  expect(await inquire()).toBe('AUTH');
  await bank.reset();
  expect(await inquire()).toBe('NOT_FOUND');
  await expect(bank.faults('maintenence')).rejects.toMatchObject({
    ...{ name: 'PaymentError', class: 'USAGE', message: expect.stringContaining('maintenence') },
  });
  await client.close();
});

it("refuses another bank's codes, and broken ones", async ({ start }) => {
  const [bank, other] = [await start(), await start()];
  const client = createClient(other.settings);
  const bill = { ppId: '010000000000101', ref1: 'ORDER1', ref3: 'SBX', amount: 10 };
  const { data } = await client.qr.create(bill);
  const payload = data?.data?.qrRawData ?? '';
  await expect(bank.pay(payload)).rejects.toMatchObject({
    ...{ class: 'REJECTED', hint: 'call pay of the bank that made it' },
    message: `the bank at ${other.url} made this code, and it can be paid only there`,
  });
  const broken = { class: 'BAD_DATA', hint: expect.stringContaining('payctl/qr') };
  await expect(other.pay(payload.replace('10.00', '99.00'))).rejects.toMatchObject(broken);
  expect(await other.pay(payload)).toMatchObject({ state: 'paid' });
  await client.close();
});

it.each<[name: string, call: (bank: TestBank) => unknown, message: string, hint?: string]>([
  ['an unknown target', (bank) => bank.pay('NONE'), 'the bank has no such reference', 'bank.log()'],
  ['no target', (bank) => call(bank.pay), 'bank.pay: target must be text'],
  [
    'a misspelt option',
    (bank) => call(bank.pay, 'SBX1', { amont: '5' }),
    'bank.pay: amont is not one of its fields; did you mean amount?',
  ],
  [
    'a choice that there is not',
    (bank) => call(bank.pay, 'SBX1', { by: 'cash' }),
    'bank.pay: by must be account or card',
  ],
  [
    'a fault that never comes',
    (bank) => bank.faults('slow', { times: 0 }),
    'bank.faults: times must be 1 or more',
  ],
  [
    'another fault',
    (bank) => bank.faults('maintenence'),
    'there is no fault or code "maintenence"',
    'maintenance',
  ],
  [
    'a fault of an operation that there is not',
    (bank) => bank.faults('slow', { operation: 'ewallet.pya' }),
    'there is no operation "ewallet.pya"',
    'ewallet.pay',
  ],
  [
    'a filter that there is not',
    (bank) => call(bank.log, { refrence: 'SBX1' }),
    'bank.log: refrence is not one of its fields; did you mean reference?',
  ],
  [
    'a log of an operation that there is not',
    (bank) => bank.log({ operation: 'customer.pays' }),
    'there is no operation "customer.pays"',
    'customer.pay',
  ],
  ['a time that is none', (bank) => bank.clock('soon'), 'cannot be set to "soon"', 'give +2h'],
  [
    'a balance that is none',
    (bank) => bank.buyerCode({ balance: 'lots' }),
    'the balance lots is not an amount',
  ],
])('names %s in the words of code', async (_, act, message, hint = '') => {
  const bank = await startBank();
  onTestFinished(() => bank.stop());
  const acting = async () => act(bank);
  await expect(acting()).rejects.toMatchObject({
    ...{ name: 'PaymentError', class: expect.stringMatching(/^(USAGE|NOT_FOUND)$/) },
    message: expect.stringContaining(message),
    ...(hint !== '' && { hint: expect.stringContaining(hint) }),
  });
});

it('is strict unless it is lenient', async ({ start }) => {
  for (const [lenient, ended] of [
    [false, 'REJECTED'],
    [true, 'SUCCESS'],
  ] as const) {
    const client = createClient((await start({ lenient })).settings);
    const bill = { ppId: '010000000000101', ref1: 'ORDER1', ref3: 'SBX', amount: 10 };
    const options = { requestUId: 'not-of-the-specification' };
    expect((await client.qr.create(bill, options)).class).toBe(ended);
    await client.close();
  }
});

it('sends confirmations to this machine alone, and takes no start that is misspelt', async () => {
  await expect(call(startBank, { confirmationURL: 'http://127.0.0.1:9/' })).rejects.toMatchObject({
    message: 'startBank: confirmationURL is not one of its fields; did you mean confirmationUrl?',
  });
  const elsewhere = startBank({ confirmationUrl: 'https://shop.example/paid' });
  await expect(elsewhere).rejects.toMatchObject({ class: 'USAGE' });
});
