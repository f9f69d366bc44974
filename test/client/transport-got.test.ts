import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type AttemptProgress, failureFromCode } from '../../src/client/network-failure.js';
import { TransportFailure } from '../../src/client/transport.js';
import { type GotTransportOptions, gotTransport } from '../../src/client/transport-got.js';
import { wording } from '../../src/messages/wording.js';
import { CANARY } from '../fixtures/client.js';
import {
  answer,
  type Behave,
  connectProxy,
  pem,
  type RecordingServer,
  recordingServer,
  type ServerOptions,
  serverTls,
} from '../fixtures/servers.js';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function serving(behave: Behave, options?: ServerOptions): Promise<RecordingServer> {
  const server = await recordingServer(behave, options);
  opened.push(server);
  return server;
}

function transport(options: GotTransportOptions = {}) {
  const made = gotTransport(options);
  opened.push(made);
  return made;
}

const OK: Behave = (socket) => socket.write(answer('{}'));

function post(url: string, path = '/pay', body = '{"a":"ก"}') {
  return {
    method: 'POST',
    url: url + path,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'payctl/test',
      resourceOwnerId: CANARY.apiKey,
      authorization: `Bearer ${CANARY.token}`,
      'content-type': 'application/json',
    },
    body,
  };
}

const SEND = { timeoutMs: 5000, fresh: true };

/** How sending fails; never how it succeeds. */
async function failure(
  url: string,
  options: GotTransportOptions = {},
  send: Partial<Parameters<ReturnType<typeof gotTransport>['send']>[1]> = {},
): Promise<{ reason: string; sent: boolean; message: string }> {
  const ended = await transport(options)
    .send(post(url), { ...SEND, ...send })
    .catch((error: unknown) => error);
  if (!(ended instanceof TransportFailure)) throw new Error(`did not fail: ${inspect(ended)}`);
  const shown = inspect(ended, { depth: 9 }) + JSON.stringify(ended);
  for (const canary of Object.values(CANARY)) expect(shown).not.toContain(canary);
  return { reason: ended.reason, sent: ended.sent, message: ended.message };
}

describe('a request', () => {
  it('reaches an address of IPv6', async () => {
    const server = await serving(OK, { host: '::1' });
    const url = `http://[::1]:${server.port}`;
    const { status } = await transport().send(post(url, '/pay?a=1'), SEND);
    expect(status).toBe(200);
    expect(server.requests[0]).toMatch(/^POST \/pay\?a=1 [\s\S]*\r\nHost: \[::1\]:\d+\r\n/);
  });

  it.each(['localhost', 'shop.localhost'])('reaches %s without a look-up', async (name) => {
    const server = await serving(OK);
    const url = `http://${name}:${server.port}`;
    expect((await transport().send(post(url), SEND)).status).toBe(200);
    expect(server.requests[0]).toContain(`\r\nHost: ${name}:${server.port}\r\n`);
  });

  it('without a body has none, as GET and as POST', async () => {
    const server = await serving(OK);
    const headers = { accept: 'application/json', 'user-agent': 'payctl/test' };
    for (const method of ['GET', 'POST']) {
      await transport().send({ method, url: `${server.url}/x`, headers }, SEND);
    }
    const [get, postless] = server.requests;
    expect(get).toMatch(/^GET \/x HTTP\/1\.1\r\n/);
    expect(get).not.toMatch(/content-(length|type)|transfer-encoding/i);
    expect(postless).toMatch(/content-length: 0\r\n/i);
    expect(postless).toMatch(/\r\n\r\n$/);
  });

  it('answers with status, headers in lower case and the exact body', async () => {
    const server = await serving((socket) =>
      socket.write(answer('{"a": 1.00}', { ResourceOwnerId: 'x', 'X-Two': 'a' }, 418)),
    );
    const { status, headers, body } = await transport().send(post(server.url), SEND);
    expect(status).toBe(418);
    expect(headers).toMatchObject({ resourceownerid: 'x', 'x-two': 'a' });
    expect(Buffer.from(body).toString()).toBe('{"a": 1.00}');
  });

  it('that moves money has a connection of its own; the others share', async () => {
    const server = await serving(OK);
    const shared = transport();
    for (const fresh of [false, false, true, true, false]) {
      await shared.send(post(server.url), { ...SEND, fresh });
    }
    expect(server.connections()).toBe(3);
  });

  it('prints no warning when one signal stops many requests', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => warnings.push(warning);
    process.on('warning', listen);
    const server = await serving(OK);
    const shared = transport();
    const { signal } = new AbortController();
    const calls = Array.from({ length: 20 }, () =>
      shared.send(post(server.url), { ...SEND, fresh: false, signal }),
    );
    await Promise.all(calls);
    process.off('warning', listen);
    expect(warnings).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])('is not led elsewhere by %d', async (status) => {
    const evil = await serving(OK);
    const location = `${evil.url}/steal`;
    const server = await serving((socket) => socket.write(answer('', { location }, status)));
    const response = await transport().send(post(server.url), SEND);
    expect(response).toMatchObject({ status, headers: { location } });
    expect(evil.connections()).toBe(0);
    expect(server.requests).toHaveLength(1);
  });

  it.each([408, 413, 429, 500, 502, 503, 504])('is not repeated after %d', async (status) => {
    const server = await serving((socket) =>
      socket.write(answer('', { 'retry-after': 0 }, status)),
    );
    const { method: _, ...get } = { ...post(server.url), body: undefined };
    await transport().send({ ...get, method: 'GET' }, SEND);
    expect(server.requests).toHaveLength(1);
  });
});

