import { describe, expect } from 'vitest';
import type { Bank } from '../../src/sandbox/bank.js';
import { openCodes, pay } from '../../src/sandbox/customer.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { effects } from '../fixtures/effects.js';
import { it } from '../fixtures/sandbox.js';
import { call } from '../fixtures/sandbox-calls.js';

const { billerId } = SANDBOX_PROFILE;
const CREATE = '/v3/deeplink/transactions';

/** As public clients send it. */
const LINK = {
  transactionType: 'PURCHASE',
  transactionSubType: ['BP', 'CCFA'],
  sessionValidityPeriod: 60,
  billPayment: { paymentAmount: 39, accountTo: billerId, ref1: 'ORDER1', ref2: 'SHOP2' },
  merchantMetaData: { callbackUrl: 'shop://paid', merchantInfo: { name: 'SHOP' }, extraData: {} },
};

async function created(bank: Bank, changes: object = {}) {
  const headers = { channel: 'app' };
  const { status, data } = await call(bank, 'POST', CREATE, { ...LINK, ...changes }, { headers });
  expect(status).toBe(201);
  return data;
}

async function stateOf(bank: Bank, { transactionId }: { transactionId: string }) {
  return (await call(bank, 'GET', `/v2/transactions/${transactionId}`)).data;
}

describe('a deeplink', () => {
  it.for(['transactionId', 'deeplinkUrl'])('is paid once, by its %s', async (field, { bank }) => {
    const made = await created(bank);
    const waiting = [{ payload: made.deeplinkUrl, reference: 'ORDER1', amount: '39.00' }];
    expect(await openCodes(bank)).toMatchObject(waiting);
    await expect(pay(bank, made[field], { amount: '40' })).rejects.toThrow('asks for 39.00');
    await expect(pay(bank, made[field], { by: 'card' })).rejects.toThrow('no cards');
    expect(await pay(bank, made[field])).toMatchObject({ kind: 'deeplink', amount: '39.00' });
    expect(await openCodes(bank)).toEqual([]);
    expect(await stateOf(bank, made)).toMatchObject({ statusCode: 1, paidAmount: 39 });
    await expect(pay(bank, made[field])).rejects.toThrow('paid 1 time already');
    await expect(pay(bank, made[field], { fail: true })).rejects.toThrow('paid already');
    expect(await stateOf(bank, made)).toMatchObject({ statusCode: 1 });
    expect(effects(bank, made.transactionId)).toHaveLength(1);
    expect(bank.balanced()).toBe(true);
  });

  it('is the latest of its reference, also while the clock stands still', async ({ bank }) => {
    for (const paymentAmount of [39, 20, 31, 12, 25]) {
      await created(bank, { billPayment: { ...LINK.billPayment, paymentAmount } });
      expect(await pay(bank, 'ORDER1')).toMatchObject({ amount: `${paymentAmount}.00` });
    }
  });

  it.for([
    [{ sessionValidityPeriod: 60 }, 60],
    [{ sessionValidityPeriod: undefined }, 15 * 60],
    [{ sessionValidityPeriod: undefined, sessionValidUntil: '2026-03-10 10:02:00' }, 120],
    [{ sessionValidityPeriod: undefined, sessionValidUntil: '2026-03-10T03:02:00Z' }, 120],
  ] as const)('ends as %o says', async ([changes, seconds], { bank, clock }) => {
    const made = await created(bank, changes);
    clock.advance(seconds * 1000 - 1);
    expect(await stateOf(bank, made)).toMatchObject({ statusCode: 0 });
    clock.advance(1);
    expect(await stateOf(bank, made)).toMatchObject({ statusCode: 5 });
    await expect(pay(bank, made.transactionId)).rejects.toThrow('expired');
    expect(await openCodes(bank)).toEqual([]);
  });

  it('is unknown to the calls of other codes, and under another id', async ({ bank }) => {
    const { transactionId, deeplinkUrl } = await created(bank);
    const wrong = [
      await call(bank, 'GET', `/v1/payment/qrcode/creditcard/${transactionId.slice(0, 20)}`),
      await call(bank, 'GET', '/v2/transactions/00000000-0000-4000-8000-000000000000'),
      await call(bank, 'GET', `/v2/transactions/${encodeURIComponent(deeplinkUrl)}`),
      await call(bank, 'POST', '/v1/payment/qrcode/void', {
        channelDateTime: '2026-03-10T10:00:00.000+07:00',
        bp: { reversalType: 'CANCELLATION_REQUEST', bpReference: transactionId },
      }),
    ];
    expect(wrong.map(({ code }) => code)).toEqual([1104, 1104, 1102, 1104]);
  });

  it.for([
    [{ sessionValidityPeriod: undefined, sessionValidUntil: 'soon' }, 1102],
    [{ billPayment: { ...LINK.billPayment, accountTo: '1' } }, 1102],
    [{ billPayment: undefined }, 1101],
  ] as const)('is refused for %o', async ([changes, code], { bank }) => {
    expect(await call(bank, 'POST', CREATE, { ...LINK, ...changes })).toMatchObject({ code });
  });
});
