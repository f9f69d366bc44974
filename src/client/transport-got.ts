import { setMaxListeners } from 'node:events';
import { Agent } from 'node:http';
import { create, type Got, Options } from 'got';
import type { WireRequest, WireResponse } from '../bank/wire.js';
import { tlsFloor } from '../core/tls-floor.js';
import { loopbackLookup } from '../host/loopback.js';
import { address as addressMessages } from '../messages/address.js';
import { isLoopback, type ProxySettings, proxyFor } from './address.js';
import { CallAttempt, decompressBody, readBody } from './attempt.js';
import type { TlsMaterial } from './connection.js';
import type { Fixes } from './network-failure.js';
import { ReadyAgent } from './ready-agent.js';
import { type SendOptions, type Transport, TransportFailure } from './transport.js';

/** By default Node's certificate authorities and no proxy. */
export interface GotTransportOptions {
  tls?: TlsMaterial;
  proxy?: ProxySettings;
  /** Hints for failures; default: general ones. */
  fixes?: () => Fixes;
  /** Milliseconds for lookup, connection and handshake within an attempt; default 5,000. */
  connectMs?: number;
}

const CONNECT_MS = 5000;
/** With Node's 250 ms, slow but healthy addresses are given up. */
const SOCKET_OPTIONS = { autoSelectFamilyAttemptTimeout: 2500 };

/** As got takes them, by protocol. */
type Agents = { http: ReadyAgent } | { https: ReadyAgent };

/** got and its connections to one kind of address. */
interface HttpChannel {
  got: Got;
  agents: Agents;
}

/**
 * A transport over the network, by got. It follows no redirect, retries nothing, verifies certificates
 * whatever the environment says, and throws no error of got: those hold the request with its
 * credentials.
 */
export function gotTransport(options: GotTransportOptions = {}): Transport {
  const transport = new GotTransport(options);
  // A plain object, so that a program can wrap it by spreading.
  return { send: (request, how) => transport.send(request, how), close: () => transport.close() };
}

class GotTransport implements Transport {
  readonly #options: GotTransportOptions;
  readonly #pools = new Map<string, Promise<HttpChannel>>();
  /** Created where a proxy needs it. */
  #closing: AbortController | undefined;

  constructor(options: GotTransportOptions) {
    this.#options = options;
  }

  async send(request: WireRequest, { fresh, ...limits }: SendOptions): Promise<WireResponse> {
    const { connectMs = CONNECT_MS, fixes } = this.#options;
    const url = new URL(request.url);
    const proxy = this.#proxyFor(url);
    const attempt = new CallAttempt(url, { proxy, fixes }, { ...limits, connectMs });
    let channel: HttpChannel | undefined;
    try {
      channel = await this.#channelTo(url, proxy, fresh);
      return await exchange(request, url, channel.got, attempt);
    } catch (error) {
      throw attempt.failure(error);
    } finally {
      attempt.end();
      if (fresh && channel) destroy(channel.agents);
    }
  }

  async close(): Promise<void> {
    this.#closing?.abort();
    for (const channel of this.#pools.values()) destroy((await channel).agents);
  }

  #proxyFor(url: URL): URL | undefined {
    const proxy = proxyFor(url, this.#options.proxy ?? {});
    if (proxy !== 'unusable') return proxy;
    const fix = this.#options.fixes?.().proxy;
    throw new TransportFailure('proxy', false, addressMessages.unusableProxy, fix);
  }

  /** The pooled channel of a kind of address; a `fresh` one has a connection that nobody used before. */
  #channelTo(url: URL, proxy: URL | undefined, fresh: boolean): Promise<HttpChannel> {
    if (fresh) return this.#newChannel(url, proxy, false);
    const kind = `${url.protocol} ${isLoopback(url.hostname)} ${proxy?.href}`;
    const channel = this.#pools.get(kind) ?? this.#newChannel(url, proxy, true);
    this.#pools.set(kind, channel);
    return channel;
  }

