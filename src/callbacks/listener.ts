import { type Listener, listen, listenHere, type ServeHandler } from '../host/serve.js';

/** Far above what the bank sends, far below what could hurt. */
const LIMITS = {
  bodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  requestMs: 10_000,
  connections: 100,
};

export interface ListenAddress {
  /** This machine alone, by both protocols, unless given. */
  host?: string;
  port: number;
  /** File descriptor of a socket that listens already. */
  socket?: number;
  tls?: { cert: Buffer; key: Buffer };
}

/** Listens within the limits. Throws PayctlError CONFIG where the address cannot be had, TLS for a bad certificate. */
export async function openListener(
  { host, port, socket, tls }: ListenAddress,
  handle: ServeHandler,
): Promise<Listener> {
  const options = { port, limits: LIMITS, textOnly: true, tls };
  if (socket !== undefined) return listen({ ...options, host: '127.0.0.1', socket }, handle);
  return host === undefined ? listenHere(options, handle) : listen({ ...options, host }, handle);
}
