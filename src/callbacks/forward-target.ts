import { PayctlError } from '../core/errors.js';

/** Where messages are forwarded to: addresses of this machine that no name service can change. */
export interface Target {
  /** As it was given. */
  url: string;
  /** Tried in this order until one is there. */
  addresses: string[];
  /** Of the Host header, as the application knows itself. */
  host: string;
}

/**
 * Reads the URL of the application. Only this machine: what strangers send must not reach other
 * hosts by way of us. Throws PayctlError USAGE.
 */
export function forwardTarget(text: string): Target {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw refused('is not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('is not an http(s) URL');
  if (url.username !== '' || url.password !== '') throw refused('holds a user name or password');
  url.hash = '';
  const target = { url: url.href, host: url.host };
  // The parser has made four plain numbers of every way to write an IPv4 address.
  if (/^(127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)) {
    return { ...target, addresses: [url.href] };
  }
  if (url.hostname !== 'localhost')
    throw refused(`names ${url.hostname}, which is not this machine`);
  // Over TLS the certificate vouches for the name; without, the name is not looked up at all.
  if (url.protocol === 'https:') return { ...target, addresses: [url.href] };
  return { ...target, addresses: ['127.0.0.1', '[::1]'].map((address) => at(url, address)) };
}

function at(url: URL, hostname: string): string {
  const pinned = new URL(url);
  pinned.hostname = hostname;
  return pinned.href;
}

function refused(why: string): PayctlError {
  return new PayctlError('USAGE', `--forward-to ${why}`, {
    hint: 'give an address of this machine, as http://127.0.0.1:3000/confirmations; a proxy there may pass it on',
  });
}
