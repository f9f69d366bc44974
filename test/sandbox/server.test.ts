import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../src/host/serve.js';
import { clearFaults, setFault } from '../../src/sandbox/operator.js';
import { SANDBOX_PROFILE } from '../../src/sandbox/seed/profile.js';
import { servedWorld } from '../fixtures/sandbox.js';
import { headersWith, UID } from '../fixtures/sandbox-calls.js';

const BODY = { tranType: 'W', companyId: '00100', terminalId: '1', outTradeNo: 'SBX1' };

describe('the bank over HTTP', async () => {
  const { bank, ...server } = await servedWorld({}, afterAll);
  let token: string;

  beforeAll(async () => {
    const issued = await fetch(`${server.url}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', resourceOwnerId: 'me', requestUId: UID },
      body: JSON.stringify({
        applicationKey: SANDBOX_PROFILE.apiKey,
        applicationSecret: SANDBOX_PROFILE.apiSecret,
      }),
    });
    token = JSON.parse(await issued.text()).data.accessToken;
    expect(issued.headers.get('resourceownerid')).toBe('me');
  });

  const inquire = () =>
    fetch(`${server.url}/v1/payment/ewallets/inquire`, {
      method: 'POST',
      headers: headersWith(token),
      body: JSON.stringify(BODY),
    });

  it.each([
    [{ name: 'reset' }, 0],
    [{ name: 'reset', atByte: 10 }, 10],
    [{ name: 'truncated', atByte: 10 }, 10],
  ] as const)('acts out %j', async (order, bytes) => {
    const id = await setFault(bank, { ...order, operation: 'ewallet.inquire' });
    const raw = await sendRaw(server.url, rawInquiry(token));
    await clearFaults(bank, id);
    const [head = '', body = ''] = raw.split('\r\n\r\n');
    if (order.name === 'truncated')
      expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBeGreaterThan(10);
    expect(body.length).toBeLessThanOrEqual(bytes);
    if (order.name === 'truncated') expect(body).toHaveLength(bytes);
  });

  it('a stalled answer never comes, a slow one does', async () => {
    await setFault(bank, { name: 'slow', operation: 'ewallet.inquire', ms: 20, times: 1 });
    expect((await inquire()).status).toBe(404);
    await setFault(bank, { name: 'stalled', operation: 'ewallet.inquire', times: 1 });
    const winner = await Promise.race([
      inquire().catch(() => 'broken'),
      inquire().then(() => 'the next one'),
    ]);
    expect(winner).toBe('the next one');
  });
});

describe('listen', () => {
  const LIMITS = { bodyBytes: 10, headerBytes: 16_384, requestMs: 60_000, connections: 5 };

  it('answers at once or later, in text or bytes, and all but what cannot be sent', async () => {
    const server = await listen({ host: '127.0.0.1', port: 0, limits: LIMITS }, ({ body = '' }) => {
      const response = { status: 200, headers: { 'x-body': body }, body: `มะลิ ${body}` };
      if (body === 'bytes') return { response: { ...response, body: Buffer.from('มะลิ bytes') } };
      return body === 'late' ? Promise.resolve({ response }) : { response };
    });
    const bodies = ['now', 'late', 'bad\n', 'bytes', ''];
    const answers = await Promise.all(
      bodies.map((body) => fetch(server.url, { method: 'POST', body })),
    );
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 500, 200, 200]);
    expect(texts).toEqual(['มะลิ now', 'มะลิ late', '', 'มะลิ bytes', 'มะลิ ']);
    await server.close();
  });

  it('takes a request in pieces, and two header lines of one name as one', async () => {
    const server = await listen({ host: '127.0.0.1', port: 0, limits: LIMITS }, (request) => ({
      response: { status: 200, headers: {}, body: JSON.stringify(request) },
    }));
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    const head = 'POST /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\nX-A: 1\r\nX-A: 2\r\n';
    socket.write(`${head}Set-Cookie: c\r\nContent-Length: 6\r\n\r\nmai`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write('lik');
    let answer = '';
    for await (const piece of socket) answer += piece;
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      method: 'POST',
      url: 'http://h/a',
      headers: { host: 'h', connection: 'close', 'x-a': '1, 2', 'content-length': '6' },
      body: 'mailik',
    });
    await server.close();
  });

  it('answers 500 for a handler that fails', async () => {
    const server = await listen({ host: '127.0.0.1', port: 0, limits: LIMITS }, () =>
      Promise.reject(new Error('bug')),
    );
    expect((await fetch(server.url)).status).toBe(500);
    await server.close();
  });
});

function rawInquiry(token: string): string {
  const body = JSON.stringify(BODY);
  const head = [
    'POST /v1/payment/ewallets/inquire HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${body.length}`,
    `authorization: Bearer ${token}`,
    `RESOURCEOWNERID: ${SANDBOX_PROFILE.apiKey}`,
    `requestUId: ${UID}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Everything that comes back until the connection ends. */
function sendRaw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}
