import { describe, expect } from 'vitest';
import { readCodes } from '../../src/qr/image.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/seed.js';
import { wasm } from '../qr/wasm.js';
import { call } from './calls.js';
import { it } from './fixture.js';

const { billerId } = SANDBOX_PROFILE;
const FIELDS = { qrType: 'PP', ppType: 'BILLERID', ppId: billerId, ref1: 'ORDER1', ref3: 'SBXA' };

describe('the pictures of a QR scan', () => {
  it('the PNG behind the URL', async ({ bank }) => {
    const { data } = (await call(bank, 'POST', '/v2/payment/qrcode/create', FIELDS)).data;
    const { response } = await bank.handle({ method: 'GET', url: data.url, headers: {} });
    expect((await readCodes(response.body, wasm)).map((code) => code.text)).toEqual([
      data.qrRawData,
    ]);
    const missing = await bank.handle({
      method: 'GET',
      url: data.url.replace('.png', 'X.png'),
      headers: {},
    });
    expect(missing.response.status).toBe(404);
  });

  it('the GIF of version 1', async ({ bank }) => {
    const { data } = await call(bank, 'POST', '/v1/payment/qrcode/create', {
      ...FIELDS,
      amount: '10',
    });
    const codes = await readCodes(Buffer.from(data.qrImage, 'base64'), wasm);
    expect(codes.map((code) => code.text)).toEqual([data.qrRawData]);
  });
});
