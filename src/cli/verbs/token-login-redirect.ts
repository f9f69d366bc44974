import { PayctlError } from '../../errors.js';
import type { Reply } from '../../host/reply.js';
import { type Listener, listen } from '../../host/serve.js';
import type { Context } from '../context.js';

/** What the user's browser brings back from the bank. */
export interface Redirect {
  code: string;
  state?: string;
}

export interface Receiver {
  /** Where it listens, without a trailing slash. */
  url: string;
  /** undefined where none comes within the time, or a signal ends the waiting. */
  next(waitMs: number): Promise<Redirect | undefined>;
  close(): Promise<void>;
}

const LIMITS = { bodyBytes: 4096, headerBytes: 16_384, requestMs: 10_000, connections: 20 };
const LONGEST_CODE = 512;

/**
 * Listens on the loopback address for the user's return. Requests without a code, or with another
 * state than the given one, are turned away and do not end the waiting: any page could send them.
 */
export async function openReceiver(
  port: number,
  state: string | undefined,
  { host, stopping }: Context,
): Promise<Receiver> {
  let take: (redirect: Redirect) => void = () => undefined;
  const taken = new Promise<Redirect>((resolve) => {
    take = resolve;
  });
  const listener = await listenOn(port, ({ method, url }) => {
    const redirect = method === 'GET' ? redirectOf(url, state) : undefined;
    if (redirect === undefined) return page(400, 'This is not the return from the bank.');
    take(redirect);
    return page(200, 'payctl has received the code. You may close this window.');
  });
  return {
    url: listener.url,
    async next(waitMs) {
      const over = new AbortController();
      const waited = host.clock.sleep(waitMs, AbortSignal.any([stopping, over.signal]));
      try {
        return await Promise.race([taken, waited.then(() => undefined)]);
      } finally {
        over.abort();
      }
    },
    close: () => listener.close(),
  };
}

async function listenOn(
  port: number,
  answer: (request: { method: string; url: string }) => Reply,
): Promise<Listener> {
  try {
    return await listen({ host: '127.0.0.1', port, limits: LIMITS }, async (request) =>
      answer(request),
    );
  } catch (error) {
    throw new PayctlError('CONFIG', `the port ${port} of this machine cannot be listened on`, {
      hint: '--redirect-port takes another one; the bank must know it as your callback address',
      cause: error,
    });
  }
}

function redirectOf(url: string, expected: string | undefined): Redirect | undefined {
  const { searchParams } = new URL(url);
  const code = searchParams.get('code') ?? '';
  const state = searchParams.get('state') ?? undefined;
  if (code === '' || code.length > LONGEST_CODE) return undefined;
  if (expected !== undefined && state !== expected) return undefined;
  return state === undefined ? { code } : { code, state };
}

function page(status: number, text: string): Reply {
  const body = new TextEncoder().encode(
    `<!doctype html><meta charset="utf-8"><title>payctl</title><p>${text}</p>\n`,
  );
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  return { response: { status, headers, body } };
}
