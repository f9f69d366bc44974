import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WireRequest, WireResponse } from '../../../src/bank/wire.js';
import type { WireEvent } from '../../../src/client/observe.js';
import { fakeHost } from '../../fake-host.js';
import type { Parts } from '../parts.js';
import { tokenOf } from './tokens.js';

export async function staysThere(parts: Parts): Promise<boolean> {
  let strangers = 0;
  const elsewhere = createServer((_, answer) => {
    strangers += 1;
    answer.end('{}');
  });
  const bank = createServer((_, answer) => {
    answer.writeHead(307, { location: addressOf(elsewhere) }).end();
  });
  const transport = parts.gotTransport({});
  try {
    for (const server of [elsewhere, bank]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    }
    const request = { method: 'POST', url: addressOf(bank), headers: {}, body: '{}' };
    await transport.send(request, { timeoutMs: 5_000, fresh: true }).catch(() => undefined);
    return strangers === 0;
  } finally {
    await transport.close();
    for (const server of [elsewhere, bank]) server.closeAllConnections();
    for (const server of [elsewhere, bank]) server.close();
  }
}

function addressOf(server: ReturnType<typeof createServer>): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}

export async function createsOnce(parts: Parts): Promise<boolean> {
  const bench = await callerOn(parts, () => {
    throw new parts.TransportFailure('timeout', true, 'timed out');
  });
  await bench.caller.call(await parts.loadOperation('transfer.creditInitiate'), {});
  return bench.sent.length === 1;
}

export async function usesCodesOnce(parts: Parts): Promise<boolean> {
  const bench = await callerOn(parts, () => answer(503, 9990));
  await bench.caller.session.login({ authCode: 'code' }).catch(() => undefined);
  return bench.sent.length === 1;
}

export async function waitsAsAsked(parts: Parts): Promise<boolean> {
  const bench = await callerOn(parts, () => answer(429, 9900, '', { 'retry-after': '9' }));
  await bench.caller.call(await parts.loadOperation('ewallet.inquire'), INQUIRY);
  const [nap = 0] = bench.host.clock.naps;
  return nap >= 9_000;
}

export async function hidesEchoes(parts: Parts): Promise<boolean> {
  return hides(parts, TOKEN, TOKEN);
}

export async function hidesEscapes(parts: Parts): Promise<boolean> {
  return hides(
    parts,
    TOKEN.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  );
}

/** Behind other letters of base64, so that nobody can tell where it begins. */
export async function hidesCodes(parts: Parts): Promise<boolean> {
  return hides(parts, `abcde${Buffer.from(`x${TOKEN}`).toString('base64')}`);
}

export async function hidesOthers(parts: Parts): Promise<boolean> {
  return hides(parts, REFRESH);
}

/** Whether most of what the bank says is gone. */
async function hides(parts: Parts, said: string, hidden = said.slice(8, -4)): Promise<boolean> {
  const bench = await callerOn(parts, () => answer(400, 1112, said));
  const outcome = await bench.caller.call(await parts.loadOperation('ewallet.inquire'), INQUIRY);
  const raw = Buffer.from(outcome.raw ?? []).toString();
  return !(JSON.stringify(outcome) + raw).includes(hidden);
}

export async function logsNoCredentials(parts: Parts): Promise<boolean> {
  const bench = await callerOn(parts, () => answer(400, 1112));
  await bench.caller.call(await parts.loadOperation('ewallet.inquire'), INQUIRY);
  return bench.events.length > 0 && !JSON.stringify(bench.events).includes(TOKEN);
}

const TOKEN = 'access-token-7-of-the-application';
const REFRESH = 'refresh-token-8-of-the-user';
const INQUIRY = { tranType: 'W', companyId: '001', terminalId: '1', outTradeNo: 'REF1' };

/** A caller with a token, over a bank that is one function. */
async function callerOn(parts: Parts, bank: (request: WireRequest) => WireResponse) {
  const host = fakeHost();
  const sent: WireRequest[] = [];
  const events: WireEvent[] = [];
  const store = parts.memoryTokenStore(host.clock);
  await store.write('application', tokenOf(host, TOKEN));
  await store.write('user', { ...tokenOf(host, 'user-token-9'), refreshToken: REFRESH });
  const caller = parts.createCaller({
    connection: {
      profile: 'test',
      baseUrl: 'https://bank.example',
      environment: 'test',
      apiKey: 'key',
      applicationId: 'key',
      secret: async () => new parts.Secret('secret'),
    },
    transport: {
      async send(request) {
        sent.push(request);
        return bank(request);
      },
      close: async () => undefined,
    },
    store,
    clock: host.clock,
    random: host.random,
    timeoutMs: 15_000,
    retries: 2,
    observe: (event) => events.push(event),
  });
  return { host, caller, sent, events };
}

function answer(status: number, code: number, description = 'no', headers = {}): WireResponse {
  const body = Buffer.from(JSON.stringify({ status: { code, description } }));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}
