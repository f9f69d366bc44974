import { isUtf8 } from 'node:buffer';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { WireRequest } from '../bank/wire.js';
import { PayctlError } from '../core/errors.js';
import { tlsFloor } from '../core/tls-floor.js';
import { machine } from '../messages/machine.js';
import { errorCode } from './disk.js';
import { answer, fail, type Reply } from './reply.js';

interface Activity {
  /** Grows with each connection and each request: the lowest has waited longest. */
  since: number;
  /** Of its last complete request. */
  response?: ServerResponse;
}

/**
 * Keeps a server at so many connections, and reachable: where one more comes, the one that has been
 * silent or half-sent for longest gives way. Only where all of them are being answered is the new
 * one turned away. So idle connections cannot lock out others.
 */
class Connections {
  readonly #limit: number;
  readonly #open = new Map<Socket, Activity>();
  #turn = 0;

  constructor(server: Server, limit: number) {
    this.#limit = limit;
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('secureConnection', (socket: Socket) => this.#secured(socket));
  }

  /** The request of this connection is read whole, and will be answered by this response. */
  received(socket: Socket, response: ServerResponse): void {
    const activity = this.#open.get(socket);
    if (activity === undefined) return;
    activity.since = this.#turn++;
    activity.response = response;
  }

  #add(socket: Socket): void {
    this.#open.set(socket, { since: this.#turn++ });
    socket.once('close', () => this.#open.delete(socket));
    if (this.#open.size > this.#limit) (this.#silent() ?? socket).destroy();
  }

  /** The TLS socket replaces the raw one that was counted during the handshake. */
  #secured(socket: Socket): void {
    for (const raw of this.#open.keys()) {
      if (raw.remotePort !== socket.remotePort || raw.remoteAddress !== socket.remoteAddress) {
        continue;
      }
      this.#open.delete(raw);
      this.#add(socket);
      return;
    }
  }

  /** The connection that has waited longest among those that nothing is owed to. */
  #silent(): Socket | undefined {
    let longest: Socket | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [socket, { since, response }] of this.#open) {
      const owed = response !== undefined && !response.writableFinished;
      if (owed || since >= least) continue;
      [longest, least] = [socket, since];
    }
    return longest;
  }
}

export type ClientCertificate = 'none' | 'refused' | 'accepted';

/** Header names come in lower case. */
export type ServeHandler = (
  request: WireRequest,
  certificate: ClientCertificate,
) => Reply | Promise<Reply>;

export interface ServeOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** PEM. With `requestCert` a client certificate is asked for, and judged by the handler. */
  tls?: { key: Buffer; cert: Buffer; ca?: Buffer; requestCert?: boolean };
  limits: {
    bodyBytes: number;
    headerBytes: number;
    /** For one request, from its first byte to its last. */
    requestMs: number;
    /** Open at a time; beyond, the one that has been silent for longest gives way. */
    connections: number;
  };
  /** How many bytes of a body are read where its head allows fewer than the limit. */
  bodyLimit?: (headers: IncomingHttpHeaders) => number;
  /** Bodies come one character a byte; by default they are UTF-8. */
  binary?: true;
  /** A body that is no text is answered 400: what is passed on must be what came. */
  textOnly?: boolean;
  /** On every answer, also where no handler was asked. */
  headers?: Readonly<Record<string, string>>;
  /** The body of a 413; by default none. */
  tooLarge?: { type: string; body: string };
  /** Whether answers carry the machine's time in a header; by default they do. */
  sendDate?: boolean;
}

export interface Listener {
  /** `http://127.0.0.1:8080`, without a trailing slash. */
  url: string;
  /** Ends all connections and stops. */
  close(): Promise<void>;
}

/** Listens until closed. Rejects with CONFIG where the address cannot be had, TLS for a bad certificate. */
export async function listen(options: ServeOptions, handle: ServeHandler): Promise<Listener> {
  try {
    return await open(options, handle);
  } catch (error) {
    throw listenError(options.host, options.port, error);
  }
}

