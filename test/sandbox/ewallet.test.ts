import { describe, expect } from 'vitest';
import type { Bank } from '../../src/sandbox/bank.js';
import { buyerCode, pay } from '../../src/sandbox/customer.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { effects } from '../fixtures/effects.js';
import { writeBillPayment } from '../fixtures/qr.js';
import { it, newWorld } from '../fixtures/sandbox.js';
import { ewallet } from '../fixtures/sandbox-calls.js';

const HOUR = 3_600_000;

const create = (bank: Bank, outTradeNo: string, totalFee = '5') =>
  ewallet(bank, 'qrcode/create', { outTradeNo, totalFee });
const stateOf = async (bank: Bank, outTradeNo: string): Promise<string> =>
  (await ewallet(bank, 'inquire', { outTradeNo })).data.tradeState;
const charge = async (bank: Bank, outTradeNo: string, code: string, totalFee = '5') =>
  ewallet(bank, 'pay', { outTradeNo, totalFee, buyerIdentityCode: code });

describe('e-wallet, customer scans business', () => {
  it('wallet A gets the image behind its URL', async ({ bank }) => {
    const order = { tranType: 'A', outTradeNo: 'SBXA', totalFee: '5' };
    const { data } = await ewallet(bank, 'qrcode/create', order);
    const { response } = await bank.handle({ method: 'GET', url: data.codeUrl, headers: {} });
    expect(response.headers['content-type']).toBe('image/png');
    expect(Buffer.from(response.body).subarray(1, 4).toString()).toBe('PNG');
  });

  it('the QR dies after two hours', async ({ bank, clock }) => {
    await create(bank, 'SBX2');
    clock.advance(2 * HOUR - 1);
    expect(await stateOf(bank, 'SBX2')).toBe('USERPAYING');
    clock.advance(1);
    await expect(pay(bank, 'SBX2')).rejects.toThrow('expired');
  });

  it('nobody holds more than a ledger can count', async ({ bank }) => {
    const balance = '184467440737095517.16';
    await expect(buyerCode(bank, { wallet: 'W', balance })).rejects.toThrow('is not an amount');
    const open = writeBillPayment({ billerId: SANDBOX_PROFILE.billerId, ref1: 'R1' });
    await expect(pay(bank, open, { amount: balance })).rejects.toThrow('is not an amount');
  });

  it('the QR is paid in full or not at all', async ({ bank }) => {
    await create(bank, 'SBX7');
    await expect(pay(bank, 'SBX7', { amount: '4.99' })).rejects.toThrow('asks for 5.00');
    expect(await pay(bank, 'SBX7', { amount: '5' })).toMatchObject({ state: 'paid' });
  });

  it('the QR is paid from the wallet alone', async ({ bank }) => {
    await create(bank, 'SBX7');
    await expect(pay(bank, 'SBX7', { by: 'card' })).rejects.toThrow('from a wallet');
    await expect(pay(bank, 'SBX7', { account: 'NOBODY' })).rejects.toThrow('from a wallet');
    expect(await stateOf(bank, 'SBX7')).toBe('USERPAYING');
  });

  it('closes an unpaid wallet B QR, never a paid one', async ({ bank }) => {
    await create(bank, 'SBX3');
    const closed = await ewallet(bank, 'qrcode/cancel', { outTradeNo: 'SBX3' });
    expect(JSON.parse(closed.text)).toEqual({ status: { code: 1000, description: 'Success' } });
    await expect(pay(bank, 'SBX3')).rejects.toThrow('closed');
    await create(bank, 'SBX4');
    await pay(bank, 'SBX4');
    expect((await ewallet(bank, 'qrcode/cancel', { outTradeNo: 'SBX4' })).code).toBe(8102);
  });

  it('refuses cancel for wallet B and refund of another amount', async ({ bank }) => {
    await create(bank, 'SBX5');
    expect((await ewallet(bank, 'refund', { outTradeNo: 'SBX5', totalFee: '5' })).code).toBe(8102);
    await pay(bank, 'SBX5');
    expect((await ewallet(bank, 'cancel', { outTradeNo: 'SBX5' })).code).toBe(8102);
    expect((await ewallet(bank, 'refund', { outTradeNo: 'SBX5', totalFee: '4' })).code).toBe(1102);
  });
});

