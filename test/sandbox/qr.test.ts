import { describe, expect } from 'vitest';
import { decode } from '../../src/qr/decode.js';
import { readCodes } from '../../src/qr/image.js';
import { checksum, writeField } from '../../src/qr/tlv.js';
import type { Bank } from '../../src/sandbox/bank.js';
import { openCodes, pay } from '../../src/sandbox/customer.js';
import { confirmations } from '../../src/sandbox/ledger/tables.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { effects } from '../fixtures/effects.js';
import { wasm, writeBillPayment } from '../fixtures/qr.js';
import { it, newWorld } from '../fixtures/sandbox.js';
import { call } from '../fixtures/sandbox-calls.js';

const { billerId, merchantId, terminalId } = SANDBOX_PROFILE;
const V2 = {
  qrType: 'PP',
  ppType: 'BILLERID',
  ppId: billerId,
  ref1: 'ORDER1',
  ref2: 'CUST7',
  ref3: 'SBXA',
};
const V1 = { ...V2, qrType: 'PPCS', amount: '250.50', merchantId, terminalId, invoice: 'INV1' };

const create = (bank: Bank, fields: object = {}) =>
  call(bank, 'POST', '/v2/payment/qrcode/create', { ...V2, ...fields });
const createV1 = (bank: Bank, fields: object = {}) =>
  call(bank, 'POST', '/v1/payment/qrcode/create', { ...V1, ...fields });
const inquire = (bank: Bank, id: string, method = 'GET') =>
  call(bank, method, `/v1/payment/qrcode/creditcard/${id}`);
const voidQr = (bank: Bank, bpReference: string) =>
  call(bank, 'POST', '/v1/payment/qrcode/void', {
    channelDateTime: '2026-03-10T10:00:00.000+07:00',
    bp: { reversalType: 'CANCELLATION_REQUEST', bpReference },
  });

const textsIn = async (image: Uint8Array) =>
  (await readCodes(image, wasm)).map((code) => code.text);

describe('QR 30', () => {
  it('carries the specified tags in order, and an image behind its URL', async ({ bank }) => {
    const { data } = await create(bank, {
      amount: 100.5,
      numberOfTimes: 2,
      expiryDate: '2026-03-10 12:00:00',
    });
    expect(data).toMatchObject({
      success: true,
      code: '00',
      data: { expiryDate: '2026-03-10 12:00:00', numberOfTimes: 2 },
      request: { ...V2, amount: 100.5 },
    });
    const decoded = decode(data.data.qrRawData);
    const tags = decoded.fields.map(({ path }) => path).filter((path) => path.length === 2);
    expect(tags.join(' ')).toBe('00 01 30 53 54 58 62 63');
    expect(data.data.qrRawData).toContain('5406100.50');
    expect(data.data.qrRawData).toContain('62080704SBXA');
    expect(decoded.errors).toEqual([]);
    const picture = async (url: string) =>
      (await bank.handle({ method: 'GET', url, headers: {} })).response;
    const response = await picture(data.data.url);
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    expect(await textsIn(response.body)).toEqual([data.data.qrRawData]);
    expect((await picture(data.data.url.replace('.png', 'X.png'))).status).toBe(404);
  });

  it('leaves the application id out where it is set so', async () => {
    const { bank } = await newWorld({ settings: { tag30Aid: false } });
    expect((await create(bank)).data.data.qrRawData).toContain(`30380115${billerId}`);
  });

  it('is refused inside a valid answer', async ({ bank }) => {
    const expired = await create(bank, { numberOfTimes: 1, expiryDate: '2026-03-10 09:59:59' });
    expect(expired).toMatchObject({
      status: 200,
      code: 1000,
      data: { success: false, moreInfo: 'expiryDate has passed' },
    });
    expect((await create(bank, { amount: 2_000_000.01 })).data.success).toBe(false);
  });

  it('is paid as often as it may be, not after its date', async ({ bank, clock }) => {
    const { data } = await create(bank, {
      amount: 10,
      numberOfTimes: 2,
      expiryDate: '2026-03-10 12:00:00',
    });
    const payload = data.data.qrRawData;
    const paid = await pay(bank, payload);
    expect(paid).toMatchObject({
      kind: 'qr30',
      state: 'paid',
      amount: '10.00',
      slip: expect.stringMatching(/^20260310.{15}$/),
    });
    await pay(bank, payload);
    await expect(pay(bank, payload)).rejects.toThrow('paid 2 times');
    const dated = (
      await create(bank, { ref1: 'X', numberOfTimes: 1, expiryDate: '2026-03-10 12:00:00' })
    ).data.data.qrRawData;
    await expect(pay(bank, dated)).rejects.toThrow('leaves the amount open');
    clock.advance(2 * 3_600_000);
    await expect(pay(bank, dated, { amount: '5' })).rejects.toThrow('expired');
    expect(bank.balanced()).toBe(true);
  });
});

