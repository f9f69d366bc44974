import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { WireRequest, WireResponse } from '../api/wire.js';
import { listenError } from './listen-error.js';

/** What the network does to an answer; bytes are those of its body, 0 meaning that not even the status goes out. */
export type Delivery =
  | { kind: 'reset' | 'truncated'; atByte: number }
  | { kind: 'slow'; ms: number }
  | { kind: 'stalled' };

export interface Reply {
  response: WireResponse;
  delivery?: Delivery | undefined;
  /** Called when half of the body is out. */
  midReply?: (() => void) | undefined;
}

export type ClientCertificate = 'none' | 'refused' | 'accepted';

export type ServeHandler = (request: WireRequest, certificate: ClientCertificate) => Promise<Reply>;

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
    connections: number;
  };
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
    return await opened(options, handle);
  } catch (error) {
    throw listenError(options.host, options.port, error);
  }
}

async function opened(options: ServeOptions, handle: ServeHandler): Promise<Listener> {
  const { host, port, tls, limits } = options;
  const scheme = tls === undefined ? 'http' : 'https';
  const settings = {
    maxHeaderSize: limits.headerBytes,
    requestTimeout: limits.requestMs,
    headersTimeout: limits.requestMs,
    connectionsCheckingInterval: 1000,
  };
  const act = (request: IncomingMessage, response: ServerResponse): void => {
    serve(request, response, scheme, limits.bodyBytes, handle).catch(() => fail(response));
  };
  const server =
    tls === undefined
      ? createServer(settings, act)
      : createTlsServer(
          { ...settings, ...tls, rejectUnauthorized: false, handshakeTimeout: limits.requestMs },
          act,
        );
  server.maxConnections = limits.connections;
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

async function serve(
  message: IncomingMessage,
  response: ServerResponse,
  scheme: string,
  bodyBytes: number,
  handle: ServeHandler,
): Promise<void> {
  const body = await readBody(message, bodyBytes);
  if (body === undefined) {
    response.writeHead(413, { connection: 'close' }).end();
    return;
  }
  const headers: Record<string, string> = {};
  for (const name in message.headers) {
    const value = message.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const url = `${scheme}://${headers.host ?? 'localhost'}${message.url ?? '/'}`;
  const request = { method: message.method ?? 'GET', url, headers, ...(body !== '' && { body }) };
  send(response, await handle(request, certificateOf(message)));
}

/** undefined where it is over the limit. */
function readBody(message: IncomingMessage, limit: number): Promise<string | undefined> {
  if (
    message.headers['content-length'] === undefined &&
    message.headers['transfer-encoding'] === undefined
  ) {
    return Promise.resolve('');
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else resolve(undefined);
    });
    message.on('end', () => resolve(Buffer.concat(chunks).toString()));
    message.on('error', reject);
  });
}

function send(message: ServerResponse, { response, delivery, midReply }: Reply): void {
  const { status, headers, body } = response;
  if (delivery?.kind === 'stalled') return;
  if (delivery?.kind === 'slow') {
    setTimeout(() => send(message, { response, midReply }), delivery.ms).unref();
    return;
  }
  if (delivery?.kind === 'reset' && delivery.atByte === 0) {
    cut(message, 'reset');
    return;
  }
  message.writeHead(status, { ...headers, 'content-length': body.length });
  if (delivery !== undefined) {
    message.write(body.subarray(0, delivery.atByte), () => cut(message, delivery.kind));
  } else if (midReply !== undefined) {
    const half = body.length >> 1;
    message.write(body.subarray(0, half), () => {
      midReply();
      message.end(body.subarray(half));
    });
  } else {
    message.end(latin1(body), 'latin1');
  }
}

/** Node sends head and text as one piece, which costs less than head and bytes as two. */
function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

function cut(message: ServerResponse, kind: 'reset' | 'truncated'): void {
  if (kind === 'reset') message.socket?.resetAndDestroy();
  else message.socket?.end();
}

function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end();
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
