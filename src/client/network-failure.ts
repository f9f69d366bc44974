import { isNativeError } from 'node:util/types';
import { payctl } from '../core/command-line.js';
import type { Message } from '../core/message.js';
import { once } from '../core/once.js';
import { visible } from '../core/text.js';
import { network } from '../messages/network.js';
import { verdict } from '../messages/verdict.js';
import { type FailureReason, TransportFailure } from './transport.js';

/** How far an attempt had come when it failed. */
export interface AttemptProgress {
  readonly host: string;
  /** The connection was ready, so bytes of the request may have been sent. */
  ready: boolean;
  /** The first byte of the answer's head has come. */
  answered: boolean;
  proxied: boolean;
  /** The connection to the proxy is TLS, too, so that either certificate may be the wrong one. */
  tlsProxy?: boolean;
  /** The URL is http: a server for https would not understand it. */
  plain?: boolean;
  /** Made where an attempt fails. */
  fixes?: () => Fixes;
}

/** A hint for each setting that may be wrong, with where it is set. */
export interface Fixes {
  baseUrl: Message;
  proxy: Message;
  clientCert: Message;
  ca: Message;
}

const generalFixes = once(
  (): Fixes => ({
    baseUrl: network.checkBaseUrl,
    proxy: network.checkProxy,
    clientCert: network.giveClientCertificate,
    ca: network.giveAuthority,
  }),
);

/** The system's code of an error, or `HTTP 407` and the like where a proxy refused CONNECT. */
export function networkErrorCode(error: unknown): string | undefined {
  if (!isNativeError(error)) return undefined;
  const [, status] = /^Bad response: (\d{3})$/.exec(error.message) ?? [];
  if (status !== undefined) return `HTTP ${status}`;
  if (isAlert(error) || isAlert(error.cause)) return 'EPROTO_HTTPS';
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What a TLS server answers to a request that is not TLS: a record of the type `alert`. */
function isAlert(error: unknown): boolean {
  if (!isNativeError(error) || !('rawPacket' in error)) return false;
  const { rawPacket: bytes } = error;
  return bytes instanceof Uint8Array && bytes[0] === 0x15 && bytes[1] === 0x03;
}

/** The failure by the code of a network error alone: its message may hold the request. */
export function failureFromCode(code: string | undefined, at: AttemptProgress): TransportFailure {
  if (code !== undefined && isTls(code)) return tlsFailure(code, at);
  return transportFailure(failureReason(code ?? '', at), code ?? network.unknownError, at);
}

/** Without the two reasons that have their own messages. */
type NetworkFailure = Exclude<FailureReason, 'withheld' | 'too-large'>;

/**
 * A failure with its message and hint.
 * @param code the system's code of the error, or words for it where it has none
 */
export function transportFailure(
  reason: NetworkFailure,
  code: string | Message,
  at: AttemptProgress,
): TransportFailure {
  const shown = typeof code === 'string' ? visible(code) : code;
  return new TransportFailure(
    reason,
    at.ready,
    failureMessage(reason, at.host, shown),
    failureFix(reason, code, at),
  );
}

function failureReason(
  code: string,
  { ready, answered, proxied }: AttemptProgress,
): NetworkFailure {
  if (code.startsWith('HPE_') || code === 'ERR_INVALID_CHAR') return 'malformed';
  if (!ready && proxied) return 'proxy';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns';
  if (code === 'ECONNREFUSED') return 'refused';
  if (!ready) return 'connect';
  return answered ? 'truncated' : 'reset';
}

/** Nothing in it comes from the other side. */
function failureMessage(reason: NetworkFailure, host: string, code: string | Message): Message {
  switch (reason) {
    case 'refused':
    case 'timeout':
    case 'truncated':
      return network[reason](host);
    case 'aborted':
      return verdict.stopped;
    case 'connect':
    case 'dns':
    case 'malformed':
    case 'proxy':
    case 'reset':
    case 'tls':
      return network[reason](host, code);
  }
}

/**
 * TLS alerts by which a server refuses a certificate. With TLS 1.3 they come when the client takes
 * the handshake for complete; what it wrote by then is never read.
 */
const HANDSHAKE_ALERT =
  /ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(REVOKED|EXPIRED|UNKNOWN)|UNKNOWN_CA|HANDSHAKE_FAILURE)/;

