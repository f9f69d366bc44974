import { setMaxListeners } from 'node:events';
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { create, type Got, Options } from 'got';
import type { WireRequest, WireResponse } from '../bank/wire.js';
import { tlsFloor } from '../core/tls-floor.js';
import { ownAddresses } from '../host/own-names.js';
import { isLoopback, type ProxySettings, proxyFor, UNUSABLE_PROXY } from './address.js';
import { Attempt, collected, unpacked } from './attempt.js';
import type { TlsMaterial } from './connection.js';
import type { Fixes } from './network-failure.js';
import { type SendOptions, type Transport, TransportFailure } from './transport.js';

/** Trusts the authorities of Node and takes no proxy unless told so. */
export interface GotTransportOptions {
  tls?: TlsMaterial;
  proxy?: ProxySettings;
  /** Said beside a failure; default: the general ones. */
  fixes?: Fixes;
  /** Time for lookup, connection and handshake within an attempt; default 5 s. */
  connectMs?: number;
}

const CONNECT_MS = 5000;
/** Node's own 250 ms give up on slow but healthy addresses. */
const SOCKET = { autoSelectFamilyAttemptTimeout: 2500 };

/** Else Node works out the name that TLS would ask for, for http too. */
const NO_TLS = { servername: '' };

/** As got takes them. */
type Agents = { http: HttpAgent } | { https: HttpsAgent };

/** got with what all calls of one kind of address have in common. */
interface Way {
  got: Got;
  agents: Agents;
}

/**
 * The real network, by got. Follows nothing, retries nothing, verifies certificates whatever the
 * environment says, and lets none of got's errors out: they hold the request with its credentials.
 */
export function gotTransport(options: GotTransportOptions = {}): Transport {
  const transport = new GotTransport(options);
  // A plain object, which a program may spread to put something around it.
  return { send: (request, how) => transport.send(request, how), close: () => transport.close() };
}

class GotTransport implements Transport {
  readonly #options: GotTransportOptions;
  /** Pooled connections, by kind of address. */
  readonly #pools = new Map<string, Promise<Way>>();
  /** The calls of a batch share it. */
  #lastUrl: URL | undefined;
  /** Made where a proxy needs it. */
  #closing: AbortController | undefined;

  constructor(options: GotTransportOptions) {
    this.#options = options;
  }

  async send(request: WireRequest, { fresh, ...limits }: SendOptions): Promise<WireResponse> {
    const { connectMs = CONNECT_MS, fixes } = this.#options;
    const url = this.#parsed(request.url);
    const proxy = this.#proxyFor(url);
    const attempt = new Attempt(url, { proxy, fixes }, { ...limits, connectMs });
    let way: Way | undefined;
    try {
      way = await this.#wayTo(url, proxy, fresh);
      return await exchanged(request, url, way.got, attempt);
    } catch (error) {
      throw attempt.failure(error);
    } finally {
      attempt.end();
      if (fresh && way) destroy(way.agents);
    }
  }

  async close(): Promise<void> {
    this.#closing?.abort();
    for (const way of this.#pools.values()) destroy((await way).agents);
  }

  #parsed(href: string): URL {
    if (this.#lastUrl?.href !== href) this.#lastUrl = new URL(href);
    return this.#lastUrl;
  }

  #proxyFor(url: URL): URL | undefined {
    const proxy = proxyFor(url, this.#options.proxy ?? {});
    if (proxy !== 'unusable') return proxy;
    const fix = this.#options.fixes?.proxy;
    throw new TransportFailure('proxy', false, UNUSABLE_PROXY, fix);
  }

  /** A pooled agent per kind of address, or one of its own for a connection that nobody used before. */
  #wayTo(url: URL, proxy: URL | undefined, fresh: boolean): Promise<Way> {
    if (fresh) return this.#newWay(url, proxy, false);
    const kind = `${url.protocol} ${proxy?.href}`;
    const way = this.#pools.get(kind) ?? this.#newWay(url, proxy, true);
    this.#pools.set(kind, way);
    return way;
  }

  async #newWay(url: URL, proxy: URL | undefined, keepAlive: boolean): Promise<Way> {
    const agents = await newAgents(url, proxy, keepAlive, () => this.#closingSignal());
    return { agents, got: await gotBy(agents, this.#options.tls ?? {}) };
  }

  #closingSignal(): AbortSignal {
    if (this.#closing === undefined) {
      this.#closing = new AbortController();
      setMaxListeners(0, this.#closing.signal);
    }
    return this.#closing.signal;
  }
}

/** What `got.extend` would make of got's own instance, which costs as much to make as this one. */
async function gotBy(agents: Agents, tls: TlsMaterial): Promise<Got> {
  const options = new Options({
    agent: agents,
    ...('https' in agents ? { https: { ...tlsOptions(tls), ...(await tlsFloor()) } } : {}),
    followRedirect: false,
    retry: { limit: 0 },
    throwHttpErrors: false,
    decompress: false,
    ...('http' in agents ? { request: plainRequest } : {}),
  });
  return create({ options, handlers: [], mutableDefaults: false });
}

/** Without the options of TLS that got adds to every call: copying them costs a tenth of it. */
function plainRequest(url: URL, { method, headers, agent }: RequestOptions): ClientRequest {
  const { hostname, port, pathname, search } = url;
  const path = pathname + search;
  const own = isLoopback(hostname) ? { lookup: ownAddresses } : {};
  return httpRequest({ hostname: bare(hostname), port, path, method, headers, agent, ...own });
}

/** `[::1]` is how an address stands in a URL. */
function bare(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

async function exchanged(
  request: WireRequest,
  url: URL,
  got: Got,
  attempt: Attempt,
): Promise<WireResponse> {
  const { method, headers } = request;
  const body = method === 'GET' ? undefined : Buffer.from(request.body ?? '');
  const stream = got.stream(url, {
    method: methodOf(request),
    headers: body ? { ...headers, 'content-length': String(body.length) } : headers,
    body,
  });
  stream.once('request', (sent) => attempt.watch(sent));
  let answer = { status: 0, headers: {} };
  stream.once('response', (response) => {
    attempt.progress.answered = true;
    answer = { status: response.statusCode, headers: flat(response.headers) };
  });
  const collecting = collected(stream, attempt);
  attempt.onStop(() => stream.destroy());
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
  closing: () => AbortSignal,
): Promise<Agents> {
  if (proxy !== undefined) {
    const { HttpsProxyAgent } = await import('hpagent');
    // The proxy gets a password, so that its certificate counts as much as the bank's. The signal
    // ends a CONNECT that hangs; the type of the options knows neither.
    const proxyRequestOptions = { headers: {}, signal: closing(), ...(await tlsFloor()) };
    return { https: new HttpsProxyAgent({ proxy, keepAlive, proxyRequestOptions }) };
  }
  if (url.protocol !== 'https:')
    return { http: new HttpAgent({ keepAlive, ...SOCKET, ...NO_TLS }) };
  const https = await import('node:https');
  return { https: new https.Agent({ keepAlive, ...SOCKET }) };
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

/** Names come in lower case; a header that came twice reads as one list. */
function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const own: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name] ?? '';
    own[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return own;
}
