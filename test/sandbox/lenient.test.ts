import { describe, expect } from 'vitest';
import { pay } from '../../src/sandbox/customer.js';
import { setSettings } from '../../src/sandbox/operator.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { ALL_LENIENT, type SandboxSettings } from '../../src/sandbox/settings.js';
import { it, newWorld } from '../fixtures/sandbox.js';
import { call, ewallet } from '../fixtures/sandbox-calls.js';

const { companyId, terminalId, billerId, merchantId } = SANDBOX_PROFILE;
const WALLET = { tranType: 'W', companyId, terminalId };
const QR30 = { qrType: 'PP', ppType: 'BILLERID', ppId: billerId, ref1: 'A1', ref3: 'SBX' };
const UUID = { headers: { requestUId: '9b2f0c1e-7d7a-4d5e-8f0a-2f0a6c1d4e55' } };

const CARD = { qrType: 'CS', amount: '10.00', merchantId, terminalId, invoice: 'INV1' };

async function lenient(settings: Partial<SandboxSettings> = ALL_LENIENT) {
  return (await newWorld({ settings })).bank;
}

type Opened = Awaited<ReturnType<typeof lenient>>;

const create = (bank: Opened, fields: object | string) =>
  call(bank, 'POST', '/v1/payment/ewallets/qrcode/create', fields);

describe('a lenient bank', () => {
  it.each([
    ['250', '250.00'],
    ['250.5', '250.50'],
    ['250.00', '250.00'],
    ['0.29', '0.29'],
  ])('takes the number %s for text, to the satang', async (digits, amount) => {
    const bank = await lenient();
    const fields = JSON.stringify({ ...WALLET, outTradeNo: 'SBX1' });
    const body = `${fields.slice(0, -1)},"totalFee":${digits}}`;
    expect(await create(bank, body)).toMatchObject({ code: 1000 });
    await pay(bank, 'SBX1');
    const { data } = await ewallet(bank, 'inquire', { outTradeNo: 'SBX1' });
    expect(data.amount).toBe(amount);
    expect(bank.log({ reference: 'SBX1' })[0]?.lenient).toBe('numbersForText');
  });

  it.each(['100.005', '99.999999999999999999999', '-1', '12345678.901'])(
    'refuses the number %s, which is no amount',
    async (digits) => {
      const fields = JSON.stringify({ ...WALLET, outTradeNo: 'SBX1' });
      const answer = await create(await lenient(), `${fields.slice(0, -1)},"totalFee":${digits}}`);
      expect(answer).toMatchObject({ status: 400, code: 1102 });
    },
  );

  it('keeps all digits of a long number', async () => {
    const bank = await lenient();
    const uneven =
      '{"qrType":"PP","ppType":"BILLERID","ppId":"010000000000101","ref1":12345678901234567890}';
    const { data } = await call(bank, 'POST', '/v2/payment/qrcode/create', uneven);
    expect(data.request.ref1).toBe('12345678901234567890');
  });

  it.each([
    ['/v1/payment/ewallets/refund', { ...WALLET, tranType: 'A', outTradeNo: 'SBX1', totalFee: 1 }],
    [
      '/v1/payment/ewallets/qrcode/create',
      { ...WALLET, outTradeNo: 'SBX1', totalFee: '1234567890.00' },
    ],
    ['/v2/payment/qrcode/create', { ...QR30, ref1: 'small' }],
    ['/v2/payment/qrcode/create', { ...QR30, amount: '100.00' }],
  ])('still refuses what the specification forbids: %s %j', async (path, fields) => {
    expect(await call(await lenient(), 'POST', path, fields)).toMatchObject({ status: 400 });
  });

  it('notes what it relaxed of a call that it refuses for another reason', async () => {
    const bank = await lenient();
    const asked = { ...QR30, ref1: 'small' };
    expect((await call(bank, 'POST', '/v2/payment/qrcode/create', asked, UUID)).code).toBe(1102);
    expect(bank.log({ operation: 'qr.create' })[0]?.lenient).toBe('anyRequestUId');
  });

  it('notes nothing of a call that is as specified', async () => {
    const bank = await lenient();
    await create(bank, { ...WALLET, outTradeNo: 'SBX1', totalFee: '1.00' });
    expect(bank.log().flatMap((line) => line.lenient ?? [])).toEqual([]);
  });
});

describe('a strict bank', () => {
  const strict = () => lenient({});

  it.each([
    ['/v2/payment/qrcode/create', QR30, UUID, 'anyRequestUId'],
    [
      '/v1/payment/ewallets/qrcode/create',
      { ...WALLET, outTradeNo: 'SBX1', totalFee: 250 },
      {},
      'numbersForText',
    ],
    ['/v2/payment/qrcode/create', { ...QR30, ref2: '' }, {}, 'emptyTexts'],
  ])('names what would take a call to %s', async (path, fields, options, setting) => {
    const answer = await call(await strict(), 'POST', path, fields, options);
    expect(answer.status).toBe(400);
    expect(answer.description).toContain(`--lenient, or sandbox settings ${setting}=true`);
  });

  it('names it for an invoice and a sending bank', async () => {
    const bank = await strict();
    await call(bank, 'POST', '/v1/payment/qrcode/create', CARD);
    const again = await call(bank, 'POST', '/v1/payment/qrcode/create', CARD);
    expect(again).toMatchObject({ status: 400, code: 1111 });
    expect(again.description).toContain('repeatedInvoices=true');
    const { data } = await call(bank, 'POST', '/v2/payment/qrcode/create', { ...QR30, amount: 1 });
    const { slip } = await pay(bank, data.data.qrRawData);
    const path = `/v1/payment/billpayment/transactions/${slip}?sendingBank=`;
    const other = await call(bank, 'GET', `${path}014`);
    expect(other).toMatchObject({ status: 404, code: 1104 });
    expect(other.description).toContain('anySendingBank=true');
    await setSettings(bank, { slipBank: '014' });
    expect((await call(bank, 'GET', `${path}014`)).data.sendingBank).toBe('014');
  });

  it('offers nothing where no setting helps', async () => {
    const answer = await create(await strict(), { ...WALLET, outTradeNo: 'X1', totalFee: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.description).not.toContain('lenient');
  });

  it('takes one thing alone, by its setting', async () => {
    const bank = await lenient({ emptyTexts: true });
    const path = '/v2/payment/qrcode/create';
    expect((await call(bank, 'POST', path, { ...QR30, ref2: '' })).code).toBe(1000);
    expect((await call(bank, 'POST', path, QR30, UUID)).code).toBe(1102);
  });

  it('takes any requestUId where the specification names no form', async ({ bank }) => {
    const id = '20260310100000000000';
    const asked = await call(bank, 'GET', `/v1/payment/qrcode/creditcard/${id}`, undefined, UUID);
    expect(asked).toMatchObject({ status: 404, code: 1104 });
  });
});
