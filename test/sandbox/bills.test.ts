import { describe, expect } from 'vitest';
import { loadOperation } from '../../src/bank/families.js';
import { fromPlain, toPlain } from '../../src/core/json.js';
import type { Bank } from '../../src/sandbox/bank.js';
import { buyerCode, pay } from '../../src/sandbox/customer.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { writeBillPayment } from '../fixtures/qr.js';
import { it, newWorld } from '../fixtures/sandbox.js';
import { call } from '../fixtures/sandbox-calls.js';

const { billerId } = SANDBOX_PROFILE;
const HOUR = 3_600_000;

const payBill = (bank: Bank, ref1: string, amount = '100') =>
  pay(bank, writeBillPayment({ billerId, ref1, ref3: 'SBXA', amount }));
const get = (bank: Bank, path: string, query: Record<string, string>) =>
  call(bank, 'GET', `/v1/payment/billpayment/${path}?${new URLSearchParams(query).toString()}`);
const billed = { eventCode: '00300100', transactionDate: '2026-03-10', billerId, reference1: 'R1' };

describe('bill inquiry', () => {
  it('is empty before the payment and a record after', async ({ bank }) => {
    expect((await get(bank, 'inquiry', billed)).data).toEqual([]);
    const { reference } = await payBill(bank, 'R1');
    const found = (await get(bank, 'inquiry', { ...billed, amount: '100.00' })).data;
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      transactionId: reference,
      amount: '100.00',
      reverseFlag: '',
      transactionDateandTime: '2026-03-10T10:00:00.000+07:00',
      billPaymentRef1: 'R1',
      billPaymentRef3: 'SBXA',
    });
    expect((await get(bank, 'inquiry', { ...billed, amount: '99' })).data).toEqual([]);
    expect((await get(bank, 'inquiry', { ...billed, transactionDate: '2026-03-11' })).data).toEqual(
      [],
    );
  });

  it('may answer 404 instead', async () => {
    const { bank } = await newWorld({ settings: { unpaidBill: 'not-found' } });
    expect(await get(bank, 'inquiry', billed)).toMatchObject({ status: 404, code: 1104 });
  });
});

describe('consumer-presented payments', () => {
  const partnerTransactionId = `${billerId}ABCDEFGHIJ0123456789`;
  const charge = (bank: Bank, qrData = 'opaque', fields: object = {}) =>
    call(bank, 'POST', '/v1/payment/merchant/rtp/confirm', {
      qrData,
      payeeBillerId: billerId,
      transactionAmount: '75.50',
      reference1: 'R1',
      partnerTransactionId,
      ...fields,
    });
  const refund = (bank: Bank) =>
    call(bank, 'POST', '/v1/payment/merchant/rtp/refund', { partnerTransactionId });
  const inquire = (bank: Bank) =>
    get(bank, 'inquiry', {
      eventCode: '00300104',
      transactionDate: '2026-03-10',
      partnerTransactionId,
    });

  it('has the same record in the answer and in the inquiry', async ({ bank }) => {
    const told = async (id: string) => {
      const found = fromPlain((await inquire(bank)).data);
      return toPlain((await loadOperation(id)).resolution?.data?.(found));
    };
    const { data: paid } = await charge(bank);
    // What the inquiry cannot know is null.
    const unknown = { originalTransaction: null, slipId: null, transactionCurrency: null };
    expect(await told('cpm.pay')).toEqual({ ...paid, ...unknown });
    const { data: refunded } = await refund(bank);
    expect(await told('cpm.refund')).toEqual({ ...refunded, refundTransactionDateTime: null });
  });

  it.each([
    ['just before 23:00', 13 * HOUR - 1, 1000],
    ['at 23:00', 13 * HOUR, 8102],
    ['on the next day', 15 * HOUR, 8102],
  ])('refund %s', async (_name, later, code) => {
    const { bank, clock } = await newWorld();
    await charge(bank);
    clock.advance(later);
    expect((await refund(bank)).code).toBe(code);
  });

  it('declines an empty account and an expired code', async ({ bank, clock }) => {
    const poor = await buyerCode(bank, { wallet: 'P', balance: '75.49' });
    expect((await charge(bank, poor.code)).code).toBe(8102);
    const { code } = await buyerCode(bank, { wallet: 'P' });
    clock.advance(120_000);
    expect((await charge(bank, code)).code).toBe(1102);
    expect((await refund(bank)).code).toBe(1104);
    await expect(buyerCode(bank, { wallet: 'P', pendingMs: 1 })).rejects.toThrow('at once');
  });
});
