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
import type { AddressInfo } from 'node:net';
import type { WireRequest } from '../bank/wire.js';
import { PayctlError } from '../core/errors.js';
import { tlsFloor } from '../core/tls-floor.js';
import { disk } from '../messages/disk.js';
import { machine } from '../messages/machine.js';
import { ConnectionLimit } from './connection-limit.js';
import { errorCode } from './disk.js';
import {
  type ClientCertificate,
  clientCertificate,
  peerAddress,
  readBody,
  toWireRequest,
} from './incoming-request.js';
import { answer, type Reply } from './reply.js';

/** Answers one request; header names come in lower case. */
export type ServeHandler = (
  request: WireRequest,
  certificate: ClientCertificate,
  /** Of whoever sent it, or of the proxy between. */
  address: string,
) => Reply | Promise<Reply>;

export interface ServeOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** File descriptor of a socket that listens already, in place of both. */
  socket?: number;
  /** PEM. With `requestCert` a client certificate is asked for, and judged by the handler. */
  tls?: { key: Buffer; cert: Buffer; ca?: Buffer; requestCert?: boolean } | undefined;
  limits: {
    bodyBytes: number;
    headerBytes: number;
    /** For one request, from its first byte to its last. */
    requestMs: number;
    /** Open at a time; one more closes the one that has been idle for longest. */
    connections: number;
  };
  /** The limit of a body by the headers of its request, in place of `bodyBytes`. */
  bodyLimit?: (headers: IncomingHttpHeaders) => number;
  /** Bodies come one character a byte; by default they are UTF-8. */
  binary?: true;
  /** A body that is not UTF-8 is answered 400: what is passed on must be what came. */
  textOnly?: boolean;
  /** On every answer, also where no handler was called. */
  headers?: Readonly<Record<string, string>>;
  /** The body of a 413; by default none. */
  tooLarge?: { type: string; body: string };
  /** Whether answers carry the machine's time in a header; by default they do. */
  sendDate?: boolean;
}

export interface Listener {
  /** `http://127.0.0.1:8080`, without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/**
 * Listens until closed. Rejects with PayctlError: CONFIG where the address cannot be had, TLS for a bad
 * certificate.
 */
export async function listen(options: ServeOptions, handle: ServeHandler): Promise<Listener> {
  try {
    return await open(options, handle);
  } catch (error) {
    throw listenError(options.host, options.port, error);
  }
}

async function open(options: ServeOptions, handle: ServeHandler): Promise<Listener> {
  const { host, port, socket, tls, limits, headers } = options;
  const settings = {
    maxHeaderSize: limits.headerBytes,
    requestTimeout: limits.requestMs,
    headersTimeout: limits.requestMs,
    connectionsCheckingInterval: 1000,
    requireHostHeader: headers === undefined,
  };
  const server =
    tls === undefined
      ? createServer(settings)
      : createTlsServer({
          ...settings,
          ...tls,
          ...(await tlsFloor()),
          rejectUnauthorized: false,
          handshakeTimeout: limits.requestMs,
        });
  const connections = new ConnectionLimit(server, limits.connections);
  server.on('request', (message: IncomingMessage, response: ServerResponse) =>
    serve(message, response, connections, options, handle),
  );
  if (headers !== undefined) answerBroken(server, headers);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket === undefined ? { host, port } : { fd: socket }, resolve);
  });
  const address = server.address();
  return {
    url: `${servedScheme(options)}://${isAddress(address) ? origin(address) : host}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Reads one request, has it handled and sends the answer. */
function serve(
  message: IncomingMessage,
  response: ServerResponse,
  connections: ConnectionLimit,
  options: ServeOptions,
  handle: ServeHandler,
): void {
  const { limits, bodyLimit, tooLarge, headers = {}, sendDate = true } = options;
  response.sendDate = sendDate;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // A proxy in front may have decided by the other one.
  if ((message.headersDistinct.host ?? []).length > 1) {
    response.writeHead(400, { connection: 'close' }).end();
    return;
  }
  const limit = bodyLimit?.(message.headers) ?? limits.bodyBytes;
  readBody(message, response, limit, (bytes) => {
    connections.received(message.socket, response);
    if (bytes === undefined) {
      const type = tooLarge && { 'content-type': tooLarge.type };
      response.writeHead(413, { connection: 'close', ...type }).end(tooLarge?.body);
    } else if (options.textOnly && !isUtf8(bytes)) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('the body is not UTF-8\n');
    } else {
      const body = bytes.toString(options.binary ? 'latin1' : 'utf8');
      const request = toWireRequest(message, servedScheme(options), body);
      void answer(response, () =>
        handle(request, clientCertificate(message), peerAddress(message)),
      );
    }
  });
}

function servedScheme({ tls }: ServeOptions): 'http' | 'https' {
  return tls === undefined ? 'http' : 'https';
}

/** Sends the headers of all answers also where Node would answer before any handler is called. */
function answerBroken(server: Server, headers: Readonly<Record<string, string>>): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  server.on('clientError', (error, socket) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const status = BROKEN_STATUSES[errorCode(error) ?? ''] ?? 400;
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n`;
    socket.end(`${head}content-length: 0\r\n${lines.join('')}\r\n`);
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headers, connection: 'close' }).end();
  });
}

/** By Node's code; any other broken request is 400. */
const BROKEN_STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/** A program connects to this machine by its loopback address, not by the one that stands for all. */
function origin({ address, port, family }: AddressInfo): string {
  if (family === 'IPv6') return `[${address === '::' ? '::1' : address}]:${port}`;
  return `${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`;
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
  const why = code === 'EACCES' ? machine.notAllowed : code || disk.unexpected;
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
