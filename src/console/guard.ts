import type { WireRequest } from '../bank/wire.js';
import type { Message } from '../core/message.js';
import { refusals } from '../messages/console.js';

/** Why a request is turned away before anything is done for it. */
export interface Refusal {
  status: 400 | 401 | 403 | 404 | 405 | 410 | 421;
  why: Message;
}

const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?$/i;

/**
 * What any request must be, whoever sends it: for this machine by its own name, and from this
 * console's own pages. A foreign name that leads here (DNS rebinding), another site, and another
 * program of this machine that serves pages are turned away. Only the link of the start may be
 * followed from elsewhere.
 */
export function refuseForeign(request: WireRequest, isLink: boolean): Refusal | undefined {
  const { method, headers } = request;
  const { host = '', origin } = headers;
  if (method !== 'GET' && method !== 'POST') return { status: 405, why: refusals.getOrPost };
  if (!OWN_HOST.test(host)) {
    return { status: 421, why: refusals.host };
  }
  const site = headers['sec-fetch-site'];
  const isOwn = site === 'same-origin' || site === 'none';
  if (method === 'POST' && site !== undefined && !isOwn) return FOREIGN;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase()) {
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

const FOREIGN: Refusal = { status: 403, why: refusals.foreign };

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
