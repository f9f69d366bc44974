import { describe, expect, it } from 'vitest';
import { readConfirmation } from '../../src/callbacks/confirmation.js';
import { verify } from '../../src/callbacks/verify.js';
import type { Outcome } from '../../src/client/outcome.js';
import { configError } from '../../src/core/errors.js';
import type { Json } from '../../src/core/json.js';
import { wording } from '../../src/messages/wording.js';
import { pay } from '../../src/sandbox/customer.js';
import { deliverDue } from '../../src/sandbox/delivery/delivery.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { callerOf, partner, qr30 } from '../fixtures/confirmations.js';
import { writeBillPayment } from '../fixtures/qr.js';
import { said, sayingSome } from '../fixtures/said.js';
import { newWorld } from '../fixtures/sandbox.js';
import { call, ewallet } from '../fixtures/sandbox-calls.js';

const { billerId } = SANDBOX_PROFILE;

async function newShop() {
  const { bank, clock } = await newWorld({
    settings: { rateLimit: 0, confirmationUrl: 'http://127.0.0.1:8788/' },
  });
  const caller = callerOf(bank, clock);
  const profile = {
    environment: 'test' as const,
    settings: (name: string) =>
      Object.entries(SANDBOX_PROFILE).find(([known]) => known === name)?.[1],
  };
  const judge = (body: string) =>
    verify(
      { caller, profile, now: bank.now(), signal: new AbortController().signal },
      readConfirmation(body),
    );
  /** The body of the confirmation that the last payment brought. */
  const told = async () => {
    const to = partner();
    await deliverDue(bank, to.transport);
    return to.requests.at(-1)?.body ?? '';
  };
  return { bank, judge, told };
}

/** What is said of a confirmation of T1, a payment of 100.00, by what a call of the bank comes to. */
function judgeBy(answer: () => Promise<Json>) {
  const request = { method: 'GET', url: 'https://bank.invalid/', requestUId: 'U'.repeat(32) };
  const about = { operation: 'bill.inquire', request, message: wording.quoted('asked') };
  const call = async (): Promise<Outcome> => ({
    ...{ class: 'SUCCESS', executed: 'yes', data: await answer() },
    ...about,
  });
  const profile = { environment: 'test' as const, settings: () => undefined };
  const verifier = { caller: { call }, profile, now: Date.UTC(2026, 2, 2, 5) };
  const signal = new AbortController().signal;
  return verify({ ...verifier, signal }, readConfirmation(qr30({ transactionId: 'T1' })));
}

const payBill = (bank: Parameters<typeof pay>[0], amount = '100.00') =>
  pay(bank, writeBillPayment({ billerId, ref1: 'R1', ref2: 'R2', ref3: 'SBXA', amount }));
const changed = (body: string, fields: Record<string, unknown>) =>
  JSON.stringify({ ...JSON.parse(body), ...fields });

describe('asking the bank', () => {
  it('verifies a card payment', async () => {
    const { bank, judge, told } = await newShop();
    const created = await call(bank, 'POST', '/v1/payment/qrcode/create', {
      qrType: 'CS',
      amount: '250.50',
      merchantId: SANDBOX_PROFILE.merchantId,
      terminalId: '100000000000001',
      invoice: 'INV1',
    });
    await pay(bank, created.data.qrRawData, { by: 'card' });
    expect(await judge(await told())).toMatchObject({ state: 'verified', bankAmount: '250.50' });
  });

  it('contradicts a wrong amount, with both', async () => {
    const { bank, judge, told } = await newShop();
    await payBill(bank, '10.00');
    const body = await told();
    expect(await judge(changed(body, { amount: '1000.00' }))).toEqual({
      state: 'contradicted',
      bankAmount: '10.00',
      reason: said('it says 1000.00, the bank says 10.00'),
    });
    for (const amount of [undefined, 'much', -10, '10.005', ['10.00']]) {
      expect(await judge(changed(body, { amount }))).toMatchObject({ state: 'contradicted' });
    }
  });

  it('contradicts a copy of a real payment under another id or reference', async () => {
    const { bank, judge, told } = await newShop();
    await payBill(bank);
    const body = await told();
    expect(await judge(changed(body, { transactionId: 'COPY' }))).toMatchObject({
      state: 'contradicted',
      reason: sayingSome('another transactionId'),
    });
    expect(await judge(changed(body, { billPaymentRef3: 'OTHER' }))).toMatchObject({
      state: 'contradicted',
      reason: said('the bank has another billPaymentRef3'),
    });
    expect(await judge(changed(body, { transactionId: undefined }))).toMatchObject({
      state: 'hint',
    });
  });

  it('contradicts a payment that was taken back', async () => {
    const { bank, judge, told } = await newShop();
    await ewallet(bank, 'qrcode/create', { outTradeNo: 'SBX0001', totalFee: '88' });
    await pay(bank, 'SBX0001');
    const body = await told();
    await ewallet(bank, 'refund', { outTradeNo: 'SBX0001', totalFee: '88' });
    expect(await judge(body)).toMatchObject({
      state: 'contradicted',
      reason: said('the bank says CANCELED'),
    });
  });

  it('takes what the bank does not know for a hint only, however it was forged', async () => {
    const { bank, judge } = await newShop();
    await ewallet(bank, 'qrcode/create', { outTradeNo: 'SBX0001', totalFee: '88' });
    for (const body of [
      qr30(),
      qr30({ payeeProxyId: '099999999999999', billPaymentRef1: '../../etc/passwd' }),
      qr30({ billPaymentRef1: undefined }),
      '{"transactionId":"T1","qrId":"../../../v1/oauth/token","traceNo":"1"}',
      '{"transactionId":"T1","qrId":"SBX0001","transactionType":"AUTH","amount":"88.00"}',
      '{"transactionId":"T1","amount":"88.00"}',
      '{"regRef":"REG1","statusCode":"0"}',
    ]) {
      expect(await judge(body)).toMatchObject({ state: 'hint' });
    }
  });

  it('takes a payment for a hint while the bank has it as neither paid nor refunded', async () => {
    const own = { transactionId: 'T1', amount: '100.00' };
    const other = { transactionId: 'T2', amount: '100.00' };
    expect(await judgeBy(async () => [{ ...own, reverseFlag: 'P' }, other])).toMatchObject({
      ...{ state: 'hint', reason: said('the bank says P') },
    });
    expect(await judgeBy(async () => [other, own])).toMatchObject({ state: 'verified' });
  });

  it('takes no payment without a transactionId for the one of the message', async () => {
    const nameless = { amount: '100.00' };
    expect(await judgeBy(async () => [nameless])).toMatchObject({ state: 'hint' });
    const own = { transactionId: 'T1', amount: '100.00' };
    expect(await judgeBy(async () => [nameless, own])).toMatchObject({ state: 'verified' });
  });

  it('takes for a hint what this machine could not ask about, and goes on', async () => {
    const failed = () => Promise.reject(configError(wording.quoted('the vault is sealed')));
    expect(await judgeBy(failed)).toMatchObject({
      ...{ state: 'hint', reason: said('the vault is sealed') },
    });
  });
});