describe('QR version 1', () => {
  it('PP answers with the payload and its picture', async ({ bank }) => {
    const { data } = await createV1(bank, { qrType: 'PP' });
    expect(Object.keys(data)).toEqual(['qrRawData', 'qrImage']);
    expect(data.qrImage).toMatch(/^R0lGOD/);
    expect(await textsIn(Buffer.from(data.qrImage, 'base64'))).toEqual([data.qrRawData]);
  });

  it('CS is inquired only once it is fully paid', async ({ bank }) => {
    const { data } = await createV1(bank, { qrType: 'CS', csNote: 'table 5' });
    expect(data).toMatchObject({
      qrCodeId: expect.stringMatching(/^20260310100000000\d{3}$/),
      csExtExpiryTime: '2026-03-10 10:15:00',
      amount: '250.50',
      channels: [{ channelName: 'VISA' }],
    });
    expect(await inquire(bank, data.qrCodeId)).toMatchObject({ status: 404, code: 1104 });
    await expect(pay(bank, data.qrRawData, { by: 'account' })).rejects.toThrow('cards only');
    await pay(bank, data.qrRawData);
    const settled = await inquire(bank, data.qrCodeId, 'POST');
    expect(settled.data).toMatchObject({
      amount: '250.50',
      transactionType: 'SETTLED',
      transactionDateandTime: '20260310 10:00:00',
      consumerPAN: '400000XXXXXX0002',
      paymentMethod: 'QRCS',
      invoice: 'INV1',
      note: 'table 5',
      qrId: data.qrCodeId,
    });
    await expect(pay(bank, data.qrCodeId)).rejects.toThrow('paid 1 time');
    expect((await createV1(bank, { qrType: 'CS' })).code).toBe(1111);
  });

  it('CS has an id of its own, however many are made while the clock stands still', async () => {
    const { bank } = await newWorld({ random: { bytes: (count) => new Uint8Array(count) } });
    const first = (await createV1(bank, { qrType: 'CS' })).data;
    const second = (await createV1(bank, { qrType: 'CS', invoice: 'INV2' })).data;
    expect(second.qrCodeId).not.toBe(first.qrCodeId);
  });

  it('PPCS is paid by account or by card', async () => {
    const { bank } = await newWorld({ settings: { qrIdDigits: 23, qrIdName: 'qrcodeId' } });
    const one = (await createV1(bank)).data;
    expect(one.qrcodeId).toHaveLength(23);
    expect(await pay(bank, one.qrcodeId)).toMatchObject({ kind: 'qr30' });
    const two = (await createV1(bank, { invoice: 'INV2' })).data;
    expect(await pay(bank, two.qrRawData, { by: 'card' })).toMatchObject({ kind: 'qrcs' });
    expect((await inquire(bank, two.qrcodeId)).code).toBe(1000);
    expect((await inquire(bank, one.qrcodeId)).code).toBe(1104);
    expect(bank.balanced()).toBe(true);
  });

  it('refuses what its customer cannot choose, and takes no payment', async ({ bank }) => {
    const { qrCodeId: card } = (await createV1(bank, { qrType: 'CS' })).data;
    const { data } = await create(bank, { amount: 10 });
    await expect(pay(bank, card, { account: 'NOBODY' })).rejects.toThrow('by card');
    await expect(pay(bank, card, { pendingMs: 1 })).rejects.toThrow('at once');
    await expect(pay(bank, data.data.qrRawData, { pendingMs: 1 })).rejects.toThrow('at once');
    expect((await inquire(bank, card)).code).toBe(1104);
  });

  it('refuses an invoice that no payload holds', async ({ bank }) => {
    expect((await createV1(bank, { invoice: 'A'.repeat(40) })).code).toBe(1102);
  });
});

