import { createServer } from 'node:http';
import type { WireRequest, WireResponse } from '../../../src/bank/wire.js';
import type { Caller } from '../../../src/client/caller.js';
import type { WireEvent } from '../../../src/client/observe.js';
import type { SendOptions } from '../../../src/client/transport.js';
import { wording } from '../../../src/messages/wording.js';
import { fakeHost } from '../../fixtures/fake-host.js';
import { opened } from '../../fixtures/servers.js';
import type { Checks, Parts } from '../parts.js';
import { callerOf } from './bench.js';
import { tokenOf } from './tokens.js';

/** Where the requests of one call went, at a server that redirects. */
async function arrived(parts: Parts, fence?: SendOptions['fence']): Promise<string[]> {
  const paths: string[] = [];
  const server = createServer(({ url = '' }, answer) => {
    paths.push(url);
    answer.writeHead(url === '/here' ? 307 : 200, { location: '/there' }).end('{}');
  });
  const transport = parts.gotTransport({});
  try {
    const url = `http://127.0.0.1:${await opened(server)}/here`;
    const options = { timeoutMs: 5_000, fresh: true, ...(fence && { fence }) };
    const request = { method: 'POST', url, headers: {}, body: '{}' };
    await transport.send(request, options).catch(() => undefined);
    return paths;
  } finally {
    await transport.close();
  }
}

/** A list of seven pages: the ids of its calls, and how long it waited. */
async function listed(parts: Parts): Promise<{ ids: Set<unknown>; naps: readonly number[] }> {
  const host = fakeHost();
  const ids = new Set<unknown>();
  const caller: Caller = {
    ...callerOf(() => 'SUCCESS'),
    async call(operation, input, options = {}) {
      ids.add(options.requestUId ?? `made-${ids.size}`);
      const data = { list: [String(input.page)], total: '7' };
      return callerOf(() => 'SUCCESS', data).call(operation, input, options);
    },
  };
  const pages = { number: 'page', size: 'size', records: 'list', total: 'total', wrapper: 'data' };
  const operation = { ...(await parts.loadOperation('ewallet.inquire')), pages };
  const requestUId = 'x'.repeat(32);
  await parts.withWholeLists(caller, host.clock).call(operation, {}, { requestUId });
  return { ids, naps: host.clock.naps };
}

/** Whether most of what the bank says is gone. */
async function hides(parts: Parts, said: string, hidden = said.slice(8, -4)): Promise<boolean> {
  const bench = await callerOn(parts, () => answer(400, 1112, said));
  const outcome = await bench.caller.call(await parts.loadOperation('ewallet.inquire'), INQUIRY);
  const all = JSON.stringify(outcome) + Buffer.from(outcome.raw ?? []).toString();
  return !all.includes(JSON.stringify(hidden).slice(1, -1));
}

const TOKEN = 'access-token-7-of-the-application';
const REFRESH = 'refresh-token-8-of-the-user';
const INQUIRY = { tranType: 'W', companyId: '001', terminalId: '1', outTradeNo: 'REF1' };

