import { PayctlError } from '../core/errors.js';
import { errorCode } from './disk.js';
import { type Listener, listen, type ServeHandler, type ServeOptions } from './serve.js';

/** Listens on this machine alone, by both protocols: `localhost` may mean either. */
export async function listenHere(
  options: Omit<ServeOptions, 'host'>,
  handle: ServeHandler,
): Promise<Listener> {
  const first = await listen({ ...options, host: '127.0.0.1' }, handle);
  const port = Number(new URL(first.url).port);
  const second = await listenTwin({ ...options, port }, handle).catch(async (error) => {
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
async function listenTwin(
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
