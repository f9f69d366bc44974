import type { Text } from '../core/message.js';
import { visible } from '../core/text.js';
import { type FailureReason, TransportFailure } from './transport.js';

/** Where an attempt was when it failed. */
export interface Progress {
  readonly host: string;
  /** The connection was ready, so bytes of the request may have left. */
  ready: boolean;
  /** The first byte of the answer's head has come. */
  answered: boolean;
  proxied: boolean;
  /** The way to the proxy is TLS itself, so that either certificate may be the wrong one. */
  tlsProxy?: boolean;
  /** http, where a server for https would not understand. */
  plain?: boolean;
  fixes?: Fixes;
}

/** How to correct each setting, for a person who is told where it comes from. */
export interface Fixes {
  baseUrl: Text;
  proxy: Text;
  clientCert: Text;
  ca: Text;
}

const GENERAL_FIXES: Fixes = {
  baseUrl: 'payctl config get baseUrl: are host and port right?',
  proxy: 'check HTTPS_PROXY and NO_PROXY, or: payctl config set proxy http://HOST:PORT',
  clientCert:
    'payctl config set clientCert FILE, and clientKey; or PAYCTL_CLIENT_CERT and PAYCTL_CLIENT_KEY',
  ca: 'payctl config set ca FILE, or PAYCTL_CA, with the root certificate that the bank names',
};

/** The system's name of an error, or the status by which a proxy refused to open the way. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, status] = /^Bad response: (\d{3})$/.exec(error.message) ?? [];
  if (status !== undefined) return `HTTP ${status}`;
  if (isAlert(error) || isAlert(error.cause)) return 'EPROTO_HTTPS';
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What a server for TLS answers to what is not TLS: a record of the type `alert`. */
function isAlert(error: unknown): boolean {
  if (!(error instanceof Error) || !('rawPacket' in error)) return false;
  const { rawPacket: bytes } = error;
  return bytes instanceof Uint8Array && bytes[0] === 0x15 && bytes[1] === 0x03;
}

/** What is known of an error of Node's network code, and no more: its message may hold the request. */
export function toFailure(code: string | undefined, at: Progress): TransportFailure {
  const name = code ?? 'unknown error';
  if (isTls(name)) return tlsFailure(name, at);
  const reason = reasonOf(name, at);
  return failureOf(reason, name, at);
}

export function failureOf(reason: FailureReason, code: string, at: Progress): TransportFailure {
  const words = visible(WORDS[reason](at.host, code));
  return new TransportFailure(reason, at.ready, words, fixOf(reason, code, at));
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
  EPROTO_HTTPS: 'it speaks TLS there, and the address begins with http://',
  EPROTO: 'it does not speak TLS, or none that this machine takes',
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: 'the client key does not belong to the client certificate',
  ERR_OSSL_BAD_DECRYPT: 'the passphrase does not open the client key',
  ERR_OSSL_PKCS12_MAC_VERIFY_FAILURE: 'the passphrase does not open the client certificate',
};

function tlsFailure(code: string, at: Progress): TransportFailure {
  const { ready, answered, fixes = GENERAL_FIXES } = at;
  const host = at.tlsProxy && !ready ? `${at.host}, or with the proxy before it` : at.host;
  const alert = HANDSHAKE_ALERT.test(code);
  const refused = alert || code === 'EPROTO_HTTPS';
  const words = alert ? alertWords(code) : TLS_WORDS[code];
  const message =
    words === undefined ? WORDS.tls(host, code) : `no TLS with ${host}: ${words} (${code})`;
  return new TransportFailure(
    'tls',
    ready && !(refused && !answered),
    visible(message),
    tlsFix(code, fixes),
  );
}

/** A certificate that was not given is asked for by an alert of its own. */
function alertWords(code: string): string {
  return /CERTIFICATE_REQUIRED/.test(code)
    ? 'it wants a client certificate, and none was given'
    : 'it did not accept the client certificate';
}

function fixOf(
  reason: FailureReason,
  code: string,
  { host, proxied, plain, fixes = GENERAL_FIXES }: Progress,
): Text | undefined {
  const address = `${fixes.baseUrl}; else the bank is down, or a firewall is in the way`;
  if (reason === 'proxy') return proxyFix(code, host, fixes);
  if (reason === 'dns') return fixes.baseUrl;
  if (reason === 'refused') return address;
  if (reason === 'connect') return proxied ? fixes.proxy : address;
  const isOdd = reason === 'reset' || reason === 'malformed';
  return plain && isOdd ? `does a server for https listen there? ${fixes.baseUrl}` : undefined;
}

function proxyFix(code: string, host: string, { proxy }: Fixes): Text {
  if (code === 'HTTP 407') return `${proxy} (with USER:PASSWORD@ before the host)`;
  return code === 'HTTP 403' ? `ask who runs the proxy to let ${host} through` : proxy;
}

function tlsFix(code: string, fixes: Fixes): Text {
  if (/EXPIRED|NOT_YET_VALID/.test(code) && !/ALERT/.test(code)) {
    return 'is the clock right (date)? else the bank must renew it';
  }
  if (/ALTNAME|HOSTNAME/.test(code)) return fixes.baseUrl;
  if (/CERTIFICATE_REQUIRED/.test(code)) return fixes.clientCert;
  if (/ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/.test(code)) {
    return 'the bank must offer TLS 1.2 or later';
  }
  if (/ALERT/.test(code)) return `is it the certificate that the bank knows? ${fixes.clientCert}`;
  if (code.startsWith('EPROTO')) return fixes.baseUrl;
  if (/^(?:ERR_OSSL|ERR_CRYPTO)/.test(code)) return 'payctl doctor';
  return fixes.ca;
}

function isTls(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|ERR_OSSL|ERR_CRYPTO|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|EPROTO)/.test(
    code,
  );
}
