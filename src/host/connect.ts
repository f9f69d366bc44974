import { connect, isIP, type NetConnectOpts, type Socket } from 'node:net';
import type { Message } from '../core/message.js';
import { storeConnection } from '../messages/store-connection.js';
import { loopbackLookup } from './loopback.js';

/** How a connection is encrypted, and what the server must prove. */
interface Encryption {
  host: string;
  /** Certificates to trust, PEM; the system's own where there are none. */
  ca?: Uint8Array;
  /** Nothing; that an authority signed its certificate; or also that the certificate is of this host. */
  proof: 'none' | 'authority' | 'host';
}

type SocketTarget = { path: string } | { host: string; port: number };

/** Time for one of several addresses, also over a slow link. */
const ATTEMPT_MS = 2_500;

/** Opens a connection within `limitMs`. Rejects with the system's error, or a `ConnectionFailure`. */
export function connectTo(target: SocketTarget, limitMs: number): Promise<Socket> {
  const options: NetConnectOpts =
    'path' in target
      ? { path: target.path }
      : {
          ...target,
          autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
          ...(target.host === 'localhost' && { lookup: loopbackLookup }),
        };
  return waitFor(connect(options), 'connect', limitMs);
}

/** Runs `make` without an environment variable that a driver would read, but that is for other programs. */
export function withoutVariable<T>(name: string, make: () => T): T {
  const { [name]: value } = process.env;
  delete process.env[name];
  try {
    return make();
  } finally {
    if (value !== undefined) process.env[name] = value;
  }
}

/** PostgreSQL's SSLRequest, and the answer that TLS may begin. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 'S'.charCodeAt(0);

/** Why a connection could not be opened; `said` is its message before it is worded. */
export class ConnectionFailure extends Error {
  readonly code: string;
  readonly said: Message;

  constructor(code: string, said: Message) {
    super(String(said));
    this.code = code;
    this.said = said;
  }
}

export class NotEncrypted extends ConnectionFailure {}

/**
 * Encrypts a connection to PostgreSQL; refuses bytes that come before the handshake. Rejects as
 * `connectTo`.
 */
export async function encryptSocket(
  socket: Socket,
  { host, ca, proof }: Encryption,
  limitMs: number,
): Promise<Socket> {
  const answer = await ask(socket, SSL_REQUEST, limitMs);
  if (answer.length !== 1 || answer[0] !== YES) {
    socket.destroy();
    throw new NotEncrypted('EPROTO', storeConnection.noTls);
  }
  const tls = await import('node:tls');
  const tlsSocket = tls.connect({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca && { ca: Buffer.from(ca) }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: proof !== 'none',
    ...(proof !== 'host' && { checkServerIdentity: () => undefined }),
  });
  return waitFor(tlsSocket, 'secureConnect', limitMs);
}

async function ask(socket: Socket, question: Buffer, limitMs: number): Promise<Buffer> {
  let answer: Buffer = Buffer.alloc(0);
  const take = (bytes: Buffer) => {
    answer = bytes;
  };
  socket.once('data', take);
  socket.write(question);
  await waitFor(socket, 'data', limitMs);
  socket.pause();
  return answer;
}

/** Resolves at the event; destroys the socket where it does not come in time. */
function waitFor<S extends Socket>(socket: S, event: string, limitMs: number): Promise<S> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      clearTimeout(timer);
      socket.off('error', end).off('close', closed).off(event, done);
      // Until the socket's user listens, an error would end the process.
      socket.on('error', () => undefined);
      if (error === undefined) return resolve(socket);
      socket.destroy();
      reject(error);
    };
    const done = () => end();
    const closed = () => end(new ConnectionFailure('ECONNRESET', storeConnection.closed));
    const late = () => end(new ConnectionFailure('ETIMEDOUT', storeConnection.noConnection));
    const timer = setTimeout(late, limitMs);
    socket.once('error', end).once('close', closed).once(event, done);
  });
}
