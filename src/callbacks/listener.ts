import { PayctlError } from '../errors.js';
import { errorCode } from '../host/disk-error.js';
import { type Listener, listen, type ServeHandler } from '../host/serve.js';

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
  tls?: { cert: Uint8Array; key: Uint8Array };
}

/** Listens within the limits. Throws PayctlError CONFIG where the address cannot be had, TLS for a bad certificate. */
export async function openListener(
  address: ListenAddress,
  handle: ServeHandler,
): Promise<Listener> {
  const { host = '127.0.0.1', port, tls } = address;
  const first = await open(host, port, tls, handle);
  if (address.host !== undefined) return first;
  const second = await openTwin(Number(new URL(first.url).port), tls, handle).catch(
    async (error) => {
      await first.close();
      throw error;
    },
  );
  return {
    url: first.url,
    async close() {
      await Promise.all([first.close(), second?.close()]);
    },
  };
}

/** `localhost` may mean either protocol; a machine without IPv6 has only one. */
async function openTwin(
  port: number,
  tls: ListenAddress['tls'],
  handle: ServeHandler,
): Promise<Listener | undefined> {
  try {
    return await open('::1', port, tls, handle);
  } catch (error) {
    if (error instanceof PayctlError && NO_IPV6.includes(errorCode(error.cause) ?? '')) {
      return undefined;
    }
    throw error;
  }
}

const NO_IPV6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];

function open(
  host: string,
  port: number,
  tls: ListenAddress['tls'],
  handle: ServeHandler,
): Promise<Listener> {
  return listen({ host, port, limits: LIMITS, ...(tls && { tls: inBuffers(tls) }) }, handle);
}

function inBuffers({ cert, key }: { cert: Uint8Array; key: Uint8Array }) {
  return { cert: Buffer.from(cert), key: Buffer.from(key) };
}
