import { isLoopback } from './base-url.js';

/** The proxy variables of the environment, as given. */
export interface ProxySettings {
  httpsProxy?: string;
  noProxy?: string;
}

/** Lower case beats upper case, as in curl; a proxy of the profile beats both. */
export function proxySettings(
  env: Readonly<Record<string, string | undefined>>,
  ofProfile?: string,
): ProxySettings {
  const httpsProxy = ofProfile || env.https_proxy || env.HTTPS_PROXY;
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
  if (bypassed(url, noProxy ?? '')) return undefined;
  const text = httpsProxy.includes('://') ? httpsProxy : `http://${httpsProxy}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  return proxy && /^https?:$/.test(proxy.protocol) && proxy.hostname !== '' ? proxy : 'unusable';
}

/** `*`, `host`, `host:port`, and `domain` or `.domain` for all below it. */
function bypassed(url: URL, noProxy: string): boolean {
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