describe('e-wallet, business scans customer', () => {
  it('charges a code once, and cancels', async ({ bank }) => {
    const { code } = await buyerCode(bank, { wallet: 'A' });
    const order = { tranType: 'A', outTradeNo: 'SBX6', totalFee: '99.99' };
    const fields = { ...order, buyerIdentityCode: code };
    const paid = { tradeState: 'TRADE_SUCCESS', amount: '99.99' };
    expect((await ewallet(bank, 'pay', fields)).data).toMatchObject(paid);
    expect(await ewallet(bank, 'pay', fields)).toMatchObject({ status: 400, code: 1111 });
    expect((await ewallet(bank, 'pay', { ...fields, outTradeNo: 'SBX7' })).code).toBe(1102);
    expect((await ewallet(bank, 'cancel', { tranType: 'X', outTradeNo: 'SBX6' })).code).toBe(1000);
    expect((await ewallet(bank, 'cancel', { tranType: 'A', outTradeNo: 'SBX6' })).code).toBe(1111);
    expect(effects(bank, 'SBX6').filter(({ kind }) => kind === 'ewallet.pay')).toHaveLength(1);
    expect(bank.balanced()).toBe(true);
  });

  it('a code dies after two minutes', async ({ bank, clock }) => {
    const { code } = await buyerCode(bank, { wallet: 'W' });
    clock.advance(120_000);
    expect(await charge(bank, 'SBX8', code)).toMatchObject({
      code: 1102,
      description: expect.stringContaining('expired'),
    });
  });

  it.each([
    [false, 'SUCCESS'],
    [true, 'CANCELED'],
  ])('USERPAYING ends as ordered (fail: %s) in %s', async (fail, end) => {
    const { bank, clock } = await newWorld();
    const { code } = await buyerCode(bank, { wallet: 'W', pendingMs: 8000, fail });
    expect((await charge(bank, 'SBX9', code)).data.tradeState).toBe('USERPAYING');
    clock.advance(7999);
    expect(await stateOf(bank, 'SBX9')).toBe('USERPAYING');
    clock.advance(1);
    expect(await stateOf(bank, 'SBX9')).toBe(end);
  });

  it('declines what the wallet does not hold, and remembers that', async ({ bank }) => {
    const { code } = await buyerCode(bank, { wallet: 'W', balance: '10' });
    expect(await charge(bank, 'SBX10', code, '10.01')).toMatchObject({ status: 400, code: 8102 });
    expect(await stateOf(bank, 'SBX10')).toBe('CANCELED');
    expect((await charge(bank, 'SBX10', code, '10.01')).code).toBe(1111);
    expect(effects(bank, 'SBX10')).toEqual([]);
    expect(bank.balanced()).toBe(true);
  });
});

describe('e-wallet refusals', () => {
  it.each([
    ['an unknown reference', 'inquire', { outTradeNo: 'SBXNONE' }, 1104],
    ['a missing field', 'inquire', {}, 1101],
    ['an empty field', 'inquire', { outTradeNo: '' }, 1103],
    ['letters in companyId', 'inquire', { outTradeNo: 'SBX1', companyId: 'AB' }, 1102],
    ['a missing prefix', 'qrcode/create', { outTradeNo: 'X1', totalFee: '1' }, 1102],
    ['tranType X of an inquiry', 'inquire', { outTradeNo: 'SBX1', tranType: 'X' }, 1102],
    ['wallet A', 'refund', { outTradeNo: 'SBX1', totalFee: '1', tranType: 'A' }, 1102],
    ['too much', 'qrcode/create', { outTradeNo: 'SBX1', totalFee: '100000.01' }, 1102],
  ] as const)('%s, %s', async (_name, verb, fields, code) => {
    const { bank } = await newWorld();
    const status = code === 1104 ? 404 : 400;
    expect(await ewallet(bank, verb, { ...fields })).toMatchObject({ status, code });
  });

  it('names the fields that are missing, and no others', async ({ bank }) => {
    const { description } = await ewallet(bank, 'refund', { totalFee: 'much' });
    expect(description).toBe('Missing required parameters: outTradeNo');
  });

  it('speaks the schemes’ own words where the bank is set so', async () => {
    const { bank } = await newWorld({ settings: { tradeStates: 'scheme' } });
    await create(bank, 'SBX1', '1');
    expect(await stateOf(bank, 'SBX1')).toBe('NOTPAY');
    await pay(bank, 'SBX1');
    await ewallet(bank, 'refund', { outTradeNo: 'SBX1', totalFee: '1' });
    expect(await stateOf(bank, 'SBX1')).toBe('REFUND');
  });

  it('allows X everywhere where the bank is set so', async () => {
    const { bank } = await newWorld({ settings: { tranTypeX: 'everywhere' } });
    const order = { outTradeNo: 'SBX1', totalFee: '1', tranType: 'X' };
    expect((await ewallet(bank, 'qrcode/create', order)).code).toBe(1000);
  });
});