const tlsWords = once(
  (): Readonly<Record<string, Message>> => ({
    CERT_HAS_EXPIRED: network.expired,
    CERT_NOT_YET_VALID: network.notYetValid,
    DEPTH_ZERO_SELF_SIGNED_CERT: network.selfSigned,
    SELF_SIGNED_CERT_IN_CHAIN: network.unknownRoot,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: network.unknownRoot,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: network.incompleteChain,
    ERR_TLS_CERT_ALTNAME_INVALID: network.otherName,
    EPROTO_HTTPS: network.speaksTls,
    EPROTO: network.noSharedTls,
    ERR_SSL_WRONG_VERSION_NUMBER: network.noSharedTls,
    ERR_OSSL_X509_KEY_VALUES_MISMATCH: network.otherKey,
    ERR_OSSL_BAD_DECRYPT: network.keyPassphrase,
    ERR_OSSL_PKCS12_MAC_VERIFY_FAILURE: network.certificatePassphrase,
  }),
);

function tlsFailure(code: string, at: AttemptProgress): TransportFailure {
  const { ready, answered, fixes = generalFixes } = at;
  const host = at.tlsProxy && !ready ? network.orItsProxy(at.host) : at.host;
  const isAlerted = HANDSHAKE_ALERT.test(code);
  const isRefused = isAlerted || code === 'EPROTO_HTTPS';
  const why = isAlerted ? alertWords(code) : tlsWords()[code];
  const shown = visible(code);
  const message =
    why === undefined ? network.tls(host, shown) : network.noTls({ host, why, code: shown });
  return new TransportFailure(
    'tls',
    ready && !(isRefused && !answered),
    message,
    tlsFix(code, fixes()),
  );
}

/** There is an alert of its own for a certificate that was not given. */
function alertWords(code: string): Message {
  return /CERTIFICATE_REQUIRED/.test(code)
    ? verdict.noClientCertificate
    : verdict.clientCertificateRefused;
}

function failureFix(
  reason: NetworkFailure,
  code: string | Message,
  { host, proxied, plain, fixes: findFixes = generalFixes }: AttemptProgress,
): Message | undefined {
  const fixes = findFixes();
  const address = network.orBankIsDown(fixes.baseUrl);
  if (reason === 'proxy') return proxyFix(code, host, fixes);
  if (reason === 'dns') return fixes.baseUrl;
  if (reason === 'refused') return address;
  if (reason === 'connect') return proxied ? fixes.proxy : address;
  const isOdd = reason === 'reset' || reason === 'malformed';
  return plain && isOdd ? network.isHttpsThere(fixes.baseUrl) : undefined;
}

function proxyFix(code: string | Message, host: string, { proxy }: Fixes): Message {
  if (code === 'HTTP 407') return network.proxyPassword(proxy);
  return code === 'HTTP 403' ? network.askProxy(host) : proxy;
}

function tlsFix(code: string, fixes: Fixes): Message {
  if (/EXPIRED|NOT_YET_VALID/.test(code) && !/ALERT/.test(code)) return network.clockOrBank;
  if (/ALTNAME|HOSTNAME/.test(code)) return fixes.baseUrl;
  if (/CERTIFICATE_REQUIRED/.test(code)) return fixes.clientCert;
  if (/ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/.test(code)) return network.tlsVersion;
  if (/ALERT/.test(code)) return network.isCertificateKnown(fixes.clientCert);
  if (/^EPROTO|WRONG_VERSION_NUMBER/.test(code)) return fixes.baseUrl;
  if (/^(?:ERR_OSSL|ERR_CRYPTO)/.test(code)) return payctl`doctor`;
  return fixes.ca;
}

function isTls(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|ERR_OSSL|ERR_CRYPTO|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|EPROTO)/.test(
    code,
  );
}
