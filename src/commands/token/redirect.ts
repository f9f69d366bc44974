import type { WireRequest } from '../../bank/wire.js';
import { PayctlError } from '../../core/errors.js';
import type { Message, Say } from '../../core/message.js';
import type { Reply } from '../../host/reply.js';
import { type Listener, listen } from '../../host/serve.js';
import { tokens } from '../../messages/tokens.js';
import type { Services } from '../../runtime/services.js';

/** What the user's browser brings back from the bank. */
export interface Redirect {
  code: string;
  /** Ours, or the one that the bank made in its place. */
  state: string;
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
 * Carries the state a second time: the bank brings every value of the request for the link back
 * with the redirect, but is publicly known to write a `state` of its own over a given one.
 */
export const STATE_COPY = 'payctlState';

/**
 * Listens on the loopback address for the user's return. Requests without a code, for another host
 * or without the state are turned away and do not end the waiting: any page could send them.
 */
export async function openReceiver(
  port: number,
  state: string,
  services: Services,
): Promise<Receiver> {
  const { host, stopping } = services;
  let resolveRedirect: (redirect: Redirect) => void = () => undefined;
  const received = new Promise<Redirect>((resolve) => {
    resolveRedirect = resolve;
  });
  const say = await services.say('page');
  const listener = await listenOn(port, (request) => {
    const redirect = isForUs(request) ? parseRedirect(request.url, state) : undefined;
    if (redirect === undefined) return page(400, tokens.notTheReturn, say);
    resolveRedirect(redirect);
    return page(200, tokens.codeReceived, say);
  });
  return {
    url: listener.url,
    async next(waitMs) {
      const over = new AbortController();
      const timeout = host.clock.sleep(waitMs, AbortSignal.any([stopping, over.signal]));
      try {
        return await Promise.race([received, timeout.then(() => undefined)]);
      } finally {
        over.abort();
      }
    },
    close: () => listener.close(),
  };
}

async function listenOn(port: number, answer: (request: WireRequest) => Reply): Promise<Listener> {
  try {
    return await listen({ host: '127.0.0.1', port, limits: LIMITS }, async (request) =>
      answer(request),
    );
  } catch (error) {
    const hint = tokens.otherPort;
    throw new PayctlError('CONFIG', tokens.portTaken(port), { hint, cause: error });
  }
}

/** A name that leads here from elsewhere (DNS rebinding) is not ours. */
function isForUs({ method, headers }: WireRequest): boolean {
  return method === 'GET' && /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i.test(headers.host ?? '');
}

function parseRedirect(url: string, expected: string): Redirect | undefined {
  const { searchParams } = new URL(url);
  const code = searchParams.get('code') ?? '';
  const state = searchParams.get('state') || expected;
  if (code === '' || code.length > LONGEST_CODE) return undefined;
  const states = [...searchParams.getAll('state'), ...searchParams.getAll(STATE_COPY)];
  return states.includes(expected) ? { code, state } : undefined;
}

function page(status: number, text: Message, say: Say): Reply {
  const body = new TextEncoder().encode(
    `<!doctype html><meta charset="utf-8"><title>payctl</title><p>${say(text)}</p>\n`,
  );
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  return { response: { status, headers, body } };
}
