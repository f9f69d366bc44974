import { describe, expect } from 'vitest';
import type { Bank } from '../../src/sandbox/bank.js';
import { planTransfer } from '../../src/sandbox/operator.js';
import { BANK_CODE, SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { effects } from '../fixtures/effects.js';
import { it, newWorld } from '../fixtures/sandbox.js';
import { call } from '../fixtures/sandbox-calls.js';

const channelDateTime = '2026-03-10T10:00:00.000+07:00';
const OWN = SANDBOX_PROFILE.payerAccountNo;

const post = (bank: Bank, path: string, body: object) =>
  call(bank, 'POST', `/v1/payment/transfer/fcd/${path}`, { channelDateTime, ...body });

const account = (accountNo: string, bankCode: string = BANK_CODE) => ({
  accountInfo: { accountNo, bankCode },
});

const initiate = (bank: Bank, kind: 'credit' | 'debit', fields: object) =>
  post(bank, `${kind}/initiate`, {
    partnerTransactionID: 'PAY1',
    corporateId: SANDBOX_PROFILE.corporateId,
    payer: { taxId: SANDBOX_PROFILE.taxId, ...account(kind === 'credit' ? OWN : '2220000001') },
    payee: account(kind === 'credit' ? '2220000001' : OWN),
    tranAmount: { amount: 1000, currency: 'THB' },
    ...fields,
  });

const inquire = (bank: Bank, tokenizerId: string, dates: object = { dateFrom: '2026-03-10' }) =>
  post(bank, 'inquiry', { tokenizerId, ...dates });

/** Initiates, confirms and inquires one transfer. */
async function transfer(bank: Bank, kind: 'credit' | 'debit', fields: object = {}) {
  const { tokenizerId } = (await initiate(bank, kind, fields)).data;
  const confirmed = await post(bank, `${kind}/confirm`, { tokenizerId });
  return { tokenizerId, confirmed, inquired: (await inquire(bank, tokenizerId)).data };
}

describe('credit transfers', () => {
  it('are confirmed once, by the call of their kind', async ({ bank }) => {
    const { tokenizerId } = await transfer(bank, 'credit');
    expect((await post(bank, 'credit/confirm', { tokenizerId })).code).toBe(1111);
    expect((await post(bank, 'debit/confirm', { tokenizerId })).code).toBe(1104);
    expect(effects(bank, tokenizerId)).toMatchObject([
      { kind: 'transfer.creditInitiate', amount: 0n },
      { kind: 'transfer.creditConfirm', amount: 100000n },
    ]);
  });

  it('fails with code and description, and moves nothing', async ({ bank }) => {
    const { tokenizerId, confirmed, inquired } = await transfer(bank, 'credit', {
      payee: account('2220000003'),
    });
    expect(confirmed).toMatchObject({ status: 200, code: 1000 });
    expect(inquired).toMatchObject({
      status: 'CONFIRM_FAILED',
      code: '114',
      description: expect.stringContaining('Deposit'),
      confirmAmount: { amount: 0, currency: 'THB' },
    });
    expect(effects(bank, tokenizerId)).toHaveLength(1);
  });

  it.each([
    ['an unknown account', { payee: account('1234567890') }, 1104],
    ['another currency', { payee: account('2220000000005') }, 1102],
    ['no payee', { payee: undefined }, 1101],
    ['a payer elsewhere', { payer: { taxId: '1', ...account(OWN, '002') } }, 1102],
    [
      'over two million to another bank',
      { payee: account('9', '002'), tranAmount: { amount: 2_000_000.01, currency: 'THB' } },
      1102,
    ],
  ])('refuses %s', async (_name, fields, code) => {
    const { bank } = await newWorld();
    expect((await initiate(bank, 'credit', fields)).code).toBe(code);
  });

  it('goes to a PromptPay id that nobody here has', async ({ bank }) => {
    const payee = { proxy: { type: 'NATID', value: 'constructor' } };
    const { inquired } = await transfer(bank, 'credit', { payee });
    expect(inquired).toMatchObject({ status: 'CONFIRM_COMPLETED' });
    expect(bank.balanced()).toBe(true);
  });

  it('finds nothing outside of the range', async ({ bank }) => {
    const { tokenizerId } = await transfer(bank, 'credit');
    expect((await inquire(bank, tokenizerId, { dateFrom: '2026-03-11' })).code).toBe(1104);
    expect(
      (await inquire(bank, tokenizerId, { dateFrom: '2026-03-07', dateTo: '2026-03-09' })).code,
    ).toBe(1104);
    expect((await inquire(bank, tokenizerId, { dateFrom: '2026-03-07' })).code).toBe(1000);
  });
});

describe('debits', () => {
  it('are made in part where the account holds less', async ({ bank }) => {
    const { confirmed, inquired } = await transfer(bank, 'debit', { payer: account('2220000002') });
    expect(confirmed.data).toMatchObject({
      debitStatus: 'Partial',
      confirmAmount: { amount: 300 },
    });
    expect(inquired).toMatchObject({ debitStatus: 'Partial', status: 'CONFIRM_COMPLETED' });
    expect(bank.balanced()).toBe(true);
  });

  it('fail after a part where that is planned', async ({ bank }) => {
    const { tokenizerId } = (await initiate(bank, 'debit', {})).data;
    await planTransfer(bank, tokenizerId, 'failed-partial');
    const confirmed = await post(bank, 'debit/confirm', { tokenizerId });
    expect(confirmed.data).toMatchObject({
      status: 'CONFIRM_FAILED',
      code: '000',
      debitStatus: 'Partial',
      confirmAmount: { amount: 500 },
    });
    expect(bank.balanced()).toBe(true);
  });

  it.each([
    ['failed', 'CONFIRM_FAILED', undefined],
    ['processing', 'CONFIRM_PROCESSING', 'Partial'],
  ] as const)(
    'show that nothing was debited while one is %s',
    async (plan, status, debitStatus) => {
      const { bank } = await newWorld();
      const { tokenizerId } = (await initiate(bank, 'debit', {})).data;
      expect((await inquire(bank, tokenizerId)).data.debitStatus).toBeUndefined();
      await planTransfer(bank, tokenizerId, plan);
      const confirmed = await post(bank, 'debit/confirm', { tokenizerId });
      const inquired = await inquire(bank, tokenizerId);
      for (const { data } of [confirmed, inquired]) {
        expect(data.debitStatus).toBe(debitStatus);
        expect(data).toMatchObject({
          status,
          tranAmount: { amount: 1000, currency: 'THB' },
          confirmAmount: { amount: 0, currency: 'THB' },
        });
      }
    },
  );

  it('go by PromptPay in baht only', async ({ bank }) => {
    const payer = { taxId: SANDBOX_PROFILE.taxId, ...account('2220000000005') };
    const payee = { proxy: { type: 'citizen', value: '1100000000017' } };
    const fields = { payer, payee, objectiveCode: '318245' };
    const tranAmount = { amount: 5, currency: 'USD' };
    expect((await initiate(bank, 'debit', { ...fields, tranAmount })).code).toBe(1102);
  });

  it('may need a tax id', async () => {
    const { bank } = await newWorld({ settings: { debitTaxId: 'required' } });
    expect((await initiate(bank, 'debit', { payer: account('2220000001') })).code).toBe(1101);
  });
});
