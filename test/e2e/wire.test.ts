import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from './payctl.js';

/** A server that knows nothing of the bank: it keeps raw bytes, and answers what it is told to. */
const recorded: string[] = [];
let answers: Record<string, string> = {};
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
    const path = bytes.split(' ')[1] ?? '';
    bytes = '';
    const body = answers[path] ?? '{"status":{"code":1000,"description":"Success"},"data":{}}';
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nresourceOwnerId: owner-of-the-token\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
});

let machine: Machine;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port }: AddressInfo = Object(server.address());
  answers = {
    '/v1/oauth/token':
      '{"status":{"code":1000,"description":"Success"},"data":{"accessToken":"t0","tokenType":"Custom","expiresIn":1800,"expiresAt":1}}',
  };
  machine = freshMachine({
    PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
    PAYCTL_API_KEY: 'key-0',
    PAYCTL_API_SECRET: 'canary-secret-8f2c',
    PAYCTL_RESOURCE_OWNER_ID: 'hash-of-the-user',
    PAYCTL_COMPANY_ID: '001',
    PAYCTL_TERMINAL_ID: '12345678',
    PAYCTL_BILLER_ID: '123456789012345',
  });
  writeFileSync(
    join(machine.home, 'noon.cjs'),
    'Date.now = () => Date.UTC(2026, 11, 31, 17, 30, 0, 7);',
  );
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
  machine.dispose();
});

const UID = '0123456789ABCDEF0123456789ABCDEF';

/** The last request, without what names the port and the version. */
async function wire(command: string, env: Record<string, string> = {}): Promise<string> {
  recorded.length = 0;
  const finished = await machine.payctl(`${command} --request-uid ${UID} --retries 0`, { env });
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

  it('the token endpoint gets no authorization and the credentials in its body', async () => {
    recorded.length = 0;
    await machine.payctl('token refresh');
    const bytes = (recorded[0] ?? '').replace(/requestuid: \w{32}/i, 'requestUId: …');
    expect(bytes).not.toMatch(/authorization/i);
    expect(bytes).toContain('{"applicationKey":"key-0","applicationSecret":"canary-secret-8f2c"}');
    expect(bytes).toMatch(/resourceOwnerId: hash-of-the-user/i);
  });

  it('the merchant profile is a GET with a content type; its language is th or none', async () => {
    const bytes = await wire('profile merchant --lang th');
    expect(bytes).toMatch(/^GET \/v1\/shopapp\/merchant\/profile HTTP/);
    expect(bytes).toMatch(/content-type: application\/json/);
    expect(bytes).toMatch(/accept-language: th\r/);
    expect(await wire('profile merchant --lang en')).not.toMatch(/accept-language/);
  });

  it.each([
    'transfer inquire --tokenizer-id T1 --date-from 2027-01-01',
    'bill inquire --event-code 00300100 --reference1 A1',
  ])('%s: Bangkok time whatever the zone of the machine', async (command) => {
    const zones = ['UTC', 'America/New_York', 'Pacific/Kiritimati'];
    const bytes: string[] = [];
    for (const TZ of zones) {
      bytes.push(
        await wire(command, { TZ, NODE_OPTIONS: `--require ${join(machine.home, 'noon.cjs')}` }),
      );
    }
    expect(bytes[0]).toMatch(/2027-01-01(T00:30:00\.007\+07:00)?/);
    expect(new Set(bytes).size).toBe(1);
  });
});
