import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { WireRequest } from '../bank/wire.js';
import { fail } from './reply.js';

export type ClientCertificate = 'none' | 'refused' | 'accepted';

/** The request with its body as plain values; `scheme` is that of the server. */
export function toWireRequest(message: IncomingMessage, scheme: string, body: string): WireRequest {
  const { method = 'GET', headers, url = '/' } = message;
  const request = {
    method,
    url: `${scheme}://${headers.host ?? 'localhost'}${url}`,
    headers: isSingle(headers) ? headers : singleHeaders(headers),
  };
  return body === '' ? request : { ...request, body };
}

/** Node joins a header that comes twice, but for set-cookie, which means nothing in a request. */
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

/** Calls `done` once: with the body, or with undefined as soon as it is over the limit, in bytes. */
export function readBody(
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

/** The address that it came from; one of IPv4 in its own notation, also where IPv6 listens for both. */
export function peerAddress({ socket: { remoteAddress = '' } }: IncomingMessage): string {
  return remoteAddress.replace(/^::ffff:(?=[0-9.]+$)/, '');
}

/** What the TLS handshake said of the client's certificate. */
export function clientCertificate({ socket }: IncomingMessage): ClientCertificate {
  if (!(socket instanceof TLSSocket)) return 'none';
  if (socket.authorized) return 'accepted';
  return Object.keys(socket.getPeerCertificate()).length === 0 ? 'none' : 'refused';
}
