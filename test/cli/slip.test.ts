import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSlip } from '../../src/qr/barcode.js';
import { inProcess } from '../fixtures/served-bank.js';

describe('slip verify', async () => {
  const way = await inProcess();
  let payload = '';
  let reference = '';

  beforeAll(async () => {
    const created = await run('qr create --ref1 ORDER1 --ref2 TABLE4 --amount 100');
    payload = JSON.parse(created.stdout).data.qrRawData;
    const paid = await way.machine.payctl(['sandbox', 'pay', payload, '--slip', 'slip.png']);
    reference = JSON.parse(paid.stdout).slip;
  });

  const run = (command: string, options = {}) =>
    way.machine.payctl(`--sandbox ${command} -o json`, options);
  const verify = (args: string, options = {}) => run(`slip verify ${args}`, options);

  it('takes the reference and the bank from a picture, and says when it was seen for another order', async () => {
    const first = await verify('slip.png');
    expect(first.code, first.stderr).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({
      transRef: reference,
      sendingBank: '999',
      amount: '100.00',
      ref1: 'ORDER1',
    });
    expect(first.stderr).toContain('The bank confirms the slip: 100.00 baht on');
    expect(first.stderr).toContain('compare this amount with the slip and with your order');
    // A look is no use of it, and neither is another one for the same order.
    for (const look of ['', '--expect-order order-1', '--expect-order ORDER1']) {
      expect((await verify(`${reference} --quiet ${look}`)).stderr).toBe('');
    }
    const again = await verify(`${reference} --quiet --envelope --expect-order TABLE4`);
    expect(again.code).toBe(0);
    expect(again.stderr).toMatch(
      /^warning: seen before: this slip was accepted, or verified for another order, on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Bangkok\)\n$/,
    );
    const { firstVerified } = JSON.parse(again.stdout);
    expect(again.stderr).toContain(firstVerified);
    const directory = `${way.machine.home}/.local/state/payctl/slips`;
    const files = readdirSync(directory);
    expect(files).toHaveLength(1);
    expect(statSync(`${directory}/${files[0]}`).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${directory}/${files[0]}`, 'utf8') + files[0]).not.toContain(reference);
  });

  it('takes the mini QR as text and from standard input', async () => {
    const mini = writeSlip({ sendingBank: '999', transRef: reference });
    expect((await verify(mini)).code).toBe(0);
    expect((await verify('-', { input: `${mini}\n` })).code).toBe(0);
    expect((await verify('-', { input: readFileSync(`${way.machine.home}/slip.png`) })).code).toBe(
      0,
    );
  });

  it('agrees where everything is as expected', async () => {
    const { date } = JSON.parse((await verify(reference)).stdout, (key, value) =>
      key === '' ? { date: value.transDate.replace(/(....)(..)(..)/, '$1-$2-$3') } : value,
    );
    const expected = `--expect-amount 100.0 --expect-ref1 ORDER1 --expect-ref2 TABLE4 --expect-receiver 010000000000101 --expect-date ${date}`;
    const agreed = await verify(`${reference} ${expected}`);
    expect(agreed.code, agreed.stderr).toBe(0);
    expect(agreed.stderr).toContain('as expected: amount, ref1, ref2, receiver, date');
  });

  it('lists every difference, to the satang, and ends with 5', async () => {
    const expected =
      '--expect-amount 100.01 --expect-ref1 order1 --expect-ref3 X --expect-receiver Nobody --expect-date 2020-01-01';
    const differs = await verify(`${reference} ${expected}`);
    expect(differs.code).toBe(5);
    expect(JSON.parse(differs.stdout)).toMatchObject({ transRef: reference });
    const { details } = JSON.parse(
      differs.stderr.split('\n').find((line) => line.startsWith('{')) ?? '',
    ).error;
    expect(details).toEqual([
      { field: 'amount', message: 'is 100.00; expected 100.01' },
      { field: 'ref1', message: 'is ORDER1; expected order1' },
      { field: 'ref3', message: 'is absent; expected X' },
      { field: 'receiver', message: 'is Example Shop, 010000000000101; expected Nobody' },
      {
        field: 'date',
        message: expect.stringMatching(/^is \d{4}-\d\d-\d\d; expected 2020-01-01$/),
      },
    ]);
  });

  it('masks the receiver where tables do', async () => {
    const shown = await way.machine.payctl(
      `--sandbox slip verify ${reference} --expect-receiver Nobody -o table`,
    );
    expect(shown.code).toBe(5);
    expect(shown.stderr).toContain('receiver is E***, ***0101; expected Nobody');
    expect((await verify(`${reference} --expect-ref1=`)).code).toBe(2);
  });

  it('asks the bank that is given rather than the one in the code', async () => {
    const mini = writeSlip({ sendingBank: '999', transRef: reference });
    const other = await verify(`${mini} --sending-bank 014`);
    expect(other.code).toBe(6);
    expect(other.stderr).toContain('the inquiry named bank 014');
  });

  it('is written where the payment has one; a bad file is found before the payment', async () => {
    await run('ewallet create --tran-type W --total-fee 5 --out-trade-no SBXSLIP1');
    const refused = await way.machine.payctl('sandbox pay SBXSLIP1 --slip missing/slip.png');
    expect(refused.code).toBe(2);
    expect((await run('ewallet inquire --tran-type W --out-trade-no SBXSLIP1')).code).toBe(8);
    const paid = await way.machine.payctl('sandbox pay SBXSLIP1 --slip wallet.png');
    expect(paid.code).toBe(2);
    expect(JSON.parse(paid.stdout)).toMatchObject({ state: 'paid' });
  });

  it('ends with 14 for what is no slip, and with 2 for a senseless expectation', async () => {
    await way.machine.payctl(['qr', 'render', payload, '--save', 'payment.png']);
    writeFileSync(`${way.machine.home}/broken.png`, 'not a picture');
    const mini = writeSlip({ sendingBank: '999', transRef: reference });
    const broken = `${mini.slice(0, -1)}${mini.endsWith('0') ? '1' : '0'}`;
    for (const source of [payload, 'payment.png', 'broken.png', broken]) {
      const refused = await verify(source);
      expect(refused.code, `${source}: ${refused.stderr}`).toBe(14);
    }
    expect((await verify('missing.png')).code).toBe(2);
    expect((await verify(`${reference} --expect-amount 1.005`)).code).toBe(2);
    expect((await verify(`${reference} --expect-date 2026-02-30`)).code).toBe(2);
  });
});
