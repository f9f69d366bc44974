import { afterAll, describe, expect, it } from 'vitest';
import { freshMachine } from '../fixtures/machine.js';
import { answer, recordingServer } from '../fixtures/servers.js';

const TOKEN = '{"accessToken":"t0","tokenType":"Custom","expiresIn":1800,"expiresAt":1}';

/** It keeps raw bytes, and gives a token. */
const server = await recordingServer((socket, request) => {
  const data = request.includes('/oauth/token') ? TOKEN : '{}';
  const body = `{"status":{"code":1000,"description":"Success"},"data":${data}}`;
  socket.write(answer(body, { resourceOwnerId: 'owner-of-the-token' }));
});
afterAll(() => server.close());

const machine = freshMachine({
  PAYCTL_BASE_URL: server.url,
  PAYCTL_API_KEY: 'key-0',
  PAYCTL_API_SECRET: 'secret-0',
  PAYCTL_RESOURCE_OWNER_ID: 'hash-of-the-user',
  PAYCTL_COMPANY_ID: '001',
  PAYCTL_TERMINAL_ID: '12345678',
  PAYCTL_BILLER_ID: '123456789012345',
});

const UID = '0123456789ABCDEF0123456789ABCDEF';

/** The last request, without what names the port and the version. */
async function wire(command: string): Promise<string> {
  server.requests.length = 0;
  const finished = await machine.payctl(`${command} --request-uid ${UID} --retries 0`);
  const bytes =
    server.requests.find((sent) => sent.includes(UID)) ?? `nothing was sent: ${finished.stderr}`;
  return bytes.replace(/127\.0\.0\.1:\d+/g, 'HOST').replace(/payctl\/[\d.]+/g, 'payctl/VERSION');
}

describe('the bytes on the wire', () => {
  it('QR 30: the amount is a number with two decimals, exact up to thirteen digits', async () => {
    expect(await wire('qr create --ref1 A1 --amount 9999999999999.9')).toMatchInlineSnapshot(`
      "POST /v2/payment/qrcode/create HTTP/1.1
      user-agent: payctl/VERSION
      accept: application/json
      accept-encoding: identity
      resourceownerid: key-0
      requestuid: 0123456789ABCDEF0123456789ABCDEF
      content-type: application/json
      authorization: Custom t0
      content-length: 98
      Host: HOST
      Connection: keep-alive

      {"qrType":"PP","amount":9999999999999.90,"ppType":"BILLERID","ppId":"123456789012345","ref1":"A1"}"
    `);
  });

  it('e-wallet: amounts are strings as given, the token prefix is the returned one', async () => {
    const pay =
      'ewallet pay --tran-type A --out-trade-no ABC1 --total-fee 100 --buyer-identity-code 28001';
    expect(await wire(`${pay} --yes --wait 0 --lang th`)).toMatchInlineSnapshot(`
      "POST /v1/payment/ewallets/pay HTTP/1.1
      user-agent: payctl/VERSION
      accept: application/json
      accept-encoding: identity
      resourceownerid: key-0
      requestuid: 0123456789ABCDEF0123456789ABCDEF
      content-type: application/json
      authorization: Custom t0
      accept-language: TH
      content-length: 123
      Host: HOST
      Connection: close

      {"tranType":"A","companyId":"001","terminalId":"12345678","outTradeNo":"ABC1","totalFee":"100","buyerIdentityCode":"28001"}"
    `);
  });
});
