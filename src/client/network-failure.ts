import { visible } from '../text.js';
import { type FailureReason, TransportFailure } from './transport.js';

/** Where an attempt was when it failed. */
export interface Progress {
  host: string;
  /** The connection was ready, so bytes of the request may have left. */
  ready: boolean;
  /** The first byte of the answer's head has come. */
  answered: boolean;
  proxied: boolean;
}

/** What is known of an error of Node's network code, and no more: its message may hold the request. */
export function toFailure(code: string | undefined, at: Progress): TransportFailure {
  const name = code ?? 'unknown error';
  if (isTls(name)) return tlsFailure(name, at);
  const reason = reasonOf(name, at);
  return new TransportFailure(
    reason,
    at.ready,
    visible(WORDS[reason](at.host, name)),
    MENDS[reason],
  );
}

function reasonOf(code: string, { ready, answered, proxied }: Progress): FailureReason {
  if (code.startsWith('HPE_') || code === 'ERR_INVALID_CHAR') return 'malformed';
  if (!ready && proxied) return 'proxy';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns';
  if (code === 'ECONNREFUSED') return 'refused';
  if (!ready) return 'connect';
  return answered ? 'truncated' : 'reset';
}

/** What a person is told; nothing in it comes from the other side. */
export const WORDS: Record<FailureReason, (host: string, code: string) => string> = {
  dns: (host, code) => `the name ${host} could not be resolved (${code})`,
  refused: (host) => `${host} refused the connection`,
  connect: (host, code) => `no connection to ${host} (${code})`,
  proxy: (host, code) => `the proxy gave no connection to ${host} (${code})`,
  tls: (host, code) => `the TLS connection to ${host} failed (${code})`,
  timeout: (host) => `${host} did not answer in time`,
  reset: (host, code) => `${host} closed the connection before it answered (${code})`,
  truncated: (host) => `the answer of ${host} broke off`,
  'too-large': (host) => `the answer of ${host} is larger than 5 MB`,
  malformed: (host, code) => `the answer of ${host} is not HTTP (${code})`,
  withheld: (_host, why) => why,
  aborted: () => 'it was stopped',
};

/**
 * The server's alerts by which it ends a handshake for the sake of a certificate. With TLS 1.3 they
 * come after the client believes to be connected; what was written by then is never read.
 */
const HANDSHAKE_ALERT =
  /ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(REVOKED|EXPIRED|UNKNOWN)|UNKNOWN_CA|HANDSHAKE_FAILURE)/;

const TLS_WORDS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain ends in an unknown root',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate chain ends in an unknown root',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate chain is incomplete or unknown',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  EPROTO: 'it does not speak TLS, or none that this machine takes',
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: 'the client key does not belong to the client certificate',
  ERR_OSSL_BAD_DECRYPT: 'the passphrase does not open the client key',
  ERR_OSSL_PKCS12_MAC_VERIFY_FAILURE: 'the passphrase does not open the client certificate',
};

function tlsFailure(code: string, { host, ready, answered }: Progress): TransportFailure {
  const refused = HANDSHAKE_ALERT.test(code);
  const words = refused ? alertWords(code) : TLS_WORDS[code];
  const message =
    words === undefined ? WORDS.tls(host, code) : `no TLS with ${host}: ${words} (${code})`;
  return new TransportFailure(
    'tls',
    ready && !(refused && !answered),
    visible(message),
    tlsMend(code),
  );
}

/** A certificate that was not given is asked for by an alert of its own. */
function alertWords(code: string): string {
  return /CERTIFICATE_REQUIRED/.test(code)
    ? 'it wants a client certificate, and none was given'
    : 'it did not accept the client certificate';
}

const BASE_URL = 'payctl config get baseUrl';

const MENDS: Partial<Record<FailureReason, string>> = {
  proxy: 'mend HTTPS_PROXY or NO_PROXY, or: payctl config set proxy http://HOST:PORT',
  dns: `${BASE_URL}: is the host name right?`,
  refused: `${BASE_URL}: are host and port right? else the bank is down, or a firewall is in the way`,
  connect: 'try again; else the bank is down, or a firewall is in the way',
};

function tlsMend(code: string): string {
  if (/EXPIRED|NOT_YET_VALID/.test(code) && !/ALERT/.test(code)) {
    return 'is the clock right (date)? else the bank must renew it';
  }
  if (/ALTNAME|HOSTNAME/.test(code)) return `${BASE_URL}: is the host name right?`;
  if (/CERTIFICATE_REQUIRED/.test(code)) {
    return 'payctl config set clientCert FILE, and clientKey; or PAYCTL_CLIENT_CERT and PAYCTL_CLIENT_KEY';
  }
  if (/ALERT/.test(code)) {
    return 'payctl config show --origin: is clientCert the one that the bank knows?';
  }
  if (code === 'EPROTO') return `${BASE_URL}: are host and port right?`;
  if (/^(?:ERR_OSSL|ERR_CRYPTO)/.test(code)) return 'payctl doctor';
  return 'payctl config set ca FILE, or PAYCTL_CA, with the root certificate that the bank names';
}

function isTls(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|ERR_OSSL|ERR_CRYPTO|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|EPROTO)/.test(
    code,
  );
}
