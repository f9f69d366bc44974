import { setMaxListeners } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { WireRequest, WireResponse } from '../api/wire.js';
import { type Attempt, newAttempt } from './attempt.js';
import type { TlsMaterial } from './connection.js';
import { WORDS } from './network-failure.js';
import { type ProxySettings, proxyFor } from './proxy.js';
import { type Transport, TransportFailure } from './transport.js';

export interface GotTransportOptions {
  tls?: TlsMaterial;
  proxy?: ProxySettings;
  /** Time for lookup, connection and handshake within an attempt; 5 s unless given. */
  connectMs?: number;
}

const CONNECT_MS = 5000;
/** Of an answer, unpacked. */
const MOST_BYTES = 5 * 1024 * 1024;
/** Node's own 250 ms give up on slow but healthy addresses. */
const SOCKET = { autoSelectFamilyAttemptTimeout: 2500 };

/** As got takes them. */
type Agents = { http: HttpAgent } | { https: HttpsAgent };

/**
 * The real network, by got, which is loaded at the first call. Follows nothing, retries nothing,
 * verifies certificates whatever the environment says, and lets none of got's errors out: they hold
 * the request with its credentials.
 */
export function gotTransport(options: GotTransportOptions = {}): Transport {
  const connectMs = options.connectMs ?? CONNECT_MS;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const kept = new Map<string, Promise<Agents>>();

  /** A pooled agent per kind of address, or one of its own for a connection that nobody used before. */
  function agentsFor(url: URL, proxy: URL | undefined, fresh: boolean): Promise<Agents> {
    if (fresh) return newAgents(url, proxy, false, closing.signal);
    const kind = `${url.protocol} ${proxy?.href}`;
    const agents = kept.get(kind) ?? newAgents(url, proxy, true, closing.signal);
    kept.set(kind, agents);
    return agents;
  }

  return {
    async send(request, { timeoutMs, signal, fresh }) {
      const url = new URL(request.url);
      const proxy = proxyFor(url, options.proxy ?? {});
      if (proxy === 'unusable') {
        throw new TransportFailure(
          'proxy',
          false,
          'the proxy (profile or HTTPS_PROXY) is not a URL',
        );
      }
      const agents = await agentsFor(url, proxy, fresh);
      const attempt = newAttempt(url, proxy !== undefined, { timeoutMs, connectMs }, signal);
      try {
        return await exchanged(request, agents, options.tls ?? {}, attempt);
      } catch (error) {
        throw attempt.failure(error);
      } finally {
        attempt.end();
        if (fresh) destroy(agents);
      }
    },
    async close() {
      closing.abort();
      for (const agents of kept.values()) destroy(await agents);
    },
  };
}

async function exchanged(
  request: WireRequest,
  agent: Agents,
  tls: TlsMaterial,
  attempt: Attempt,
): Promise<WireResponse> {
  const { default: got } = await import('got');
  const { body = '', headers } = request;
  const bodiless = request.method === 'GET';
  const stream = got.stream(request.url, {
    method: methodOf(request),
    headers: bodiless ? headers : { ...headers, 'content-length': lengthOf(body) },
    agent,
    https: { rejectUnauthorized: true, ...tlsOptions(tls) },
    signal: attempt.signal,
    followRedirect: false,
    retry: { limit: 0 },
    throwHttpErrors: false,
    decompress: false,
  });
  stream.once('request', (sent) => attempt.watch(sent));
  let answer = { status: 0, headers: {} };
  stream.once('response', (response) => {
    attempt.progress.answered = true;
    answer = { status: response.statusCode, headers: flat(response.headers) };
  });
  const collecting = collected(stream, attempt);
  if (!bodiless) stream.end(body);
  const bytes = await collecting;
  return { ...answer, body: await unpacked(bytes, answer.headers, attempt) };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function methodOf({ method }: WireRequest): (typeof METHODS)[number] {
  const known = METHODS.find((name) => name === method);
  if (known === undefined) throw new TypeError(`no such method: ${method}`);
  return known;
}

async function newAgents(
  url: URL,
  proxy: URL | undefined,
  keepAlive: boolean,
  signal: AbortSignal,
): Promise<Agents> {
  if (proxy !== undefined) {
    const { HttpsProxyAgent } = await import('hpagent');
    // The signal ends a CONNECT that hangs; the type of the options does not know it.
    const proxyRequestOptions = { headers: {}, signal };
    return { https: new HttpsProxyAgent({ proxy, keepAlive, proxyRequestOptions }) };
  }
  return url.protocol === 'https:'
    ? { https: new HttpsAgent({ keepAlive, ...SOCKET }) }
    : { http: new HttpAgent({ keepAlive, ...SOCKET }) };
}

function destroy(agents: Agents): void {
  for (const agent of Object.values(agents)) agent.destroy();
}

function tlsOptions({ ca, cert, key, pfx, passphrase }: TlsMaterial) {
  return {
    ...(ca ? { certificateAuthority: Buffer.from(ca) } : {}),
    ...(cert ? { certificate: Buffer.from(cert) } : {}),
    ...(key ? { key: Buffer.from(key) } : {}),
    ...(pfx ? { pfx: Buffer.from(pfx) } : {}),
    ...(passphrase ? { passphrase: passphrase.reveal() } : {}),
  };
}

function lengthOf(body: string): string {
  return String(Buffer.byteLength(body));
}

/** Names come in lower case; a header that came twice reads as one list. */
function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}

/** By events: an iterator costs a tenth of a call. */
function collected(stream: Readable, { progress }: Attempt): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    stream.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= MOST_BYTES) return;
      reject(tooLarge(progress.host));
      stream.destroy();
    });
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    // Stays to hear later errors too: one that nobody hears ends the process.
    stream.on('error', reject);
    stream.once('close', () =>
      reject(Object.assign(new Error('closed early'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })),
    );
  });
}

/** We ask for identity; a gateway that packs nevertheless is understood, within the same limit. */
async function unpacked(
  bytes: Uint8Array,
  headers: Record<string, string>,
  { progress: { host } }: Attempt,
): Promise<Uint8Array> {
  const encoding = headers['content-encoding']?.toLowerCase();
  if (encoding !== 'gzip' && encoding !== 'deflate') return bytes;
  const { unzip } = await import('node:zlib');
  try {
    return await promisify(unzip)(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    const large = error instanceof RangeError;
    throw large
      ? tooLarge(host)
      : new TransportFailure('malformed', true, WORDS.malformed(host, encoding));
  }
}

function tooLarge(host: string): TransportFailure {
  return new TransportFailure('too-large', true, WORDS['too-large'](host, ''));
}
