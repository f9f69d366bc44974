import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { fakeHost } from '../fake-host.js';

it('says in one line that it asks until a charge is final', async () => {
  let inquiries = 0;
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/inquire')) inquiries += 1;
    const data = request.url?.endsWith('/oauth/token')
      ? { accessToken: 'T', tokenType: 'Bearer', expiresIn: 1800 }
      : { tradeState: 'USERPAYING', transactionId: 'T1', amount: '10.00' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: { code: 1000, description: 'Success' }, data }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port }: AddressInfo = Object(server.address());
  const pay = 'ewallet pay --tran-type W --out-trade-no A1 --total-fee 10 -y --wait 20s';
  const host = fakeHost({
    argv: [...pay.split(' '), '--buyer-identity-code', '135119744894641954'],
    env: {
      PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
      PAYCTL_API_KEY: 'key-of-the-test',
      PAYCTL_API_SECRET: 'secret-of-the-test',
      PAYCTL_COMPANY_ID: '001',
      PAYCTL_TERMINAL_ID: '1',
    },
  });
  const code = await run(host);
  server.close();
  expect(code, host.stderr.text()).toBe(8);
  expect(inquiries).toBeGreaterThan(2);
  expect(host.stderr.text().match(/inquiring/g)).toHaveLength(1);
});
