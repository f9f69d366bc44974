import type { SecureVersion } from 'node:tls';

/** Options of every TLS connection. */
interface TlsFloor {
  rejectUnauthorized: true;
  minVersion: SecureVersion;
}

/**
 * Certificates are verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says, and TLS is at least 1.2, or 1.3
 * where NODE_OPTIONS require it.
 */
export async function tlsFloor(): Promise<TlsFloor> {
  const { default: tls } = await import('node:tls');
  const minVersion = tls.DEFAULT_MIN_VERSION === 'TLSv1.3' ? 'TLSv1.3' : 'TLSv1.2';
  return { rejectUnauthorized: true, minVersion };
}