describe('void', () => {
  it('gives a payment back once', async ({ bank }) => {
    const { data } = await create(bank, { amount: 10 });
    const { reference } = await pay(bank, data.data.qrRawData);
    expect((await voidQr(bank, reference)).code).toBe(1000);
    expect((await voidQr(bank, reference)).code).toBe(1111);
    expect((await voidQr(bank, 'NOBODY')).code).toBe(1104);
    expect(effects(bank, reference)).toMatchObject([{ kind: 'qr.void', amount: 1000n }]);
    expect(bank.balanced()).toBe(true);
  });

  it('leaves no settled card payment behind', async ({ bank }) => {
    const { data } = await createV1(bank, { qrType: 'CS' });
    await pay(bank, data.qrRawData);
    const { transactionId } = (await inquire(bank, data.qrCodeId)).data;
    expect((await voidQr(bank, transactionId)).code).toBe(1000);
    expect((await inquire(bank, data.qrCodeId)).code).toBe(1104);
    expect(bank.balanced()).toBe(true);
  });
});

it('shows a code that waits, however many newer ones were paid', async ({ bank, clock }) => {
  const create = async (ref1: string) => {
    const bill = { qrType: 'PP', ppType: 'BILLERID', ppId: billerId, amount: 5, ref1 };
    const { data } = await call(bank, 'POST', '/v2/payment/qrcode/create', {
      ...bill,
      numberOfTimes: 1,
      expiryDate: '2099-12-31 23:59:59',
    });
    clock.advance(1000);
    return data.data.qrRawData;
  };
  const waiting = await create('WAITS');
  for (let number = 0; number < 21; number++) await pay(bank, await create(`PAID${number}`));
  expect(await openCodes(bank)).toMatchObject([
    { payload: waiting, reference: 'WAITS', amount: '5.00' },
  ]);
  await pay(bank, waiting);
  expect(await openCodes(bank)).toEqual([]);
});

const payload = writeBillPayment({ billerId, ref1: 'R1', ref3: 'SBXA', amount: '10' });

describe('the code of another program', () => {
  const withAmount = (amount: string) => {
    const head = payload.slice(0, -4).replace('540510.00', writeField('54', amount));
    return head + checksum(head);
  };

  it.each([
    ['100.', '100.00'],
    ['.5', '0.50'],
    ['0.00', '7.00'],
  ])('with the amount %s is paid with %s', async (written, paid) => {
    const { bank } = await newWorld();
    const options = written === '0.00' ? { amount: paid } : {};
    expect(await pay(bank, withAmount(written), options)).toMatchObject({ amount: paid });
  });

  it.each(['1.234', '99999999999999999'])('with the amount %s is broken', async (written) => {
    const { bank } = await newWorld();
    await expect(pay(bank, withAmount(written), { amount: '7' })).rejects.toThrow('broken');
  });
});

/** What waits for delivery. */
const queued = (bank: Bank) =>
  bank.look(({ store }) =>
    confirmations.all(store, 'ORDER BY id').map(({ kind, state, body }) => ({ kind, state, body })),
  );

describe('payment confirmations', () => {
  it('are queued for QR 30, with the documented fields', async () => {
    const { bank } = await newWorld({ settings: { confirmationUrl: 'http://127.0.0.1:9/' } });
    const { reference } = await pay(bank, payload);
    const [confirmation] = queued(bank);
    expect(confirmation?.state).toBe('waiting');
    expect(JSON.parse(confirmation?.body ?? '')).toMatchObject({
      transactionId: reference,
      amount: '10.00',
      currencyCode: '764',
      transactionDateandTime: '2026-03-10T10:00:00.000+07:00',
      transactionType: 'Domestic Transfer',
      billPaymentRef1: 'R1',
      billPaymentRef3: 'SBXA',
    });
  });

  it('have the time of a card payment in GMT', async ({ bank }) => {
    const fields = { qrType: 'CS', amount: '10', merchantId, terminalId, invoice: 'INV1' };
    await pay(bank, (await call(bank, 'POST', '/v1/payment/qrcode/create', fields)).data.qrRawData);
    const [confirmation] = queued(bank);
    expect(confirmation?.state).toBe('unaddressed');
    expect(JSON.parse(confirmation?.body ?? '')).toMatchObject({
      transactionDateandTime: '2026-03-10T03:00:00.000+00:00',
      transactionType: 'AUTH',
      invoice: 'INV1',
    });
  });
});