  async #newChannel(url: URL, proxy: URL | undefined, keepAlive: boolean): Promise<HttpChannel> {
    const { connectMs = CONNECT_MS } = this.#options;
    const closing = () => this.#closingSignal();
    const agents = await createAgents(url, proxy, { connectMs, keepAlive, closing });
    return { agents, got: await createGot(agents, this.#options.tls ?? {}) };
  }

  #closingSignal(): AbortSignal {
    if (this.#closing === undefined) {
      this.#closing = new AbortController();
      setMaxListeners(0, this.#closing.signal);
    }
    return this.#closing.signal;
  }
}

/** Like `got.extend`, but without loading got's own instance first, which costs as much as this one. */
async function createGot(agents: Agents, tls: TlsMaterial): Promise<Got> {
  const options = new Options({
    agent: agents,
    ...('https' in agents ? { https: { ...tlsOptions(tls), ...(await tlsFloor()) } } : {}),
    followRedirect: false,
    retry: { limit: 0 },
    throwHttpErrors: false,
    decompress: false,
  });
  return create({ options, handlers: [], mutableDefaults: false });
}

async function exchange(
  request: WireRequest,
  url: URL,
  got: Got,
  attempt: CallAttempt,
): Promise<WireResponse> {
  const { method, headers } = request;
  const body = method === 'GET' ? undefined : Buffer.from(request.body ?? '');
  const stream = got.stream(url, {
    method: supportedMethod(request),
    headers: body ? { ...headers, 'content-length': String(body.length) } : headers,
    body,
    ...(isLoopback(url.hostname) && { dnsLookup: loopbackLookup }),
  });
  stream.once('request', (sent) => attempt.watch(sent));
  let answer = { status: 0, headers: {} };
  stream.once('response', (response) => {
    attempt.progress.answered = true;
    answer = { status: response.statusCode, headers: flatHeaders(response.headers) };
  });
  const collecting = readBody(stream, attempt);
  attempt.onStop(() => stream.destroy());
  const bytes = await collecting;
  return { ...answer, body: await decompressBody(bytes, answer.headers, attempt) };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function supportedMethod({ method }: WireRequest): (typeof METHODS)[number] {
  const name = METHODS.find((candidate) => candidate === method);
  if (name === undefined) throw new TypeError(`no such method: ${method}`);
  return name;
}

interface Pooling {
  connectMs: number;
  keepAlive: boolean;
  /** Aborts when the transport is closed. */
  closing: () => AbortSignal;
}

async function createAgents(
  url: URL,
  proxy: URL | undefined,
  { connectMs, keepAlive, closing }: Pooling,
): Promise<Agents> {
  if (url.protocol !== 'https:' && proxy === undefined) {
    const own = isLoopback(url.hostname) && { lookup: loopbackLookup };
    const options = { keepAlive, ...own, ...SOCKET_OPTIONS };
    const inner = new Agent(options);
    return { http: new ReadyAgent({ inner, readiness: 'connect', options, connectMs }) };
  }
  const inner = await secureAgent(proxy, closing);
  const options = { keepAlive, ...SOCKET_OPTIONS };
  return { https: new ReadyAgent({ inner, readiness: 'secureConnect', options, connectMs }) };
}

async function secureAgent(proxy: URL | undefined, closing: () => AbortSignal): Promise<Agent> {
  if (proxy === undefined) return new (await import('node:https')).Agent();
  const { HttpsProxyAgent } = await import('hpagent');
  // The proxy gets a password, so that its certificate counts as much as the bank's. The signal
  // ends a CONNECT that hangs; the type of the options knows neither.
  const proxyRequestOptions = { headers: {}, signal: closing(), ...(await tlsFloor()) };
  return new HttpsProxyAgent({ proxy, proxyRequestOptions });
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

/** The values of a header that came twice, joined by a comma; names are in lower case. */
function flatHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name] ?? '';
    flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}
