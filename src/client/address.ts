import { payctl } from '../core/command-line.js';
import { PayctlError } from '../core/errors.js';
import type { Message } from '../core/message.js';
import { address } from '../messages/address.js';

/** Whether a host name means this machine (RFC 6761). */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname === '[::1]') return true;
  if (hostname.startsWith('127.') && /^127(\.\d{1,3}){3}$/.test(hostname)) return true;
  return hostname.length > '.localhost'.length && hostname.endsWith('.localhost');
}

/** A name without a dot, as a service of a compose file has; no bank on the internet has one. */
function isServiceName(hostname: string): boolean {
  return /^[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/i.test(hostname) && !isLoopback(hostname);
}

/** Whether credentials would travel unencrypted to another machine, which only the test environment allows. */
export function isInClear({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isLoopback(hostname);
}

/**
 * The base URL ("{base_url}") as the one check of addresses that credentials are sent to: https, and
 * http only for this machine and, in the test environment, for a name without a dot; no user, query or
 * fragment. Throws UnusableAddress.
 */
export function checkedBaseUrl(text: string, environment: 'test' | 'live'): URL {
  if (!URL.canParse(text)) throw new UnusableAddress(address.notUrl);
  const url = new URL(text);
  if (url.href !== url.origin + url.pathname) refuseOtherParts(url);
  // A password with a slash in it ends the host.
  if (AT.test(url.pathname.toLowerCase())) throw new UnusableAddress(address.holdsPassword);
  if (url.protocol === 'https:') return url;
  if (url.protocol === 'http:' && isLoopback(url.hostname)) return url;
  if (url.protocol !== 'http:' || !isServiceName(url.hostname)) {
    throw new UnusableAddress(address.notHttps);
  }
  if (environment === 'test') return url;
  throw new UnusableAddress(address.serviceInTest);
}

/** `@` as it is, escaped, and as the full-width and small forms that host names are normalised from; in lower case. */
const AT = /@|%40|%ef%bc%a0|%ef%b9%ab/;

function refuseOtherParts({ username, password, search, hash }: URL): void {
  if (username !== '' || password !== '') throw new UnusableAddress(address.holdsPassword);
  if (search !== '' || hash !== '') throw new UnusableAddress(address.holdsQuery);
}

/** CONFIG. Does not quote the address: a password may be in it. */
export class UnusableAddress extends PayctlError {
  /** What is wrong, without the address. */
  readonly why: Message;

  constructor(why: Message) {
    super('CONFIG', address.baseUrl(why), {
      hint: payctl.ofSettings`config set baseUrl https://…`.inCode("baseUrl: 'https://…'"),
      executed: 'no',
    });
    this.why = why;
  }
}

/** The proxy variables of the environment, as given. */
export interface ProxySettings {
  httpsProxy?: string;
  noProxy?: string;
}

/** Lower case beats upper case, as in curl; the profile's proxy beats both. */
export function proxySettings(
  env: Readonly<Record<string, string | undefined>>,
  profileProxy?: string,
): ProxySettings {
  const httpsProxy = profileProxy || env.https_proxy || env.HTTPS_PROXY;
  const noProxy = env.no_proxy ?? env.NO_PROXY;
  return { httpsProxy, noProxy };
}

/**
 * The proxy for an address; undefined where it is reached directly: loopback, http (which only
 * loopback may use) and what `NO_PROXY` names. A proxy that is not a URL gives 'unusable'.
 */
export function proxyFor(
  url: URL,
  { httpsProxy, noProxy }: ProxySettings,
): URL | 'unusable' | undefined {
  if (!httpsProxy || url.protocol !== 'https:' || isLoopback(url.hostname)) return undefined;
  if (isBypassed(url, noProxy ?? '')) return undefined;
  const text = httpsProxy.includes('://') ? httpsProxy : `http://${httpsProxy}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  return proxy && /^https?:$/.test(proxy.protocol) && proxy.hostname !== '' ? proxy : 'unusable';
}

/** `*`, `host`, `host:port`, and `domain` or `.domain` for all below it. */
function isBypassed(url: URL, noProxy: string): boolean {
  const port = url.port || '443';
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', itsPort] = /^(.+?)(?::(\d+))?$/.exec(entry) ?? [];
      if (itsPort !== undefined && itsPort !== port) return false;
      const domain = name.replace(/^\*?\./, '');
      return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
    });
}
