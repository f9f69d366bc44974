import { payctl, phrase } from '../core/command-line.js';
import { area } from '../core/message.js';

/** Why no answer came. */
export const network = area('network', () => ({
  dns: (host: string, code: string) => `the name ${host} could not be resolved (${code})`,
  refused: (host: string) => `${host} refused the connection`,
  connect: (host: string, code: string) => `no connection to ${host} (${code})`,
  proxy: (host: string, code: string) => `the proxy gave no connection to ${host} (${code})`,
  tls: (host: string, code: string) => `the TLS connection to ${host} failed (${code})`,
  timeout: (host: string) => `${host} did not answer in time`,
  reset: (host: string, code: string) =>
    `${host} closed the connection before it answered (${code})`,
  truncated: (host: string) => `the answer of ${host} broke off`,
  tooLarge: (host: string) => `the answer of ${host} is larger than 5 MB`,
  malformed: (host: string, code: string) => `the answer of ${host} is not HTTP (${code})`,
  unknownError: 'unknown error',
  timedOut: 'timed out',

  noTls: ({ host, why, code }: { host: string; why: string; code: string }) =>
    `no TLS with ${host}: ${why} (${code})`,
  orItsProxy: (host: string) => `${host}, or with the proxy before it`,
  expired: 'its certificate has expired',
  notYetValid: 'its certificate is not valid yet',
  selfSigned: 'its certificate is self-signed',
  unknownRoot: 'its certificate chain ends in an unknown root',
  incompleteChain: 'its certificate chain is incomplete or unknown',
  otherName: 'its certificate is for another host name',
  speaksTls: 'it expects TLS there, and the address begins with http://',
  noSharedTls: 'it does not speak TLS, or no version that this machine accepts',
  otherKey: 'the client key does not belong to the client certificate',
  keyPassphrase: 'the passphrase does not open the client key',
  certificatePassphrase: 'the passphrase does not open the client certificate',

  checkBaseUrl: {
    terminal: phrase`${payctl`config get baseUrl`}: are host and port right?`,
    code: 'are host and port of baseUrl right?',
  },
  checkProxy: {
    terminal: phrase`check HTTPS_PROXY and NO_PROXY, or: ${payctl.ofSettings`config set proxy http://HOST:PORT`}`,
    code: 'is the proxy right?',
  },
  giveClientCertificate: {
    terminal: phrase`${payctl.ofSettings`config set clientCert FILE`}, and clientKey; or PAYCTL_CLIENT_CERT and PAYCTL_CLIENT_KEY`,
    code: 'give clientCert and clientKey',
  },
  giveAuthority: {
    terminal: phrase`${payctl.ofSettings`config set ca FILE`}, or PAYCTL_CA, with the root certificate that the bank names`,
    code: 'give ca, a file with the root certificate that the bank names',
  },
  orBankIsDown: (check: string) => `${check}; else the bank is down, or a firewall is in the way`,
  isHttpsThere: (check: string) => `does a server for https listen there? ${check}`,
  proxyPassword: (check: string) => `${check} (with USER:PASSWORD@ before the host)`,
  askProxy: (host: string) => `ask who runs the proxy to let ${host} through`,
  clockOrBank: 'is the clock right (date)? else the bank must renew it',
  tlsVersion: 'the bank must offer TLS 1.2 or later',
  isCertificateKnown: (check: string) => `is it the certificate that the bank knows? ${check}`,
}));