describe('what goes wrong before a byte is sent', () => {
  it('a refused connection', async () => {
    const server = await serving(OK);
    await server.close();
    expect(await failure(server.url)).toMatchObject({ reason: 'refused', sent: false });
  });

  const plain = { connected: (socket: Socket) => socket.write('HTTP/1.1 400 X\r\n\r\n') };

  it.each<[string, string, ServerOptions, GotTransportOptions, { timeoutMs?: number }]>([
    ['a handshake that never comes', 'connect', {}, { connectMs: 60 }, {}],
    ['an attempt that ends before the connection is ready', 'timeout', {}, {}, { timeoutMs: 60 }],
    ['a server that speaks no TLS', 'tls', plain, {}, {}],
  ])('%s', async (_, reason, options, limits, send) => {
    const server = await serving(OK, options);
    const ended = await failure(server.url.replace('http:', 'https:'), limits, send);
    expect(ended).toMatchObject({ reason, sent: false });
  });

  it('a call that was stopped before', async () => {
    const server = await serving(OK);
    const ended = await failure(server.url, {}, { signal: AbortSignal.abort() });
    expect(ended).toMatchObject({ reason: 'aborted', sent: false });
    expect(server.requests).toEqual([]);
  });
});

describe('a fence', () => {
  const tls = { ca: pem('ca.pem') };
  const servers = [
    ['over plain HTTP', undefined],
    ['over TLS', serverTls()],
  ] as const;

  /** One that lets everything pass, and notes that it was asked. */
  const agreeing = (note: () => unknown) => ({
    refusal() {
      note();
      return undefined;
    },
  });

  it.each(servers)(
    'is asked when the connection is ready, before the first byte: %s',
    async (_, own) => {
      const events: string[] = [];
      const connected = (socket: Socket) => {
        events.push('connected');
        socket.once('data', () => events.push('first byte'));
      };
      const server = await serving(OK, { connected, ...(own && { tls: own }) });
      const fence = agreeing(() => events.push('asked'));
      const { status } = await transport({ tls }).send(post(server.url), { ...SEND, fence });
      expect(status).toBe(200);
      expect(events.filter((event) => event !== 'connected')).toEqual(['asked', 'first byte']);
      expect(server.requests[0]).toMatch(/\r\n\r\n\{"a":"/);
    },
  );

  it('is not asked while the handshake goes on', async () => {
    const server = await serving(OK);
    let asked = 0;
    const fence = agreeing(() => asked++);
    const url = server.url.replace('http:', 'https:');
    const { sent } = await failure(url, { connectMs: 60 }, { fence });
    expect({ sent, asked }).toEqual({ sent: false, asked: 0 });
  });

  it.each(servers)('that refuses lets no byte out: %s', async (_, own) => {
    let bytes = 0;
    const connected = (socket: Socket) => {
      socket.on('data', (chunk) => {
        bytes += chunk.length;
      });
    };
    const server = await serving(OK, { connected, ...(own && { tls: own }) });
    const fence = { refusal: () => wording.quoted('it is too late') };
    const refused = await failure(server.url, { tls }, { fence });
    expect(refused).toEqual({ reason: 'withheld', sent: false, message: 'it is too late' });
    // By the time that another call was answered, a byte of the first would have come.
    await transport({ tls }).send(post(server.url), SEND);
    expect(bytes).toBe(server.requests.join('').length);
    expect(server.requests).toHaveLength(1);
  });
});

describe('what goes wrong after a byte may have been sent', () => {
  it.each<[string, Behave, string]>([
    ['silence', () => {}, 'timeout'],
    ['a reset', (socket) => socket.resetAndDestroy(), 'reset'],
    ['a close', (socket) => socket.end(), 'reset'],
    ['no HTTP', (socket) => socket.write('SSH-2.0-x\r\n\r\n'), 'malformed'],
    ['half a head', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'), 'reset'],
    ['half a body', (socket) => socket.end(answer('{"a"', { 'content-length': 99 })), 'truncated'],
    [
      'a body that stops',
      (socket) => socket.write(answer('{', { 'content-length': 99 })),
      'timeout',
    ],
    ['a chunk that lies', (socket) => socket.write(chunked('zz\r\nxx\r\n')), 'malformed'],
    ['half a chunk', (socket) => socket.end(chunked('ff\r\nxx')), 'truncated'],
    ['20,000 headers', (socket) => socket.write(answer('', headers(20_000))), 'malformed'],
  ])('%s', async (_, behave, reason) => {
    const server = await serving(behave);
    const timeoutMs = reason === 'timeout' ? 500 : 5000;
    const ended = await failure(server.url, {}, { timeoutMs });
    expect(ended).toMatchObject({ reason, sent: true });
  });

  it('a call that is stopped', async () => {
    const stop = new AbortController();
    const server = await serving(() => stop.abort());
    const ended = await failure(server.url, {}, { signal: stop.signal });
    expect(ended).toMatchObject({ reason: 'aborted', sent: true });
  });

  it('a reset at any byte of the answer is never taken for an answer', async () => {
    const whole = answer('{"status":{"code":1000}}');
    for (let cut = 0; cut < whole.length; cut++) {
      const server = await recordingServer((socket) => socket.end(whole.slice(0, cut)));
      const { sent, reason } = await failure(server.url);
      expect([cut, sent, ['reset', 'truncated'].includes(reason)]).toEqual([cut, true, true]);
      await server.close();
    }
  });
});

describe('an answer that is too large', () => {
  const MB = 'x'.repeat(1024 * 1024);
  function pour(socket: Socket): void {
    while (!socket.destroyed && socket.write(MB));
    if (!socket.destroyed) socket.once('drain', () => pour(socket));
  }

  const packed =
    (bytes: Buffer): Behave =>
    (socket) => {
      const head = `content-encoding: gzip\r\ncontent-length: ${bytes.length}\r\n`;
      socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n`);
      socket.write(bytes);
    };
  const endless: Behave = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    pour(socket);
  };

  it.each<[string, Behave, string]>([
    ['an endless one', endless, 'too-large'],
    ['a gzip bomb', packed(gzipSync(Buffer.alloc(50 * 1024 * 1024))), 'too-large'],
    ['a claim of compression that is not there', packed(Buffer.from('{"a":1}')), 'malformed'],
  ])('is cut off: %s', async (_, behave, reason) => {
    const server = await serving(behave);
    expect(await failure(server.url)).toMatchObject({ reason, sent: true });
  });

  it('is not one that is small, whatever it is packed in', async () => {
    const server = await serving(packed(gzipSync('{"a":1}')));
    const { body } = await transport().send(post(server.url), SEND);
    expect(Buffer.from(body).toString()).toBe('{"a":1}');
  });
});

describe('TLS', () => {
  const ca = pem('ca.pem');

  it('trusts the given authority', async () => {
    const server = await serving(OK, { tls: serverTls() });
    const { status } = await transport({ tls: { ca } }).send(post(server.url), SEND);
    expect(status).toBe(200);
  });

  it.each<[string, string, GotTransportOptions, string]>([
    ['an unknown root', 'server', {}, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['another name', 'other', { tls: { ca } }, 'for another host name'],
    ['an expired certificate', 'expired', { tls: { ca } }, 'has expired'],
  ])('refuses %s, whatever the environment says', async (_, name, options, words) => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const server = await serving(OK, { tls: serverTls(name) });
      const ended = await failure(server.url, options);
      expect(ended).toMatchObject({ reason: 'tls', sent: false });
      expect(ended.message).toContain(words);
      expect(server.requests).toEqual([]);
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  const twoWay = { ...serverTls(), ca, requestCert: true, rejectUnauthorized: true };
  const client = { cert: pem('client.pem'), key: pem('client.key') };

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'shows the client certificate where it has one, and is not read without, %s',
    async (maxVersion) => {
      const server = await serving(OK, { tls: { ...twoWay, maxVersion } });
      const { reason, sent } = await failure(server.url, { tls: { ca } });
      // Where the server closes before its alert is seen, sent must stay in doubt.
      expect(['tls false', 'reset true']).toContain(`${reason} ${sent}`);
      expect(server.requests).toEqual([]);
      const { status } = await transport({ tls: { ca, ...client } }).send(post(server.url), SEND);
      expect(status).toBe(200);
    },
  );

  it('a key that does not belong to the certificate', async () => {
    const server = await serving(OK, { tls: twoWay });
    const mixed = { ca, cert: client.cert, key: pem('other.key') };
    const ended = await failure(server.url, { tls: mixed });
    expect(ended).toMatchObject({ reason: 'tls', sent: false });
    expect(server.connections()).toBe(0);
  });
});

describe('a proxy', () => {
  async function proxying(reply?: string, answers: typeof OK = OK) {
    const target = await serving(answers, { tls: serverTls() });
    const proxy = await connectProxy(target.port, reply);
    opened.push(proxy);
    const { asked, port } = proxy;
    return { target, asked, httpsProxy: `http://user:pass%21@127.0.0.1:${port}` };
  }
  const tls = { ca: pem('ca.pem') };

  it('carries both kinds of connection, by CONNECT', async () => {
    const { target, asked, httpsProxy } = await proxying();
    const proxied = transport({ tls, proxy: { httpsProxy } });
    for (const fresh of [true, false, false]) {
      await proxied.send(post('https://bank.example'), { ...SEND, fresh });
    }
    expect(target.requests).toHaveLength(3);
    expect(asked).toEqual(['bank.example:443 user:pass!', 'bank.example:443 user:pass!']);
  });

  it('cannot bypass a fence', async () => {
    const { target, httpsProxy } = await proxying();
    const asked: string[] = [];
    const said = [undefined, 'it is too late'];
    const fence = {
      refusal() {
        asked.push(`after ${target.requests.length}`);
        const why = said.shift();
        return why === undefined ? undefined : wording.quoted(why);
      },
    };
    const proxied = transport({ tls, proxy: { httpsProxy } });
    await proxied.send(post('https://bank.example'), { ...SEND, fence });
    await expect(
      proxied.send(post('https://bank.example'), { ...SEND, fence }),
    ).rejects.toMatchObject({ reason: 'withheld', sent: false });
    expect(asked).toEqual(['after 0', 'after 1']);
    expect(target.requests).toHaveLength(1);
  });

  it('that refuses sends nothing', async () => {
    const { target, httpsProxy } = await proxying('HTTP/1.1 407 No\r\n\r\n');
    const ended = await failure('https://bank.example', { tls, proxy: { httpsProxy } });
    expect(ended).toMatchObject({ reason: 'proxy', sent: false });
    expect(target.connections()).toBe(0);
  });

  it('behind which the answer is lost has carried the request all the same', async () => {
    const { target, httpsProxy } = await proxying(undefined, (socket) => socket.destroy());
    const ended = await failure('https://bank.example', { tls, proxy: { httpsProxy } });
    expect(ended).toMatchObject({ reason: 'reset', sent: true });
    expect(target.requests).toHaveLength(1);
  });

  it('fails the call when it is down or not a URL', async () => {
    const gone = await serving(OK);
    await gone.close();
    for (const httpsProxy of [gone.url, 'http://']) {
      const ended = await failure('https://bank.example', { tls, proxy: { httpsProxy } });
      expect(ended).toMatchObject({ reason: 'proxy', sent: false });
    }
  });

  it('does not see loopback addresses', async () => {
    const { asked, httpsProxy } = await proxying();
    const server = await serving(OK, { tls: serverTls() });
    await transport({ tls, proxy: { httpsProxy } }).send(post(server.url), SEND);
    expect(asked).toEqual([]);
  });
});

function chunked(body: string): string {
  return `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body}`;
}

function headers(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, 'y']));
}

