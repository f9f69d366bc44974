import { describe, expect } from 'vitest';
import { loadCatalogue } from '../../src/bank/families.js';
import { setFault } from '../../src/sandbox/operator.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { parseAddress, Router } from '../../src/sandbox/server/routes.js';
import { it, newWorld, START } from '../fixtures/sandbox.js';
import { type CallOptions, call, ewallet, tokenCall } from '../fixtures/sandbox-calls.js';

const INQUIRE = '/v1/payment/transfer/fcd/inquiry';
const FIELDS = {
  channelDateTime: '2026-03-10T10:00:00.000+07:00',
  tokenizerId: 'SBX1',
  dateFrom: '2026-03-10',
};

describe('the table of errors', () => {
  it.each<[string, CallOptions, number, number]>([
    ['wrong language', { headers: { 'accept-language': 'EN' } }, 400, 1102],
    ['no requestUId', { headers: { requestUId: undefined } }, 400, 9100],
    ['no resourceOwnerId', { headers: { resourceOwnerId: undefined } }, 400, 9100],
    ['a short requestUId', { headers: { requestUId: 'short' } }, 400, 1102],
    ['no credentials', { token: null }, 401, 9100],
    ['bad credentials', { token: 'no-such-token' }, 401, 9500],
    ['another prefix', { headers: { authorization: 'Basic abc' } }, 401, 9500],
    ['somebody else’s resource', { headers: { resourceOwnerId: 'somebody' } }, 403, 9500],
    ['no JSON type', { headers: { 'content-type': 'text/plain' } }, 415, 9900],
  ])('%s', async (_name, options, status, code) => {
    const { bank } = await newWorld();
    expect(await call(bank, 'POST', INQUIRE, FIELDS, options)).toMatchObject({ status, code });
  });

  it.each([
    ['maintenance', 503, 9990],
    ['flapping-503', 503, 9990],
    ['overload', 503, 9900],
    ['gateway-timeout', 504, 9900],
    ['threat', 500, 9900],
    ['downstream', 500, 8101],
    ['rate-limited', 429, 9900],
    ['token-revoked', 401, 9500],
  ] as const)('fault %s', async (name, status, code) => {
    const { bank } = await newWorld();
    await setFault(bank, { name, operation: 'transfer.inquire', probability: 1 });
    expect(await call(bank, 'POST', INQUIRE, FIELDS)).toMatchObject({ status, code });
  });

  it('8101 comes at any status', async ({ bank }) => {
    await setFault(bank, { name: 'downstream', operation: 'transfer.inquire', status: 409 });
    expect(await call(bank, 'POST', INQUIRE, FIELDS)).toMatchObject({ status: 409, code: 8101 });
  });

  it('wrong method: 500 without a body; unknown path: 404 in the envelope', async ({ bank }) => {
    expect(await call(bank, 'GET', INQUIRE)).toMatchObject({ status: 500, text: '' });
    expect(await call(bank, 'GET', '/v9/nothing')).toMatchObject({ status: 404, code: 9900 });
  });

  it.each([
    ['none', 9591],
    ['refused', 9595],
  ] as const)('two-way TLS, certificate %s', async (certificate, code) => {
    const { bank } = await newWorld({ settings: { requireClientCertificate: true } });
    const url = `${SANDBOX_PROFILE.baseUrl}${INQUIRE}`;
    const { response } = await bank.handle(
      { method: 'POST', url, headers: {}, body: '{}' },
      certificate,
    );
    expect(response.status).toBe(401);
    expect(JSON.parse(new TextDecoder().decode(response.body)).status.code).toBe(code);
  });

  it('five calls a second, per operation', async () => {
    const { bank, clock } = await newWorld({ settings: { rateLimit: 5 } });
    const codes = async () => {
      const answers = [];
      for (let i = 0; i < 7; i++) answers.push(await call(bank, 'POST', INQUIRE, FIELDS));
      return answers.map(({ status }) => status);
    };
    expect(await codes()).toEqual([404, 404, 404, 404, 404, 429, 429]);
    expect((await ewallet(bank, 'inquire', { outTradeNo: 'SBX1' })).status).toBe(404);
    clock.advance(1000);
    expect((await codes())[0]).toBe(404);
  });

  it('any number of calls while the clock stands still', async () => {
    const { bank } = await newWorld({ settings: { rateLimit: 5 }, stoppedAt: START });
    const answers = [];
    for (let i = 0; i < 7; i++) answers.push(await call(bank, 'POST', INQUIRE, FIELDS));
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404));
  });

  it.each([
    ['not JSON', '{'],
    ['not an object', '[]'],
  ])('%s is 400/1102', async (_name, body) => {
    const { bank } = await newWorld();
    expect(await call(bank, 'POST', INQUIRE, body)).toMatchObject({ status: 400, code: 1102 });
  });

  it('knows the header names in any letter case, at the root and under the prefix', async ({
    bank,
  }) => {
    const token = (await tokenCall(bank)).data.accessToken;
    const headers = {
      'Content-Type': 'application/json',
      AUTHORIZATION: `Bearer ${token}`,
      requestUID: 'x',
      resourceOwnerID: SANDBOX_PROFILE.apiKey,
    };
    const fields = { tranType: 'W', companyId: '1', terminalId: '1', outTradeNo: 'SBX1' };
    const request = { method: 'POST', headers, body: JSON.stringify(fields) };
    for (const prefix of ['', '/partners/sandbox']) {
      const url = `http://127.0.0.1:80${prefix}/v1/payment/ewallets/inquire`;
      expect((await bank.handle({ ...request, url })).response.status).toBe(404);
    }
  });
});

function matched(router: Router, method: string, path: string) {
  const request = { method, url: `http://h:1${path}`, headers: {} };
  return router.match(request, parseAddress(request));
}

describe('routes', () => {
  it('every operation of the catalogue has a handler, by each of its methods', async () => {
    const router = new Router();
    for (const { id, method, otherMethods = [], path } of await loadCatalogue()) {
      const filled = path.replace(/\{[A-Za-z]+\}/g, 'x');
      for (const each of [method, ...otherMethods]) {
        expect((await matched(router, each, filled)).operation.id).toBe(id);
      }
    }
  });

  it('hands over what travels in the path', async () => {
    const match = await matched(new Router(), 'GET', '/v1/payment/qrcode/creditcard/A%2FB');
    expect(match).toMatchObject({ operation: { id: 'qr.inquire' }, inPath: { qrId: 'A/B' } });
  });
});
