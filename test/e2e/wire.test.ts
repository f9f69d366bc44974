import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from './payctl.js';

const TOKEN = '{"accessToken":"t0","tokenType":"Custom","expiresIn":1800,"expiresAt":1}';

/** A server that knows nothing of the bank: it keeps raw bytes, and gives a token. */
const recorded: string[] = [];
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  let bytes = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    bytes += chunk.toString('latin1');
    const end = bytes.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(bytes)?.[1] ?? 0);
    if (end < 0 || bytes.length < end + 4 + length) return;
    recorded.push(bytes);
    const data = bytes.includes('/oauth/token') ? TOKEN : '{}';
    bytes = '';
    const body = `{"status":{"code":1000,"description":"Success"},"data":${data}}`;
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nresourceOwnerId: owner-of-the-token\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
});

let machine: Machine;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port }: AddressInfo = Object(server.address());
  machine = freshMachine({
    PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
    PAYCTL_API_KEY: 'key-0',
    PAYCTL_API_SECRET: 'secret-0',
    PAYCTL_RESOURCE_OWNER_ID: 'hash-of-the-user',
    PAYCTL_COMPANY_ID: '001',
    PAYCTL_TERMINAL_ID: '12345678',
    PAYCTL_BILLER_ID: '123456789012345',
  });
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const UID = '0123456789ABCDEF0123456789ABCDEF';

/** The last request, without what names the port and the version. */
async function wire(command: string): Promise<string> {
  recorded.length = 0;
  const finished = await machine.payctl(`${command} --request-uid ${UID} --retries 0`);
  const bytes =
    recorded.find((sent) => sent.includes(UID)) ?? `nothing was sent: ${finished.stderr}`;
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
