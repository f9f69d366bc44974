import { describe, expect, it } from 'vitest';
import { pay } from '../../src/sandbox/customer.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { ALL_LENIENT } from '../../src/sandbox/settings.js';
import { newWorld } from '../fixtures/sandbox.js';
import { type CallOptions, call } from '../fixtures/sandbox-calls.js';

const { apiKey, apiSecret, billerId, merchantId, terminalId } = SANDBOX_PROFILE;
const BILL = { qrType: 'PP', ppType: 'BILLERID', ppId: billerId, ref1: 'REFERENCE1', ref3: 'SBX' };
const BOTH = { ...BILL, qrType: 'PPCS', merchantId, terminalId, invoice: 'INVOICE' };

/** Forms in which clients that are published send the same three calls. */
const CLIENTS: {
  form: string;
  headers: CallOptions['headers'];
  credentials?: object;
  qr: { ref1: string | number; [field: string]: unknown };
  bank?: string;
  /** What the log says was taken of the second code, and of its slip. */
  relaxed?: [code: string, slip: string];
}[] = [
  {
    form: 'a UUID with hyphens',
    headers: { requestUId: '9b2f0c1e-7d7a-4d5e-8f0a-2f0a6c1d4e55', 'accept-language': 'EN' },
    qr: { ...BILL, amount: '100.00', ref2: 'REFERENCE2' },
    bank: '014',
  },
  {
    form: 'one word for every call, an amount as a number',
    headers: { requestUId: 'later' },
    qr: { ...BILL, amount: 5 },
    bank: '004',
    relaxed: ['anyRequestUId, numbersForText', 'anySendingBank'],
  },
  {
    form: 'a template that nobody filled in',
    headers: { requestUId: '{{$guid}}' },
    qr: { ...BILL, amount: 99.5, ref3: 'ABC' },
  },
  {
    form: 'the id of its user',
    headers: { requestUId: '2' },
    qr: { ...BILL, amount: '107.0', ref2: '00000000000000000017' },
  },
  {
    form: 'a UUID with the time behind it, a name in place of the API key, nulls',
    headers: {
      requestUId: '9b2f0c1e-7d7a-4d5e-8f0a-2f0a6c1d4e55-1767225600000',
      resourceOwnerId: 'Webshop',
    },
    credentials: { authCode: '', state: '', codeChallenge: '' },
    qr: { ...BOTH, amount: '75', csExtExpiryTime: '60', csNote: null, csUserDefined: null },
  },
  {
    form: 'another resourceOwnerId with each call, empty notes, a number of minutes',
    headers: { requestUId: '0a1b2c3d', resourceOwnerId: '5f8a7e1b-0000-4000-8000-000000000001' },
    credentials: { authCode: null },
    qr: { ...BOTH, amount: '20.50', csExtExpiryTime: 60, csNote: '', csUserDefined: '' },
    relaxed: [
      'anyRequestUId, anyResourceOwner, numbersForText, emptyTexts, repeatedInvoices',
      'anyResourceOwner',
    ],
  },
  {
    form: 'references as numbers',
    headers: { requestUId: '1767225600abc' },
    qr: { ...BILL, amount: '100.5', ref1: 12345678, ref2: 987654321 },
  },
  {
    form: 'the languages of a browser',
    headers: { requestUId: 'x', 'accept-language': 'en-US,en;q=0.9,th;q=0.8' },
    qr: { ...BILL, amount: 1 },
  },
  {
    form: 'a language in small letters, and no amount',
    headers: { requestUId: 'x', 'accept-language': 'en' },
    qr: BILL,
  },
];

describe('a lenient bank serves what public clients send', () => {
  it.each(CLIENTS)(
    '$form',
    async ({ headers, credentials, qr, relaxed, bank: sendingBank = '999' }) => {
      const { bank } = await newWorld({ settings: ALL_LENIENT });
      const body = { applicationKey: apiKey, applicationSecret: apiSecret, ...credentials };
      const issued = await call(bank, 'POST', '/v1/oauth/token', body, { token: null, headers });
      expect(issued).toMatchObject({ status: 200, code: 1000 });
      const options = { token: issued.data.accessToken, headers };
      const made = [];
      for (const _ of ['once', 'again']) {
        made.push(await call(bank, 'POST', '/v1/payment/qrcode/create', qr, options));
      }
      expect(made.map(({ code }) => code)).toEqual([1000, 1000]);
      const { slip } = await pay(bank, made[1]?.data.qrRawData, {
        ...(qr.amount === undefined && { amount: '12.00' }),
      });
      const path = `/v1/payment/billpayment/transactions/${slip}?sendingBank=${sendingBank}`;
      const verified = await call(bank, 'GET', path, undefined, options);
      expect([verified.code, verified.data?.ref1]).toEqual([1000, String(qr.ref1)]);
      const noted = ['qr.createV1', 'slip.verify'].map(
        (operation) => bank.log({ operation }).at(-1)?.lenient,
      );
      if (relaxed) expect(noted).toEqual(relaxed);
    },
  );

  it.each([
    [{ resourceOwnerId: 'Webshop' }, 403, 9500, 'anyResourceOwner'],
    [{ 'accept-language': 'en' }, 400, 1102, 'anyLanguage'],
    [{ 'accept-language': 'en-US,en;q=0.9' }, 400, 1102, 'anyLanguage'],
  ])('where a strict one names the setting: %j', async (headers, status, code, setting) => {
    const { bank } = await newWorld();
    const qr = { ...BILL, amount: '1.00' };
    const refused = await call(bank, 'POST', '/v1/payment/qrcode/create', qr, { headers });
    expect(refused).toMatchObject({ status, code });
    expect(refused.description).toContain(`--lenient, or sandbox settings ${setting}=true`);
  });
});