/** A caller with a token, over a bank that is one function. */
export async function callerOn(
  parts: Parts,
  bank: (request: WireRequest) => WireResponse,
  baseUrl = 'https://bank.example',
) {
  const host = fakeHost();
  const sent: WireRequest[] = [];
  const events: WireEvent[] = [];
  const store = parts.memoryTokenStore(host.clock);
  await store.write('application', tokenOf(host, TOKEN));
  await store.write('user', { ...tokenOf(host, 'user-token-9'), refreshToken: REFRESH });
  const caller = parts.createCaller({
    connection: {
      profile: 'test',
      baseUrl,
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
  return answered(status, { status: { code, description } }, headers);
}

/** A page, or JSON. */
export function answered(status: number, contents: string | object, headers = {}): WireResponse {
  const isPage = typeof contents === 'string';
  const type = isPage ? 'text/html' : 'application/json';
  const body = Buffer.from(isPage ? contents : JSON.stringify(contents));
  return { status, headers: { 'content-type': type, ...headers }, body };
}

export const CLIENT = {
  'a redirect is never followed': async (parts) => (await arrived(parts)).join() === '/here',
  'nothing leaves before the fence agrees': async (parts) =>
    (await arrived(parts, { refusal: () => wording.quoted('another process has it') })).length ===
    0,

  async 'what creates once is sent once'(parts) {
    const bench = await callerOn(parts, () => {
      throw new parts.TransportFailure('timeout', true, 'timed out');
    });
    await bench.caller.call(await parts.loadOperation('transfer.creditInitiate'), {});
    return bench.sent.length === 1;
  },

  async 'a code that works once is sent once'(parts) {
    const bench = await callerOn(parts, () => answer(503, 9990));
    await bench.caller.session.login({ authCode: 'code' }).catch(() => undefined);
    return bench.sent.length === 1;
  },

  async 'a retry waits as long as the bank asks'(parts) {
    const bench = await callerOn(parts, () => answer(429, 9900, '', { 'retry-after': '9' }));
    await bench.caller.call(await parts.loadOperation('ewallet.inquire'), INQUIRY);
    const [nap = 0] = bench.host.clock.naps;
    return nap >= 9_000;
  },

  async 'a value stays in its segment of the path'(parts) {
    const { caller, sent } = await callerOn(parts, () => answer(400, 1112));
    const operation = await parts.loadOperation('qr.inquire');
    for (const qrId of ['../other', 'x%2f..%2fother', '%252e%252e', '..']) {
      await caller.call(operation, { qrId }).catch(() => undefined);
    }
    return sent.length === 0;
  },

  /** A page of a proxy, and its own status in the bank's envelope. */
  async 'what others answer in place of the bank proves nothing'(parts) {
    const operation = await parts.loadOperation('ewallet.pay');
    const answers = [401, 429].flatMap((status) => [
      answered(status, '<html>'),
      answered(status, {}),
      answer(status, status),
    ]);
    for (const each of answers) {
      const { caller } = await callerOn(parts, () => each);
      const outcome = await caller.call(operation, { ...INQUIRY, totalFee: '1.00' });
      if (outcome.class !== 'OUTCOME_UNKNOWN') return false;
    }
    return true;
  },

  async 'a code with the status of another proves nothing'(parts) {
    const operation = await parts.loadOperation('ewallet.pay');
    const answers = [answer(200, 9500), answer(401, 1104), answer(403, 9595), answer(404, 9900)];
    for (const each of answers) {
      const { caller } = await callerOn(parts, () => each);
      const outcome = await caller.call(operation, { ...INQUIRY, totalFee: '1.00' });
      if (outcome.class !== 'OUTCOME_UNKNOWN') return false;
    }
    return true;
  },

  async "a user's call goes with the user's token"(parts) {
    const { caller, sent } = await callerOn(parts, () => answer(400, 1112));
    const operation = await parts.loadOperation('ewallet.inquire');
    await caller.call(operation, INQUIRY, { grant: 'user' });
    return (
      sent.length > 0 &&
      sent.every(({ headers }) => headers.authorization?.endsWith('user-token-9'))
    );
  },

  async 'no credential travels in clear'(parts) {
    const { caller, sent } = await callerOn(parts, () => answer(400, 1112), 'http://bank.example');
    const operation = await parts.loadOperation('ewallet.inquire');
    await caller.call(operation, INQUIRY).catch(() => undefined);
    return sent.length === 0;
  },

  'every page is a call of its own': async (parts) => (await listed(parts)).ids.size === 7,
  'pages are asked for at the pace of the bank': async (parts) =>
    (await listed(parts)).naps.length > 0,
  'a secret that comes back in HTML is hidden': (parts) =>
    hides(
      parts,
      TOKEN.replace(/[a-z]/g, (letter) => `&#${letter.charCodeAt(0)};`),
    ),

  async 'a secret that comes back in JSON escapes is hidden'(parts) {
    const asEscape = (letter: string) => `\\u00${letter.charCodeAt(0).toString(16)}`;
    return hides(parts, TOKEN.replace(/[a-z]/g, asEscape));
  },

  'a secret that comes back in hexadecimal is hidden': (parts) =>
    hides(parts, Buffer.from(TOKEN).toString('hex')),
  'a secret that comes back in groups of digits is hidden': (parts) =>
    hides(
      parts,
      Buffer.from(TOKEN)
        .toString('hex')
        .replace(/..(?=.)/g, '$&:'),
    ),
  async 'a secret that comes back as a name is hidden'(parts) {
    const named = () => answered(400, { status: { code: 1112 } }, { [`x-${TOKEN}`]: '' });
    const bench = await callerOn(parts, named);
    await bench.caller.call(await parts.loadOperation('ewallet.inquire'), INQUIRY);
    return bench.events.length > 0 && !JSON.stringify(bench.events).includes(TOKEN);
  },
  'a secret that comes back is hidden': (parts) => hides(parts, TOKEN, TOKEN),
  'a secret that comes back escaped is hidden': (parts) =>
    hides(
      parts,
      TOKEN.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ),
  /** Behind other letters of base64, so that nobody can tell where it begins. */
  'a secret that comes back encoded is hidden': (parts) =>
    hides(parts, `abcde${Buffer.from(`x${TOKEN}`).toString('base64')}`),
  'a secret of another call is hidden': (parts) => hides(parts, REFRESH),

  async 'the wire log shows nobody'(parts) {
    const data = { tradeState: 'SUCCESS', buyerUserId: 'mali-suksai' };
    const bench = await callerOn(parts, () => answered(200, { status: { code: 1000 }, data }));
    await bench.caller.call(await parts.loadOperation('ewallet.inquire'), INQUIRY);
    return bench.events.length > 0 && !JSON.stringify(bench.events).includes('mali-suksai');
  },

  async 'the wire log shows no credential'(parts) {
    const bench = await callerOn(parts, () => answer(400, 1112));
    await bench.caller.call(await parts.loadOperation('ewallet.inquire'), INQUIRY);
    return bench.events.length > 0 && !JSON.stringify(bench.events).includes(TOKEN);
  },
} satisfies Checks;