const BEFORE: AttemptProgress = {
  host: 'bank.example',
  ready: false,
  answered: false,
  proxied: false,
};
const PROXIED = { ...BEFORE, proxied: true };
const SENT = { ...BEFORE, ready: true };
const ANSWERED = { ...SENT, answered: true };

it.each<[string | undefined, AttemptProgress, string, boolean]>([
  ['ENOTFOUND', BEFORE, 'dns', false],
  ['EAI_AGAIN', BEFORE, 'dns', false],
  ['ECONNREFUSED', BEFORE, 'refused', false],
  ['ECONNREFUSED', PROXIED, 'proxy', false],
  ['ENOTFOUND', PROXIED, 'proxy', false],
  ['ETIMEDOUT', BEFORE, 'connect', false],
  ['EHOSTUNREACH', BEFORE, 'connect', false],
  ['ECONNRESET', BEFORE, 'connect', false],
  [undefined, BEFORE, 'connect', false],
  ['ECONNRESET', SENT, 'reset', true],
  ['EPIPE', SENT, 'reset', true],
  [undefined, SENT, 'reset', true],
  ['ECONNRESET', ANSWERED, 'truncated', true],
  ['HPE_INVALID_CONSTANT', SENT, 'malformed', true],
  ['HPE_HEADER_OVERFLOW', SENT, 'malformed', true],
  ['SELF_SIGNED_CERT_IN_CHAIN', BEFORE, 'tls', false],
  ['CERT_HAS_EXPIRED', PROXIED, 'tls', false],
  ['EPROTO', BEFORE, 'tls', false],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', SENT, 'tls', false],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', SENT, 'tls', false],
  // After an answer has begun, an alert proves nothing any more.
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', ANSWERED, 'tls', true],
  ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', SENT, 'tls', true],
])('%s %#', (code, progress, reason, sent) => {
  expect(failureFromCode(code, progress)).toMatchObject({
    reason,
    sent,
    message: expect.stringContaining('bank.example'),
  });
});