async function open(options: ServeOptions, handle: ServeHandler): Promise<Listener> {
  const { host, port, tls, limits, sendDate = true } = options;
  const { headers = {}, bodyLimit = () => limits.bodyBytes, tooLarge } = options;
  const encoding = options.binary ? 'latin1' : 'utf8';
  const scheme = tls === undefined ? 'http' : 'https';
  const settings = {
    maxHeaderSize: limits.headerBytes,
    requestTimeout: limits.requestMs,
    headersTimeout: limits.requestMs,
    connectionsCheckingInterval: 1000,
    requireHostHeader: options.headers === undefined,
  };
  const act = (message: IncomingMessage, response: ServerResponse): void => {
    response.sendDate = sendDate;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    readBody(message, response, bodyLimit(message.headers), (bytes) => {
      connections.received(message.socket, response);
      if (bytes === undefined) {
        const type = tooLarge && { 'content-type': tooLarge.type };
        response.writeHead(413, { connection: 'close', ...type }).end(tooLarge?.body);
      } else if (options.textOnly && !isUtf8(bytes)) {
        response.writeHead(400, { 'content-type': 'text/plain' }).end('the body is not UTF-8\n');
      } else {
        const request = requestOf(message, scheme, bytes.toString(encoding));
        void answer(response, () => handle(request, certificateOf(message)));
      }
    });
  };
  const server =
    tls === undefined
      ? createServer(settings, act)
      : createTlsServer(
          {
            ...settings,
            ...tls,
            ...(await tlsFloor()),
            rejectUnauthorized: false,
            handshakeTimeout: limits.requestMs,
          },
          act,
        );
  const connections = new Connections(server, limits.connections);
  if (options.headers !== undefined) answerBroken(server, headers);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  const address = server.address();
  return {
    url: `${scheme}://${isAddress(address) ? origin(address) : host}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What Node would answer by itself, before any handler is asked, has the headers of all answers too. */
function answerBroken(server: Server, headers: Readonly<Record<string, string>>): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  server.on('clientError', (error, socket) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const status = BROKEN[errorCode(error) ?? ''] ?? 400;
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n`;
    socket.end(`${head}content-length: 0\r\n${lines.join('')}\r\n`);
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headers, connection: 'close' }).end();
  });
}

const BROKEN: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function requestOf(message: IncomingMessage, scheme: string, body: string): WireRequest {
  const { method = 'GET', headers, url = '/' } = message;
  const request = {
    method,
    url: `${scheme}://${headers.host ?? 'localhost'}${url}`,
    headers: isSingle(headers) ? headers : singleHeaders(headers),
  };
  return body === '' ? request : { ...request, body };
}

/** Node joins what comes more than once, but for one header, which means nothing in a request. */
function isSingle(headers: IncomingHttpHeaders): headers is Record<string, string> {
  return headers['set-cookie'] === undefined;
}

function singleHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

/** Says undefined where it is over the limit. */
function readBody(
  message: IncomingMessage,
  response: ServerResponse,
  limit: number,
  done: (body: Buffer | undefined) => void,
): void {
  const { headers } = message;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    done(Buffer.alloc(0));
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    if (size > limit) return;
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else done(undefined);
  });
  message.on('end', () => {
    if (size <= limit) done(concatenated(chunks));
  });
  message.on('error', () => {
    if (!message.complete) fail(response);
  });
}

function concatenated(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first ? first : Buffer.concat(chunks);
}

function certificateOf({ socket }: IncomingMessage): ClientCertificate {
  if (!(socket instanceof TLSSocket)) return 'none';
  if (socket.authorized) return 'accepted';
  return Object.keys(socket.getPeerCertificate()).length === 0 ? 'none' : 'refused';
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

function origin({ address, port, family }: AddressInfo): string {
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}

/** Why the server cannot listen there, for a person; the system's error is the cause. */
function listenError(host: string, port: number, error: unknown): PayctlError {
  const code = errorCode(error) ?? '';
  if (code === 'EADDRINUSE') {
    return new PayctlError('CONFIG', machine.portInUse(port, host), {
      hint: machine.otherPort,
      cause: error,
    });
  }
  if (/^ERR_(OSSL|SSL|TLS)/.test(code)) {
    return new PayctlError('TLS', machine.notAPair(code), {
      hint: machine.issuedTogether,
      cause: error,
    });
  }
  const why = code === 'EACCES' ? machine.notAllowed : code || machine.unexpected;
  return new PayctlError('CONFIG', machine.cannotListen({ port, host, why }), {
    hint: machine.highPort,
    cause: error,
  });
}

/** Listens on this machine alone, by both protocols: `localhost` may mean either. */
export async function listenHere(
  options: Omit<ServeOptions, 'host'>,
  handle: ServeHandler,
): Promise<Listener> {
  const first = await listen({ ...options, host: '127.0.0.1' }, handle);
  const port = Number(new URL(first.url).port);
  const second = await listenOnIpv6({ ...options, port }, handle).catch(async (error) => {
    await first.close();
    throw error;
  });
  return {
    url: first.url,
    async close() {
      await Promise.all([first.close(), second?.close()]);
    },
  };
}

/** A machine without IPv6 has only one. */
async function listenOnIpv6(
  options: Omit<ServeOptions, 'host'>,
  handle: ServeHandler,
): Promise<Listener | undefined> {
  try {
    return await listen({ ...options, host: '::1' }, handle);
  } catch (error) {
    if (error instanceof PayctlError && NO_IPV6.includes(errorCode(error.cause) ?? '')) {
      return undefined;
    }
    throw error;
  }
}

const NO_IPV6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];
