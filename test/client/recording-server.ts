import { readFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** Does something with a connection that has sent one whole request. */
export type Behave = (socket: Socket, request: string) => void;

export interface RecordingServer {
  port: number;
  url: string;
  /** Every request as the bytes that came, in Latin-1. */
  requests: string[];
  connections(): number;
  close(): Promise<void>;
}

export interface ServerOptions {
  tls?: TlsOptions;
  /** 127.0.0.1 unless given. */
  host?: string;
  /** Before any byte has come. */
  connected?: (socket: Socket) => void;
}

/** A server that understands nothing but where a request ends. */
export function recordingServer(
  behave: Behave,
  options: ServerOptions = {},
): Promise<RecordingServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    options.connected?.(socket);
    let seen = '';
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1');
      const length = wholeLength(seen);
      if (length === undefined || seen.length < length) return;
      const request = seen.slice(0, length);
      seen = seen.slice(length);
      requests.push(request);
      behave(socket, request);
    });
  };
  const server = options.tls ? createTlsServer(options.tls, serve) : createServer(serve);
  server.on('tlsClientError', () => {});
  return new Promise((resolve) => {
    server.listen(0, options.host ?? '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({
        port,
        url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
        requests,
        connections: () => connections,
        close() {
          for (const socket of sockets) socket.destroy();
          return new Promise((closed) => server.close(() => closed()));
        },
      });
    });
  });
}

function wholeLength(seen: string): number | undefined {
  const head = seen.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /^content-length: (\d+)/im.exec(seen.slice(0, head))?.[1] ?? '0';
  return head + 4 + Number(length);
}

export interface ConnectProxy {
  port: number;
  /** Where each tunnel was to lead, and as whom it was asked for: `bank.example:443 user:password`. */
  asked: string[];
  close(): Promise<void>;
}

/** Leads every tunnel to that port, whatever its name, or gives the reply in place of one. */
export async function connectProxy(to: number, reply?: string): Promise<ConnectProxy> {
  const asked: string[] = [];
  const server = createProxy();
  server.on('connect', ({ url, headers }, socket) => {
    const [, credentials = ''] = headers['proxy-authorization']?.split(' ') ?? [];
    asked.push(`${url} ${Buffer.from(credentials, 'base64').toString()}`.trim());
    socket.on('error', () => {});
    if (reply !== undefined) {
      socket.end(reply);
      return;
    }
    const through = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    through.on('error', () => socket.destroy());
    socket.on('close', () => through.destroy());
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  const { port }: AddressInfo = Object(server.address());
  return {
    port,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Head and body of an answer; the length is right unless given. */
export function answer(
  body: string,
  headers: Record<string, string | number> = {},
  status = 200,
): string {
  const lines = { 'content-length': Buffer.byteLength(body), ...headers };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} X\r\n${head.join('')}\r\n${body}`;
}

export function pem(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'certificates', name));
}

/** The material of a server whose certificate was issued by the test root. */
export function serverTls(name = 'server'): TlsOptions {
  return { key: pem(`${name}.key`), cert: pem(`${name}.pem`) };
}
