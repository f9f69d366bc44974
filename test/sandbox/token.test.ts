import { describe, expect } from 'vitest';
import type { Bank } from '../../src/sandbox/bank.js';
import { consent } from '../../src/sandbox/customer.js';
import { setFault } from '../../src/sandbox/operator.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { CUSTOMERS } from '../../src/sandbox/seed/profiles.js';
import { it, newWorld, START } from '../fixtures/sandbox.js';
import { call, tokenCall } from '../fixtures/sandbox-calls.js';

const MINUTE = 60_000;
const PROFILE = '/v2/customers/profile';
const MERCHANT = '/v1/shopapp/merchant/profile';

const refreshCall = (bank: Bank, refreshToken: string, resourceOwnerId?: string) => {
  const { apiKey: applicationKey, apiSecret: applicationSecret } = SANDBOX_PROFILE;
  const body = { applicationKey, applicationSecret, refreshToken };
  return call(bank, 'POST', '/v1/oauth/token/refresh', body, {
    token: null,
    headers: { resourceOwnerId },
  });
};

describe('tokens', () => {
  it('an application gets a token of 30 minutes and no refresh token', async ({ bank, clock }) => {
    const issued = await tokenCall(bank);
    expect(issued.data).toEqual({
      accessToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tokenType: 'Bearer',
      expiresIn: 1800,
      expiresAt: START / 1000 + 1800,
    });
    const token = issued.data.accessToken;
    const headers = { 'content-type': 'application/json' };
    const merchant = () => call(bank, 'GET', MERCHANT, undefined, { token, headers });
    clock.advance(30 * MINUTE - 1);
    expect((await merchant()).status).toBe(200);
    clock.advance(1);
    expect(await merchant()).toMatchObject({ status: 401, code: '9500' });
  });

  it('refuses a wrong secret', async ({ bank }) => {
    const refused = { status: 401, code: 9500 };
    expect(await tokenCall(bank, { applicationSecret: 'wrong' })).toMatchObject(refused);
  });

  it('a code is good once, for a minute, with its state and challenge', async ({ bank, clock }) => {
    const bound = await consent(bank, { state: 's', codeChallenge: 'c' });
    const refused = { status: 401, code: 9300 };
    expect(
      await tokenCall(bank, { authCode: bound.code, state: 'other', codeChallenge: 'c' }),
    ).toMatchObject(refused);
    expect(await tokenCall(bank, { authCode: bound.code, state: 's' })).toMatchObject(refused);
    const ok = { authCode: bound.code, state: 's', codeChallenge: 'c' };
    expect((await tokenCall(bank, ok)).status).toBe(200);
    expect(await tokenCall(bank, ok)).toMatchObject(refused);
    const late = await consent(bank);
    clock.advance(MINUTE);
    expect(await tokenCall(bank, { authCode: late.code })).toMatchObject(refused);
  });

  it('can require codeChallenge, and forbid a flow', async () => {
    const strict = await newWorld({ settings: { requireCodeChallenge: true } });
    const { code } = await consent(strict.bank);
    expect(await tokenCall(strict.bank, { authCode: code })).toMatchObject({
      status: 401,
      code: 9300,
      description: expect.stringContaining('codeChallenge'),
    });
    const { bank } = await newWorld({ settings: { grants: 'application' } });
    expect(await tokenCall(bank, { authCode: code })).toMatchObject({ status: 403, code: 9503 });
  });

  it('a customer who consented can be read, under the owner of the token response', async ({
    bank,
    clock,
  }) => {
    const issued = await tokenCall(bank, { authCode: (await consent(bank)).code });
    const owner = issued.headers.resourceownerid ?? '';
    expect(owner).toBe(CUSTOMERS.mali?.ownerId);
    expect(issued.data).toMatchObject({
      refreshExpiresIn: 3600,
      refreshExpiresAt: START / 1000 + 3600,
    });
    const read = (token: string, resourceOwnerId: string) =>
      call(bank, 'GET', PROFILE, undefined, { token, headers: { resourceOwnerId } });
    const profile = await read(issued.data.accessToken, owner);
    expect(profile.data.profile).toMatchObject({
      thaiFirstName: 'มะลิ',
      address: { zipCode: '10000' },
    });
    expect((await read(issued.data.accessToken, SANDBOX_PROFILE.apiKey)).code).toBe(9500);

    clock.advance(59 * MINUTE);
    const refresh = (owned = owner) => refreshCall(bank, issued.data.refreshToken, owned);
    expect(await refresh(SANDBOX_PROFILE.applicationId)).toMatchObject({ status: 403, code: 9500 });
    const renewed = await refresh();
    expect(renewed.data).toMatchObject({ expiresIn: 1800, refreshExpiresIn: 60 });
    expect((await read(renewed.data.accessToken, owner)).status).toBe(200);
    clock.advance(MINUTE);
    expect(await refresh()).toMatchObject({ status: 401, code: 9300 });
  });

  it('rotates refresh tokens where it is set so', async () => {
    const { bank } = await newWorld({ settings: { rotateRefreshTokens: true } });
    const issued = await tokenCall(bank, { authCode: (await consent(bank)).code });
    const refresh = (token: string) => refreshCall(bank, token, issued.headers.resourceownerid);
    const renewed = await refresh(issued.data.refreshToken);
    expect(renewed.data.refreshToken).not.toBe(issued.data.refreshToken);
    expect((await refresh(issued.data.refreshToken)).code).toBe(9300);
  });
});

describe('merchant profile', () => {
  it('writes its code as text, needs content-type, speaks Thai only', async ({ bank }) => {
    const read = (headers: Record<string, string>) =>
      call(bank, 'GET', MERCHANT, undefined, { headers });
    const json = { 'content-type': 'application/json' };
    expect(await read(json)).toMatchObject({
      code: '1000',
      data: {
        profile: { shopInfo: { shopNameTh: 'ร้านตัวอย่าง' } },
        paymentService: { QR: { length: 4 }, PML: { transactionLimit: { minimumCCIPP: 3000 } } },
      },
    });
    expect((await read({})).code).toBe('9100');
    expect((await read({ ...json, 'accept-language': 'EN' })).code).toBe('1102');
    expect((await read({ ...json, 'accept-language': 'th' })).code).toBe('1000');
  });

  it('has the error of the backend in its details', async ({ bank }) => {
    await setFault(bank, { name: 'downstream', operation: 'profile.merchant', times: 1 });
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await call(bank, 'GET', MERCHANT, undefined, { headers });
    const said = { code: '8101', description: expect.any(String) };
    const why = { reason: expect.any(String), source: expect.stringMatching(/^\//) };
    const details = { ...why, http_code: String(status), response: {}, status: said };
    expect(JSON.parse(text).status).toEqual({ ...said, details });
  });
});
