import { constants, publicDecrypt, publicEncrypt } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { Bank } from '../../src/sandbox/bank.js';
import { approveRegistration, rejectRegistration } from '../../src/sandbox/customer.js';
import { directDebitPem } from '../../src/sandbox/operator.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { effects } from '../fixtures/effects.js';
import { it, newWorld } from '../fixtures/sandbox.js';
import { call } from '../fixtures/sandbox-calls.js';

const merchantId = SANDBOX_PROFILE.ddMerchantId;
const { subAccountId } = SANDBOX_PROFILE;
const REGISTRATION = { regRef: 'REG1', ref1: 'CUST7', backUrl: 'https://shop.example.com/back' };
const CHARGE = {
  refNumber: 'CH1',
  refDateTime: '20260310100000',
  amount: 100.5,
  currency: 'THB',
  accountNumber: '2220000001',
};

const post = (bank: Bank, path: string, body: object) =>
  call(bank, 'POST', `/v1/${path}`, { merchantId, ...body });
const register = (bank: Bank) =>
  post(bank, 'registration/web/init', { subAccountId, ...REGISTRATION });
const status = (bank: Bank) => post(bank, 'registration/inquiry', { regRef: 'REG1' });
const charge = (bank: Bank, fields: object = {}) =>
  post(bank, 'payment/direct/ddpay', { subAccountId, ...CHARGE, ...fields });
const inquire = (bank: Bank, fields: object = {}) =>
  post(bank, 'payment/inquiry', { refNumber: 'CH1', refDateTime: CHARGE.refDateTime, ...fields });

describe('direct debit', () => {
  it('rejects, and declines inside the answer', async ({ bank }) => {
    await register(bank);
    await rejectRegistration(bank, 'REG1');
    expect((await status(bank)).data).toMatchObject({ statusCode: '0003', errorCode: '10' });
    const approving = approveRegistration(bank, 'REG1');
    await expect(approving).rejects.toMatchObject({ exitClass: 'NOT_FOUND' });
    const declined = { statusCode: '1001', responseCode: '02' };
    expect((await charge(bank, { amount: 2_000_000.01 })).data).toMatchObject(declined);
    expect((await inquire(bank, { refDateTime: '20260310100001' })).code).toBe(1104);
  });

  it('declines an account that holds too little', async ({ bank }) => {
    await register(bank);
    await approveRegistration(bank, 'REG1', '2220000002');
    const declined = await charge(bank, { accountNumber: '2220000002', amount: 300.01 });
    expect(declined.data).toMatchObject({ statusCode: '1002', responseCode: 'H165' });
    expect((await inquire(bank)).data.statusCode).toBe('1002');
    expect(effects(bank, 'CH1')).toEqual([]);
    expect(bank.balanced()).toBe(true);
  });

  it('takes encrypted payloads, block after block, and answers in kind', async ({ bank }) => {
    const key = directDebitPem(bank);
    const sealed = (fields: object) => {
      const text = Buffer.from(JSON.stringify(fields));
      const blocks = [text.subarray(0, 245), text.subarray(245)].filter(({ length }) => length > 0);
      const padding = constants.RSA_PKCS1_PADDING;
      const bytes = blocks.map((block) => publicEncrypt({ key, padding }, block));
      return { encryptedValue: Buffer.concat(bytes).toString('base64') };
    };
    const long = { ...REGISTRATION, remarks: 'x'.repeat(100), ref2: 'y'.repeat(20) };
    const registered = { subAccountId, ...sealed(long) };
    expect((await post(bank, 'registration/web/init', registered)).code).toBe(1000);
    const answer = await post(bank, 'registration/inquiry', sealed({ regRef: 'REG1' }));
    expect(answer.data).toMatchObject({ merchantId, validationMessages: [] });
    const bytes = Buffer.from(answer.data.encryptedValue, 'base64');
    const clear = publicDecrypt(key, bytes.subarray(0, 256)).toString();
    expect(JSON.parse(clear)).toMatchObject({ regRef: 'REG1', statusCode: '0001' });
    expect((await post(bank, 'registration/inquiry', { encryptedValue: 'AAAA' })).code).toBe(1102);
  });

  it('may insist on a length of the merchant id', async () => {
    const { bank } = await newWorld({ settings: { directDebitMerchantDigits: 14 } });
    expect((await register(bank)).code).toBe(1102);
  });
});
