import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from './payctl.js';

const TOKEN = { accessToken: 'flood-token', tokenType: 'Bearer', expiresIn: 1800, expiresAt: 0 };
const many = Array.from({ length: 150_000 }, (_, index) => `"k${index}":"v"`).join(',');
const deep = `${'{"a":'.repeat(150)}${'['.repeat(20)}{}${']'.repeat(20)}${'}'.repeat(150)}`;

let server: Server;
let machine: Machine;
let further = many;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    const isToken = request.url?.includes('/oauth/') === true;
    const paid = `{"tradeState":"TRADE_SUCCESS","amount":"10.00",${further}}`;
    const data = isToken ? JSON.stringify(TOKEN) : paid;
    response.setHeader('content-type', 'application/json');
    response.end(`{"status":{"code":1000,"description":"Success"},"data":${data}}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  machine = freshMachine({
    PAYCTL_BASE_URL: `http://127.0.0.1:${port}/partners/sandbox`,
    PAYCTL_ENVIRONMENT: 'test',
    PAYCTL_API_KEY: 'key',
    PAYCTL_API_SECRET: 'secret',
    PAYCTL_COMPANY_ID: '00100',
    PAYCTL_TERMINAL_ID: '100000000000001',
    PAYCTL_OUT_TRADE_NO_PREFIX: 'SBX',
  });
});
afterAll(() => {
  server.close();
  machine.dispose();
});

describe('an answer that is a flood', () => {
  it.each([
    ['many fields', many, ['table']],
    ['deep fields', `"deep":${deep}`, ['table', 'csv', 'yaml']],
  ])('hides no success of a payment: %s', async (name, fields, formats) => {
    further = fields;
    for (const format of formats) {
      const reference = `SBX${name.slice(0, 4).toUpperCase()}${format.toUpperCase()}`;
      const { code, stdout, stderr } = await machine.payctl(
        `ewallet pay --tran-type W --out-trade-no ${reference} --total-fee 10.00 --buyer-identity-code 281234567890123456 -o ${format}`,
      );
      expect([code, stderr], format).toEqual([0, '']);
      expect(stdout).toContain('TRADE_SUCCESS');
    }
  });
});
