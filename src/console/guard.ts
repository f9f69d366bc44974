import type { WireRequest } from '../bank/wire.js';
import type { Message } from '../core/message.js';
import { refusals } from '../messages/console.js';

/** Why a request is turned away before anything is done for it. */
export interface PageRefusal {
  status: 400 | 401 | 403 | 404 | 405 | 410 | 421;
  why: Message;
}

/** By which names the pages are asked for, and where the browser says that it is then. */
export interface Served {
  isOwnHost(host: string): boolean;
  originOf(host: string): string;
  /** For whoever uses another name. */
  otherHost: Message;
}

const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?$/i;

/** On this machine alone, by any port: ssh forwards others. */
export const LOOPBACK: Served = {
  isOwnHost: (host) => OWN_HOST.test(host),
  originOf: (host) => `http://${host}`.toLowerCase(),
  otherHost: refusals.host,
};

/** At one public origin, whoever stands before it. */
export function servedAt(origin: string): Served {
  const { protocol, host: own, port } = new URL(origin);
  const ownWithPort = port === '' ? `${own}:${protocol === 'https:' ? 443 : 80}` : own;
  return {
    // With the port that a scheme has by itself, which most leave out.
    isOwnHost: (host) => [own, ownWithPort].includes(host.toLowerCase()),
    originOf: () => origin,
    otherHost: refusals.otherHost(origin),
  };
}

/**
 * What any request must be, whoever sends it: for this console by its own name, and from this
 * console's own pages. A foreign name that leads here (DNS rebinding), another site, and another
 * program of this machine that serves pages are turned away. Only the link of the start may be
 * followed from elsewhere.
 */
export function refuseForeign(
  request: WireRequest,
  served: Served,
  isLink: boolean,
): PageRefusal | undefined {
  const { method, headers } = request;
  const { host = '', origin } = headers;
  if (method !== 'GET' && method !== 'POST') return { status: 405, why: refusals.getOrPost };
  if (!served.isOwnHost(host)) return { status: 421, why: served.otherHost };
  const site = headers['sec-fetch-site'];
  const isOwn = site === 'same-origin' || site === 'none';
  if (method === 'POST' && site !== undefined && !isOwn) return FOREIGN;
  if (origin !== undefined && origin.toLowerCase() !== served.originOf(host)) {
    // A page without an address of its own says `null`; only a browser can vouch for it.
    const isVouched = origin === 'null' && site === 'same-origin';
    if (!isVouched) return FOREIGN;
  }
  // Followed links come from anywhere; parts of foreign pages do not.
  const isFollowed = headers['sec-fetch-mode'] === 'navigate' && isTop(headers['sec-fetch-dest']);
  if (site !== undefined && !isOwn && !(method === 'GET' && isFollowed)) return FOREIGN;
  if (isLink && method !== 'GET') return { status: 405, why: refusals.get };
  return undefined;
}

const FOREIGN: PageRefusal = { status: 403, why: refusals.foreign };

function isTop(destination: string | undefined): boolean {
  return destination === undefined || destination === 'document';
}

/** Whether the browser only prefetches: then nobody has followed the link. */
export function isLookahead({ headers }: WireRequest): boolean {
  return /prefetch|prerender/.test(headers['sec-purpose'] ?? headers.purpose ?? '');
}

/** On every answer. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};
