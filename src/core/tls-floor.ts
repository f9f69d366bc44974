import type { SecureVersion } from 'node:tls';

/** What every connection over TLS has in common. */
interface TlsFloor {
  rejectUnauthorized: true;
  minVersion: SecureVersion;
}

/**
 * Verified, and TLS 1.2 at the least, whatever NODE_TLS_REJECT_UNAUTHORIZED and NODE_OPTIONS say; a
 * machine that asks for more gets it.
 */
export async function tlsFloor(): Promise<TlsFloor> {
  const { default: tls } = await import('node:tls');
  const minVersion = tls.DEFAULT_MIN_VERSION === 'TLSv1.3' ? 'TLSv1.3' : 'TLSv1.2';
  return { rejectUnauthorized: true, minVersion };
}
