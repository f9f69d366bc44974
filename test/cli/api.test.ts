import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/run.js';
import { type FakeHost, fakeHost } from '../fake-host.js';

const PAY = '/v1/payment/ewallets/pay';

let server: Server;
let sent: string[] = [];

beforeAll(async () => {
  server = createServer((request, answer) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const isToken = request.url?.endsWith('/token');
      if (!isToken) sent.push(`${request.method} ${request.url} ${body}`);
      const data = isToken
        ? { accessToken: 'a', tokenType: 'Bearer', expiresIn: 1800 }
        : { tradeState: 'SUCCESS' };
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ status: { code: 1000, description: 'Success' }, data }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  sent = [];
});

async function api(...argv: string[]): Promise<{ code: number; host: FakeHost }> {
  const { port } = server.address() as AddressInfo;
  const host = fakeHost({
    argv: ['api', ...argv],
    env: {
      PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
      PAYCTL_API_KEY: 'key',
      PAYCTL_API_SECRET: 'secret',
      PAYCTL_ENVIRONMENT: 'test',
    },
  });
  return { code: await run(host), host };
}

describe('a path by which a gateway might still find an operation', () => {
  it.each([
    `${PAY}/`,
    `/${PAY}`,
    '/v1//payment/ewallets/pay',
    '/V1/payment/ewallets/pay',
    '/v1/payment/ewallets/PAY',
    '/v1/payment/ewallets/%70ay',
    '/v1/payment%2Fewallets/pay',
    `${PAY}%2F`,
    `${PAY}%20`,
    `${PAY}%3Bx`,
    `${PAY}/?x=1`,
  ])('%s is refused, and named as it is written', async (path) => {
    const { code, host } = await api('POST', path, '-f', 'outTradeNo=ABC0001');
    expect(code).toBe(2);
    expect(host.stderr.text()).toContain(`another spelling of ${PAY}, which is ewallet pay`);
    expect(sent).toEqual([]);
  });

  it('is left alone where it is a reading one, or another', async () => {
    expect((await api('POST', '/v1/payment/ewallets/inquire/', '-f', 'outTradeNo=A')).code).toBe(0);
    expect((await api('POST', '/v1/payment/ewallets/payout', '-f', 'outTradeNo=A')).code).toBe(0);
    expect(sent).toHaveLength(2);
  });
});

describe('a query behind the path', () => {
  it('stays there in a POST', async () => {
    expect((await api('POST', '/v1/other?x=1&y=a%20b', '-f', 'z=2')).code).toBe(0);
    expect(sent).toEqual(['POST /v1/other?x=1&y=a+b {"z":"2"}']);
  });

  it('and a field of the same name are one too many', async () => {
    const { code, host } = await api('POST', `${PAY}?outTradeNo=A`, '-f', 'outTradeNo=B');
    expect(code).toBe(2);
    expect(host.stderr.text()).toContain('outTradeNo is given twice');
    expect(sent).toEqual([]);
  });
});
