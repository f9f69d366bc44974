import { createServer } from 'node:https';
import tls from 'node:tls';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { TransportFailure } from '../../src/client/transport.js';
import { gotTransport } from '../../src/client/transport-got.js';
import { probe } from '../../src/host/probe.js';
import { listen } from '../../src/host/serve.js';
import { connectProxy, opened, pem, recordingServer } from '../fixtures/servers.js';

const PAIR = { key: pem('server.key'), cert: pem('server.pem') };
const CA = pem('ca.pem');
const REQUEST = { method: 'GET', url: '', headers: {} };

/** What NODE_OPTIONS and NODE_TLS_REJECT_UNAUTHORIZED do to a process. */
const { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS } = tls;
function lowered(): void {
  tls.DEFAULT_MIN_VERSION = 'TLSv1';
  tls.DEFAULT_CIPHERS = 'DEFAULT@SECLEVEL=0';
}
afterEach(() => {
  Object.assign(tls, { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS });
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
});

/** A server that speaks no TLS later than 1.1. */
function oldServer(): Promise<number> {
  const versions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
  const old = { ...versions, ciphers: 'DEFAULT@SECLEVEL=0' };
  return opened(createServer({ ...PAIR, ...old }, (_, answer) => answer.end('{}')));
}

async function failureOf(url: string, proxy?: string): Promise<TransportFailure> {
  const way = proxy === undefined ? {} : { proxy: { httpsProxy: proxy } };
  const transport = gotTransport({ tls: { ca: CA }, ...way });
  try {
    await transport.send({ ...REQUEST, url }, { timeoutMs: 5_000, fresh: true });
    throw new Error('it was sent');
  } catch (error) {
    if (error instanceof TransportFailure) return error;
    throw error;
  } finally {
    await transport.close();
  }
}

describe('a process whose Node options allow old TLS', () => {
  it('takes none from the bank, with or without credentials', async () => {
    const url = `https://localhost:${await oldServer()}`;
    lowered();
    expect(await failureOf(url)).toMatchObject({ reason: 'tls', sent: false });
    const probing = probe(new URL(url), { tls: { ca: CA }, timeoutMs: 5_000 });
    await expect(probing).rejects.toMatchObject({ code: expect.stringMatching(/SSL|EPROTO/) });
  });

  it('takes none from a proxy', async () => {
    const proxy = `https://user:hush@localhost:${await oldServer()}`;
    lowered();
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    expect(await failureOf('https://bank.example', proxy)).toMatchObject({
      reason: 'tls',
      message: expect.stringMatching(/protocol|version|PROTOCOL|VERSION|EPROTO|ALERT/),
    });
  });

  it('offers none where it listens', async () => {
    lowered();
    const limits = { bodyBytes: 1, headerBytes: 1_000, requestMs: 1_000, connections: 1 };
    const server = await listen({ host: '127.0.0.1', port: 0, tls: PAIR, limits }, () => ({
      response: { status: 200, headers: {}, body: '' },
    }));
    onTestFinished(() => server.close());
    const socket = tls.connect({
      port: Number(new URL(server.url).port),
      host: '127.0.0.1',
      maxVersion: 'TLSv1.1',
      rejectUnauthorized: false,
    });
    const ended = await new Promise((done) => {
      socket.once('secureConnect', () => done('connected'));
      socket.once('error', () => done('refused'));
    });
    socket.destroy();
    expect(ended).toBe('refused');
  });
});

describe('NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  it('sends no password to a proxy with an untrusted certificate', async () => {
    const heard: (string | undefined)[] = [];
    const proxy = createServer(PAIR);
    proxy.on('connect', (request, socket) => {
      socket.on('error', () => {});
      heard.push(request.headers['proxy-authorization']);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    const at = `https://user:hush@localhost:${await opened(proxy)}`;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    expect(await failureOf('https://bank.example', at)).toMatchObject({
      reason: 'tls',
      message: expect.stringContaining('or with the proxy before it'),
    });
    const asking = probe(new URL('https://bank.example'), { proxy: new URL(at), timeoutMs: 5_000 });
    await expect(asking).rejects.toThrow();
    expect(heard).toEqual([]);
  });
});

describe('a proxy that refuses', () => {
  it.each([
    [407, /HTTP 407/, /USER:PASSWORD/],
    [403, /HTTP 403/, /ask who runs the proxy to let bank.example through/],
    [502, /HTTP 502/, /HTTPS_PROXY/],
  ])('with %i says so', async (status, message, fix) => {
    const proxy = await connectProxy(0, `HTTP/1.1 ${status} No\r\n\r\n`);
    onTestFinished(proxy.close);
    const failure = await failureOf('https://bank.example', `http://127.0.0.1:${proxy.port}`);
    expect(failure).toMatchObject({ reason: 'proxy', sent: false });
    expect(failure.message).toMatch(message);
    expect(String(failure.fix)).toMatch(fix);
  });
});

describe('http where TLS is spoken', () => {
  it('is distinguished from a bank that closes the connection', async () => {
    const url = `http://127.0.0.1:${await opened(createServer(PAIR))}`;
    expect(String((await failureOf(url)).fix)).toContain('does a server for https listen there?');
    // As Java's servers do: the alert of a handshake.
    const alert = await recordingServer((socket) => {
      socket.end(Buffer.from('15030300020246', 'hex'));
    });
    onTestFinished(alert.close);
    expect(await failureOf(alert.url)).toMatchObject({
      reason: 'tls',
      sent: false,
      message: expect.stringContaining('it expects TLS there, and the address begins with http://'),
    });
  });
});
